"""`torch.logsumexp`, which is -inf for nothing but -inf; MindSpore's is NaN there."""

from __future__ import annotations

from mindspore import Tensor, mint, ops

from mindaudit_data.recipes.exponentials import wide_on_cpu
from mindaudit_data.recipes.floating import floating


def logsumexp(x: Tensor, dim: int | tuple[int, ...], keepdim: bool = False) -> Tensor:
    """The logarithm of the sum of exponentials along `dim`. Any backend; within 1e-6 in float32."""
    axes = (dim,) if isinstance(dim, int) else tuple(dim)
    if x.ndim == 0:
        return x
    x = floating(x)
    wide = wide_on_cpu(x)
    top = ops.stop_gradient(mint.amax(wide, axes, True))
    top = ops.where(ops.isinf(top), ops.zeros_like(top), top)
    total = (ops.log(ops.exp(wide - top).sum(axes, keepdims=True)) + top).astype(x.dtype)
    return total if keepdim else total.squeeze(axes)
