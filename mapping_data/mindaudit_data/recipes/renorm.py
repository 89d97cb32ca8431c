"""`torch.renorm` for any order; `ops.renorm` takes whole ones only."""

from __future__ import annotations

from mindspore import Tensor, mint, ops


def renorm(x: Tensor, p: float, dim: int, maxnorm: float) -> Tensor:
    """Scales each slice along `dim` whose p-norm is greater than `maxnorm` down to it.

    torch adds 1e-7 to the norm before it divides; so does this. Any backend; within 1e-6 in float32.
    """
    slices = ops.moveaxis(x, dim, 0)
    rows = slices.reshape((slices.shape[0], -1))
    norm = mint.amax(ops.abs(rows), 1, True) if p == float("inf") else ops.vector_norm(rows, p, 1, True)
    scaled = rows * ops.where(norm > maxnorm, maxnorm / (norm + 1e-7), ops.ones_like(norm))
    return ops.moveaxis(scaled.reshape(slices.shape), 0, dim)
