"""`torch.renorm` with every p; MindSpore's wants a float limit and knows no infinity."""

from __future__ import annotations

from mindspore import Tensor, ops


def renorm(x: Tensor, p: float, dim: int, maxnorm: float) -> Tensor:
    """Shrink each slice along `dim` whose p-norm exceeds `maxnorm` to that norm."""
    others = tuple([d for d in range(x.ndim) if d != dim % x.ndim])
    norms = ops.vector_norm(x, p, axis=others, keepdims=True)
    return x * ops.where(norms > maxnorm, maxnorm / (norms + 1e-7), ops.ones_like(norms))
