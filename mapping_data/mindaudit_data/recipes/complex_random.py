"""Random complex numbers. MindSpore's generators give real ones alone; other numbers than torch's, of the same distribution."""

from __future__ import annotations

import math
from typing import Any

import mindspore
from mindspore import Tensor, ops

_COMPLEX = (mindspore.complex64, mindspore.complex128)


def _parts(dtype: Any) -> Any:
    """The dtype of the real and the imaginary part."""
    return mindspore.float64 if dtype == mindspore.complex128 else mindspore.float32


def complex_rand(*size: Any, dtype: Any) -> Tensor:
    """torch.rand of a dtype that may be complex: both parts are uniform in [0, 1). Any backend."""
    if dtype not in _COMPLEX:
        return ops.rand(*size, dtype=dtype)
    return ops.Complex()(ops.rand(*size, dtype=_parts(dtype)), ops.rand(*size, dtype=_parts(dtype)))


def complex_randn(*size: Any, dtype: Any) -> Tensor:
    """torch.randn of a dtype that may be complex: both parts are normal with variance 1/2. Any backend."""
    if dtype not in _COMPLEX:
        return ops.randn(*size, dtype=dtype)
    scale = math.sqrt(0.5)
    return ops.Complex()(ops.randn(*size, dtype=_parts(dtype)) * scale, ops.randn(*size, dtype=_parts(dtype)) * scale)
