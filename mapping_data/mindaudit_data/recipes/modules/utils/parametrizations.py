"""`torch.nn.utils.parametrizations`: weight normalization, spectral normalization and orthogonal weights."""

from __future__ import annotations

from typing import Any

import mindspore
import numpy as np
from mindspore import Tensor, ops

from mindaudit_data.recipes.solve_linear import inverse

from ..modules.conv import _ConvTransposeNd
from ..modules.module import Module
from .parametrize import register_parametrization
from .spectral_norm import as_matrix, improve, singular_value, unit
from .weight_norm import length

__all__ = ["orthogonal", "spectral_norm", "weight_norm"]


class _WeightNorm(Module):
    """A weight as lengths times directions."""

    def __init__(self, dim: int | None = 0) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, weight_g: Tensor, weight_v: Tensor) -> Tensor:
        """The weight."""
        return weight_v * (weight_g / length(weight_v, self.dim))

    def right_inverse(self, weight: Tensor) -> tuple[Tensor, Tensor]:
        """Lengths and directions."""
        return length(weight, self.dim), weight


def weight_norm(module: Any, name: str = "weight", dim: int | None = 0) -> Any:
    """The same module, whose weight is stored as lengths and directions."""
    return register_parametrization(module, name, _WeightNorm(dim), unsafe=True)


class _SpectralNorm(Module):
    """A weight over its largest singular value; the estimates move on in training."""

    def __init__(self, weight: Tensor, n_power_iterations: int = 1, dim: int = 0, eps: float = 1e-12) -> None:
        super().__init__()
        self.dim = dim
        self.eps = eps
        self.n_power_iterations = n_power_iterations
        self.single = weight.ndim == 1
        if not self.single:
            matrix = as_matrix(weight, dim)
            rows, columns = matrix.shape
            self.register_buffer("_u", unit(ops.randn(rows, dtype=mindspore.float32), eps))
            self.register_buffer("_v", unit(ops.randn(columns, dtype=mindspore.float32), eps))
            improve(matrix, self._u, self._v, 15, eps)

    def forward(self, weight: Tensor) -> Tensor:
        """The divided weight."""
        if self.single:
            return unit(weight, self.eps)
        matrix = as_matrix(weight, self.dim)
        if self.training:
            improve(matrix, self._u, self._v, self.n_power_iterations, self.eps)
        return weight / singular_value(matrix, self._u, self._v)

    def right_inverse(self, value: Tensor) -> Tensor:
        """The weight itself."""
        return value


def spectral_norm(module: Any, name: str = "weight", n_power_iterations: int = 1, eps: float = 1e-12, dim: int | None = None) -> Any:
    """The same module, whose weight is divided by its largest singular value."""
    if dim is None:
        dim = 1 if isinstance(module, _ConvTransposeNd) else 0
    parametrization = _SpectralNorm(getattr(module, name), n_power_iterations, dim, eps)
    return register_parametrization(module, name, parametrization)


class _Orthogonal(Module):
    """A matrix of orthogonal rows or columns: the exponential of a skew-symmetric matrix, or the Cayley map, times a fixed base."""

    def __init__(self, weight: Tensor, orthogonal_map: str) -> None:
        super().__init__()
        self.orthogonal_map = orthogonal_map
        rows, columns = weight.shape[-2:]
        self.flat = rows < columns
        self.columns = min(rows, columns)
        tall = weight.asnumpy().swapaxes(-1, -2) if self.flat else weight.asnumpy()
        base = np.linalg.qr(tall, mode="complete")[0]
        self.register_buffer("base", Tensor(base.astype(np.float32)))

    def forward(self, x: Tensor) -> Tensor:
        """The orthogonal matrix."""
        lower = ops.tril(x.swapaxes(-1, -2) if self.flat else x, -1)
        size = lower.shape[-2]
        square = ops.cat([lower, ops.zeros((*lower.shape[:-1], size - lower.shape[-1]), x.dtype)], -1)
        skew = square - square.swapaxes(-1, -2)
        identity = ops.eye(size, size, x.dtype)
        turned = ops.matmul(self.base, ops.matmul(inverse(identity + 0.5 * skew), identity - 0.5 * skew))[..., : self.columns]
        return turned.swapaxes(-1, -2) if self.flat else turned

    def right_inverse(self, weight: Tensor) -> Tensor:
        """Zeros: the base alone."""
        return ops.zeros_like(weight)


def orthogonal(module: Any, name: str = "weight", orthogonal_map: str | None = None, *, use_trivialization: bool = True) -> Any:
    """The same module with an orthogonal weight, by the Cayley map. Raises ValueError below two dimensions."""
    weight = getattr(module, name)
    if weight.ndim < 2:
        raise ValueError(f"Expected a matrix or batch of matrices. Got a tensor of {weight.ndim} dimensions.")
    return register_parametrization(module, name, _Orthogonal(weight, orthogonal_map or "cayley"), unsafe=True)
