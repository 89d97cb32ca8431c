"""`torch.special.zeta` with broadcasting, which `ops.zeta` lacks."""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Tensor, ops


def zeta(x: Tensor | float, q: Tensor | float) -> Tensor:
    """The Hurwitz zeta function; tensors or numbers. Any backend with `ops.zeta`; within 1e-6 relative in float32."""
    x, q = _tensor(x, q), _tensor(q, x)
    return ops.zeta(x + ops.zeros_like(q), q + ops.zeros_like(x))


def _tensor(value: Tensor | float, other: Any) -> Tensor:
    """A floating-point tensor of the value, like the other one if it is a number."""
    if isinstance(value, Tensor):
        return value if value.is_floating_point() else value.astype(mindspore.float32)
    return Tensor(value, other.dtype if isinstance(other, Tensor) and other.is_floating_point() else mindspore.float32)
