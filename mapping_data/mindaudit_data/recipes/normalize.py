"""`torch.nn.functional.normalize`, whose MindSpore function does not run on CPU, and `cosine_similarity`."""

from __future__ import annotations

from mindspore import Tensor, ops

from mindaudit_data.recipes.linalg_norm import linalg_vector_norm


def normalize(x: Tensor, p: float = 2.0, dim: int | tuple[int, ...] = 1, eps: float = 1e-12) -> Tensor:
    """Divide by the p-norm along `dim`, but at least by `eps`."""
    norms = linalg_vector_norm(x, p, dim, True)
    return x / ops.where(norms < eps, ops.full_like(norms, eps), norms)  # ops.maximum passes over NaN on CPU


def cosine_similarity(x1: Tensor, x2: Tensor, dim: int = 1, eps: float = 1e-8) -> Tensor:
    """The cosine along `dim` of tensors that broadcast, each norm at least `eps`."""
    if x1.ndim == 0 and x2.ndim == 0:
        return cosine_similarity(x1.reshape(1), x2.reshape(1), 0, eps)
    shape = (x1 * x2).shape
    x1, x2 = ops.broadcast_to(x1, shape), ops.broadcast_to(x2, shape)
    return (normalize(x1, 2.0, dim, eps) * normalize(x2, 2.0, dim, eps)).sum(dim)
