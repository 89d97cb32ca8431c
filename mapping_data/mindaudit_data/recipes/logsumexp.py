"""`torch.logsumexp`, which is -inf for nothing but -inf; MindSpore's is NaN there."""

from __future__ import annotations

from mindspore import Tensor, mint, ops


def logsumexp(x: Tensor, dim: int | tuple[int, ...], keepdim: bool = False) -> Tensor:
    """The logarithm of the sum of exponentials along `dim`. Any backend; within 1e-6 in float32."""
    axes = (dim,) if isinstance(dim, int) else tuple(dim)
    if x.ndim == 0:
        return x
    x = x if x.is_floating_point() else x.astype("float32")
    top = ops.stop_gradient(mint.amax(x, axes, True))
    top = ops.where(ops.isinf(top), ops.zeros_like(top), top)
    total = ops.log(ops.exp(x - top).sum(axes, keepdims=True)) + top
    return total if keepdim else total.squeeze(axes)
