"""`torch.nn.utils.weight_norm`: a weight as a length times a direction."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor, ops

from ..parameter import Parameter
from ._derived import Computed, derive, restore


def length(weight: Tensor, dim: int | None) -> Tensor:
    """The lengths over all dimensions but one, or over all if `dim` is None or -1."""
    if dim is None or dim == -1:
        return ops.sqrt(ops.square(weight).sum())
    axes = tuple(axis for axis in range(weight.ndim) if axis != dim % weight.ndim)
    return ops.sqrt(ops.square(weight).sum(axes, keepdims=True))


def weight_norm(module: Any, name: str = "weight", dim: int | None = 0) -> Any:
    """The same module, whose weight is computed from `<name>_g` (lengths) and `<name>_v` (directions)."""
    weight = derive(module, name, Computed(_normed, (name, dim)))
    module.register_parameter(f"{name}_g", Parameter(length(weight, dim)))
    module.register_parameter(f"{name}_v", Parameter(weight))
    return module


def _normed(name: str, dim: int | None) -> property:
    def compute(owner: Any) -> Tensor:
        direction = getattr(owner, f"{name}_v")
        return direction * (getattr(owner, f"{name}_g") / length(direction, dim))

    return property(compute)


def remove_weight_norm(module: Any, name: str = "weight") -> Any:
    """The same module with an ordinary weight of the present value. Raises ValueError without weight normalization."""
    if f"{name}_g" not in module._parameters:
        raise ValueError(f"weight_norm of '{name}' not found in {module}")
    weight = restore(module, name)
    delattr(module, f"{name}_g")
    delattr(module, f"{name}_v")
    module.register_parameter(name, Parameter(weight))
    return module
