"""What Python 3.12 to 3.14 added."""
import torch
from torch import nn

type Pair[T: (int, str), *Ts, **P] = tuple[T, torch.Tensor]


def first[T: torch.Tensor](x: T, *rest: *tuple[T]) -> T:
    return x.abs()


class Stack[T: nn.Module, U = int](nn.Module):
    def forward[V](self, x: V) -> V:
        return f"{x['a' "b"]}{f"{f"{x!r:{x.sum()}}"}"}{
            x.exp()  # a comment
        }"


t"{torch.ones(1)} and {x!r:>{width}}"
try:
    pass
except ValueError, TypeError:
    pass
