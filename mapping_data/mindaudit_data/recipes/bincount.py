"""`torch.bincount` with torch's dtypes; MindSpore's CPU function counts in float32."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops


def bincount(x: Tensor, weights: Tensor | None = None, minlength: int = 0) -> Tensor:
    """How often each number from 0 to the largest occurs: int64; with weights their sums, float32 for float32, else float64.

    The output's length depends on data unless `minlength` is larger.
    """
    length = max(minlength, int(x.max()) + 1) if x.size else minlength
    if weights is None:
        added = ops.ones(x.shape, mindspore.int64)
    else:
        added = weights if weights.dtype == mindspore.float32 else weights.astype(mindspore.float64)
    return ops.tensor_scatter_add(ops.zeros((length,), added.dtype), x.reshape(-1, 1).astype(mindspore.int64), added)
