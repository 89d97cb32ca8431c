"""What a loop binds has its value before the loop or from its end."""
import torch


def repeat(n: int, items: list[torch.Tensor]):
    total = torch.zeros(1)  # -> torch.zeros certain
    for i in range(n):
        total = total.add(i)  # -> torch.Tensor.add certain
    while total.sum() > 0:  # -> torch.Tensor.sum certain
        total = total.sub(1)  # -> torch.Tensor.sub certain
    for item in items:
        item.clone()  # -> torch.Tensor.clone certain
    first, *others = items
    first.abs()  # -> torch.Tensor.abs certain
    for other in others:
        other.neg()  # -> torch.Tensor.neg certain
    return [x.exp() for x in items if x.any()]  # -> torch.Tensor.exp certain, torch.Tensor.any certain
