"""torch's dtypes, `torch.dtype`, `torch.finfo`, `torch.iinfo`, and what tells layouts apart."""

from __future__ import annotations

import builtins
from typing import Any

import mindspore
import numpy as np
from mindspore import (
    bfloat16,
    complex64,
    complex128,
    float8_e4m3fn,
    float8_e5m2,
    float16,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
)

from mindaudit_data.recipes.default_dtype import get_default_dtype as get_default_dtype
from mindaudit_data.recipes.default_dtype import set_default_dtype as set_default_dtype
from mindaudit_data.recipes.default_dtype import set_default_tensor_type as set_default_tensor_type

bool = mindspore.bool_
double = float64
float = float32
half = float16
cdouble = complex128
cfloat = complex64
int = int32
long = int64
short = int16

dtype = mindspore.dtype.Type

memory_format = layout = str
contiguous_format = legacy_contiguous_format = "contiguous_format"
channels_last = "channels_last"
channels_last_3d = "channels_last_3d"
preserve_format = "preserve_format"
strided = "strided"
sparse_coo = "sparse_coo"
sparse_csr = "sparse_csr"


class _SizeType(type):
    """Shapes are plain tuples in MindSpore: a tuple of integers counts as one, and a tuple of anything else does not."""

    def __instancecheck__(cls, instance: Any) -> Any:
        return isinstance(instance, tuple) and all(isinstance(length, builtins.int) for length in instance)


class Size(metaclass=_SizeType):
    """A shape."""

    def __new__(cls, lengths: Any = ()) -> Any:
        """A plain tuple."""
        return tuple(lengths)


class _Format:
    """The limits of a floating-point format that numpy does not have, by its binary exponents."""

    def __init__(self, bits: Any, largest: Any, eps: Any, smallest: Any, resolution: Any) -> None:
        self.bits = bits
        self.max = builtins.float(largest)
        self.min = -self.max
        self.eps = 2.0**eps
        self.tiny = 2.0**smallest
        self.resolution = builtins.float(resolution)


def _plain(number: Any) -> Any:
    """Python's number of numpy's."""
    return number.item() if isinstance(number, np.generic) else number


_FORMATS = {
    "bfloat16": _Format(16, (2 - 2.0**-7) * 2.0**127, -7, -126, 0.01),
    "float8e4m3fn": _Format(8, 448, -3, -6, 1),
    "float8e5m2": _Format(8, 57344, -2, -14, 1),
}


_OF_PARTS = {"complex64": "float32", "complex128": "float64"}
"""What torch names as the dtype of the limits of complex numbers."""


class _Limits:
    """What numpy knows of a dtype, under torch's names."""

    def __init__(self, info: Any, dtype: Any) -> None:
        self.bits = info.bits
        self.min = _plain(info.min)
        self.max = _plain(info.max)
        self.dtype = _OF_PARTS.get(str(dtype).lower(), str(dtype).lower())


_OF_PYTHON: dict[Any, Any] = {
    builtins.float: mindspore.float64, builtins.int: mindspore.int64, builtins.complex: mindspore.complex128,
}  # fmt: skip
"""The dtypes that torch takes Python's types for."""


class finfo(_Limits):
    """The limits of a floating-point dtype, float32 if none is given."""

    def __init__(self, type: Any = float32) -> None:
        type = _OF_PYTHON.get(type, type)
        info: Any = _FORMATS.get(str(type).lower()) or np.finfo(mindspore.dtype_to_nptype(type))
        super().__init__(info, type)
        self.eps = _plain(info.eps)
        self.tiny = self.smallest_normal = _plain(info.tiny)
        self.resolution = _plain(info.resolution)


class iinfo(_Limits):
    """The limits of an integer dtype."""

    def __init__(self, type: Any) -> None:
        type = _OF_PYTHON.get(type, type)
        super().__init__(np.iinfo(mindspore.dtype_to_nptype(type)), type)
