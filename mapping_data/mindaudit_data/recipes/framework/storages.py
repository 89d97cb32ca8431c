"""torch's classes of storages, as far as programs read bytes by them: `torch.ByteTensor(torch.ByteStorage.from_buffer(data))`."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["ByteStorage", "CharStorage", "DoubleStorage", "FloatStorage", "HalfStorage", "IntStorage", "LongStorage", "ShortStorage"]
_ORDERS = {"native": "=", "little": "<", "big": ">"}


class _Storage:
    """Reads elements of one dtype."""

    dtype: Any

    @classmethod
    def from_buffer(cls, buffer: Any, byte_order: str = "native", count: int = -1, offset: int = 0) -> np.ndarray[Any, Any]:
        """The elements of bytes as an array of one dimension, of which the classes of tensors make tensors."""
        read = np.frombuffer(buffer, np.dtype(cls.dtype).newbyteorder(_ORDERS[byte_order]), count, offset)
        return read.astype(cls.dtype)


class ByteStorage(_Storage):
    """Elements of uint8."""

    dtype = np.uint8


class CharStorage(_Storage):
    """Elements of int8."""

    dtype = np.int8


class ShortStorage(_Storage):
    """Elements of int16."""

    dtype = np.int16


class IntStorage(_Storage):
    """Elements of int32."""

    dtype = np.int32


class LongStorage(_Storage):
    """Elements of int64."""

    dtype = np.int64


class HalfStorage(_Storage):
    """Elements of float16."""

    dtype = np.float16


class FloatStorage(_Storage):
    """Elements of float32."""

    dtype = np.float32


class DoubleStorage(_Storage):
    """Elements of float64."""

    dtype = np.float64
