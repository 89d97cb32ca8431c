"""ONNX's ReduceLogSumExp, in torch `torch.logsumexp`: the migration guide's worked example of composing an operator."""

from __future__ import annotations

from mindspore import Tensor, ops


def reduce_log_sum_exp(x: Tensor, axis: int | tuple[int, ...], keepdims: bool = False) -> Tensor:
    """log(sum(exp(x))) over `axis`, shifted by the maximum so that nothing overflows; infinite maxima shift by 0."""
    top = ops.amax(x, axis, keepdims=True)
    top = ops.stop_gradient(ops.where(ops.isfinite(top), top, ops.zeros_like(top)))
    total = ops.log(ops.exp(x - top).sum(axis, keepdims=True)) + top
    if keepdims:
        return total
    axes = (axis,) if isinstance(axis, int) else axis
    gone = [a % x.ndim for a in axes]
    return total.reshape(tuple([n for d, n in enumerate(x.shape) if d not in gone]))
