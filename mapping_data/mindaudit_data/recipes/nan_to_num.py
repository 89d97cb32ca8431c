"""`torch.nan_to_num` for every dtype. MindSpore's kernel on CPU takes float16 and float32 only."""

from __future__ import annotations

import numpy as np
from mindspore import Tensor, ops
from mindspore import dtype as mstype

_LARGEST = {mstype.float16: 65504.0, mstype.bfloat16: 3.3895313892515355e38, mstype.float32: float(np.finfo(np.float32).max)}


def nan_to_num(x: Tensor, nan: float | None = None, posinf: float | None = None, neginf: float | None = None) -> Tensor:
    """The tensor with `nan` (0), `posinf` and `neginf` (the largest and smallest numbers of its dtype) for what is not finite.

    Whole numbers stay as they are. Any backend; exact.
    """
    if not x.is_floating_point():
        return x
    largest = _LARGEST.get(x.dtype, float(np.finfo(np.float64).max))
    found = ops.where(ops.isnan(x), ops.full_like(x, 0.0 if nan is None else nan), x)
    found = ops.where(x == float("inf"), ops.full_like(x, largest if posinf is None else posinf), found)
    return ops.where(x == float("-inf"), ops.full_like(x, -largest if neginf is None else neginf), found)
