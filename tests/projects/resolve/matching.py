"""Statements of newer Pythons."""
import torch


def choose(command, x: torch.Tensor):
    match command:
        case {"op": "abs", **rest}:
            return x.abs()  # -> torch.Tensor.abs certain
        case [first, *others] if first:
            return x.exp()  # -> torch.Tensor.exp certain
        case str() as name:
            return name
        case _:
            pass
    if (y := x.neg()) is not None:  # -> torch.Tensor.neg certain
        y.sum()  # -> torch.Tensor.sum certain
    return f"{x.mean():>{len(command)}} {x.std()!r}"  # -> torch.Tensor.mean certain, torch.Tensor.std certain
