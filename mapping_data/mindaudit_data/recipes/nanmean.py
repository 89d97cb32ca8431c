"""`torch.nanmean`: MindSpore's own ends in an error while operations are recorded for `backward`. Any backend; within 1e-6 in float32."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor, ops

from mindaudit_data.recipes.mean_of_counted import mean_of_counted


def nanmean(
    input: Tensor,  # noqa: A002 - torch's name
    dim: Any = None,
    keepdim: bool = False,
    *,
    dtype: Any = None,
) -> Tensor:
    """The mean of the elements that are numbers, of all or along dimensions; NaN where there is none."""
    x = input if dtype is None else input.astype(dtype)
    kept = ops.logical_not(ops.isnan(x))
    axis = () if dim is None else dim
    count = kept.astype(x.dtype).sum(axis, keepdims=keepdim)
    total = ops.where(kept, x, ops.zeros_like(x)).sum(axis, keepdims=keepdim)
    return mean_of_counted(total, count)
