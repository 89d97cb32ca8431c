"""`torch.linalg.householder_product` (`torch.orgqr`) and `torch.ormqr`, with gradients."""

from __future__ import annotations

from mindspore import Tensor, ops


def householder_product(x: Tensor, tau: Tensor) -> Tensor:
    """The first columns of the product of the reflections that `geqrf` stores below the diagonal of `x`: as many as `x` has."""
    return _reflections(x, tau)[..., : x.shape[-1]]


def ormqr(x: Tensor, tau: Tensor, other: Tensor, left: bool = True, transpose: bool = False) -> Tensor:
    """The product of that orthogonal matrix (or its transpose) and `other`, from the left or from the right."""
    whole = _reflections(x, tau)
    whole = ops.swapaxes(whole, -1, -2) if transpose else whole
    return ops.matmul(whole, other) if left else ops.matmul(other, whole)


def _reflections(x: Tensor, tau: Tensor) -> Tensor:
    rows = x.shape[-2]
    eye = ops.eye(rows, rows, x.dtype)
    product, lower = eye, ops.tril(x, -1)
    for k in range(tau.shape[-1]):
        vector = (lower[..., k] + eye[k]).expand_dims(-1)
        scale = tau[..., k].expand_dims(-1).expand_dims(-1)
        product = ops.matmul(product, eye - scale * ops.matmul(vector, ops.swapaxes(vector, -1, -2)))
    return product
