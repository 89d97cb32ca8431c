"""`torch.nn.utils.spectral_norm`: a weight divided by its largest singular value, which the power method estimates."""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Tensor, ops

from ..modules.conv import _ConvTransposeNd
from ..parameter import Parameter
from ._derived import Computed, derive, restore


def unit(vector: Tensor, eps: float) -> Tensor:
    """A vector of length 1."""
    return vector / ops.maximum(ops.sqrt(ops.square(vector).sum()), Tensor(eps, vector.dtype))


def as_matrix(weight: Tensor, dim: int) -> Tensor:
    """A weight with one dimension as rows."""
    rows = ops.moveaxis(weight, dim, 0) if dim else weight
    return rows.reshape((rows.shape[0], -1))


def improve(matrix: Tensor, u: Any, v: Any, rounds: int, eps: float) -> None:
    """Rounds of the power method on two buffers, in place."""
    rows = ops.stop_gradient(matrix)
    for _ in range(rounds):
        ops.assign(v, unit(ops.matmul(rows.T, u), eps))
        ops.assign(u, unit(ops.matmul(rows, v), eps))


def singular_value(matrix: Tensor, u: Any, v: Any) -> Tensor:
    """The largest singular value as estimated, with a gradient to the matrix."""
    left, right = ops.stop_gradient(u.value()), ops.stop_gradient(v.value())
    return (left * ops.matmul(matrix, right)).sum()


def spectral_norm(module: Any, name: str = "weight", n_power_iterations: int = 1, eps: float = 1e-12, dim: int | None = None) -> Any:
    """The same module, whose weight is `<name>_orig` over its largest singular value; the estimates move on in training."""
    if dim is None:
        dim = 1 if isinstance(module, _ConvTransposeNd) else 0
    weight = derive(module, name, Computed(_normed, (name, dim, n_power_iterations, eps)))
    rows, columns = as_matrix(weight, dim).shape
    module.register_parameter(f"{name}_orig", Parameter(weight))
    module.register_buffer(f"{name}_u", unit(ops.randn(rows, dtype=mindspore.float32), eps))
    module.register_buffer(f"{name}_v", unit(ops.randn(columns, dtype=mindspore.float32), eps))
    return module


def _normed(name: str, dim: int, rounds: int, eps: float) -> property:
    def compute(owner: Any) -> Tensor:
        weight = getattr(owner, f"{name}_orig")
        u, v, matrix = getattr(owner, f"{name}_u"), getattr(owner, f"{name}_v"), as_matrix(weight, dim)
        if owner.training:
            improve(matrix, u, v, rounds, eps)
        return weight / singular_value(matrix, u, v)

    return property(compute)


def remove_spectral_norm(module: Any, name: str = "weight") -> Any:
    """The same module with an ordinary weight of the present value. Raises ValueError without spectral normalization."""
    if f"{name}_orig" not in module._parameters:
        raise ValueError(f"spectral_norm of '{name}' not found in {module}")
    training = module.training
    module.training = False
    weight = restore(module, name)
    module.training = training
    for part in ("orig", "u", "v"):
        delattr(module, f"{name}_{part}")
    module.register_parameter(name, Parameter(weight))
    return module
