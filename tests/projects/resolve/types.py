"""Annotations of containers and unions, old and new."""
from typing import Any, Callable, Dict, Iterator, List, Literal, Sequence, Tuple, Type

import torch
from torch import nn


def typed(
    a: List[torch.Tensor],
    b: Dict[str, torch.Tensor],
    c: Tuple[torch.Tensor, int],
    d: Tuple[torch.Tensor, ...],
    e: torch.Tensor | None,
    f: "Sequence[torch.Tensor]",
    g: Literal["x"],
    h: nn.Linear,
    i: torch.Size,
    j: Any,
    k: Callable[[int], int],
    m: Iterator[torch.Tensor],
    n: Type[nn.Module],
    o: list,
    p: dict,
    q: tuple,
    r: float,
    s: torch.dtype,
    t: not_defined,  # noqa: F821
):
    a[0].exp()  # -> torch.Tensor.exp certain
    b["x"].exp()  # -> torch.Tensor.exp certain
    c[0].exp()  # -> torch.Tensor.exp certain
    c[1].bit_length()
    d[5].exp()  # -> torch.Tensor.exp certain
    e.exp()  # -> torch.Tensor.exp certain
    f[0].exp()  # -> torch.Tensor.exp certain
    g.upper()
    h(1).exp()  # -> torch.Tensor.exp certain
    i.numel()  # -> torch.Size.numel certain
    for y in m:
        y.exp()  # -> torch.Tensor.exp certain
    n()
    o.append(1)
    p.get("x")
    q.index(1)
    r.hex()
    j.exp
    k(1)


def result() -> List[torch.Tensor]:
    return unknown()  # noqa: F821


result()[0].exp()  # -> torch.Tensor.exp certain
x: torch.Tensor
x.exp()  # -> torch.Tensor.exp certain
y: int = result()
y[0].exp()  # -> torch.Tensor.exp certain
