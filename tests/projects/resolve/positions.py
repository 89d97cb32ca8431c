"""Syntax that tokens alone do not place: each span comes from the exact, slow way."""
import torch


def starred(x: torch.Tensor, index: tuple[int, ...]):
    y = x[*index, 1].abs()  # -> torch.Tensor.abs certain
    print(f"{f'{y.sum()}'} {y.mean():>{10}}")  # -> torch.Tensor.sum certain, torch.Tensor.mean certain
    match y:
        case torch.Tensor():
            y.neg()  # -> torch.Tensor.neg certain
    return y.exp(

    )  # -> torch.Tensor.exp certain
