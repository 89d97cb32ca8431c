"""`torch.sparse.FloatTensor` and its siblings: calls of them, and the classes as values and in `isinstance`.

MindSpore 2.0 and newer, PyNative mode; as exact as `torch.sparse_coo_tensor`.
"""

from __future__ import annotations

from typing import Any

import mindspore
import numpy as np
from mindspore import COOTensor, Tensor

from mindaudit_data.recipes.sparse_forms import sparse_coo


class _OfSparse(type):
    """A class whose instances are all sparse tensors of one dtype."""

    dtype: Any

    def __call__(cls, *data: Any, size: Any = None) -> Any:
        """A sparse tensor of indices and values, and perhaps a size; or one without values, of a size."""
        if len(data) < 2 or isinstance(data[0], (int, np.integer)):
            return cls._empty(data[0] if len(data) == 1 and not isinstance(data[0], int) else data or (0,))
        return sparse_coo(data[0], data[1], data[2] if len(data) > 2 else size, cls.dtype)

    def _empty(cls, size: Any) -> Any:
        indices = mindspore.tensor(np.zeros((len(size), 0), np.int64))
        return sparse_coo(indices, mindspore.tensor(np.zeros(0), dtype=cls.dtype), size)

    def __instancecheck__(cls, instance: object) -> bool:
        """Whether something is a sparse tensor of the dtype."""
        is_sparse = isinstance(instance, COOTensor) or (isinstance(instance, Tensor) and hasattr(instance, "sparse_parts"))
        return is_sparse and instance.dtype == cls.dtype  # type: ignore[attr-defined]


class SparseHalfTensor(metaclass=_OfSparse):
    """Sparse tensors of float16."""

    dtype = mindspore.float16


class SparseBFloat16Tensor(metaclass=_OfSparse):
    """Sparse tensors of bfloat16."""

    dtype = mindspore.bfloat16


class SparseFloatTensor(metaclass=_OfSparse):
    """Sparse tensors of float32."""

    dtype = mindspore.float32


class SparseDoubleTensor(metaclass=_OfSparse):
    """Sparse tensors of float64."""

    dtype = mindspore.float64


class SparseByteTensor(metaclass=_OfSparse):
    """Sparse tensors of uint8."""

    dtype = mindspore.uint8


class SparseCharTensor(metaclass=_OfSparse):
    """Sparse tensors of int8."""

    dtype = mindspore.int8


class SparseShortTensor(metaclass=_OfSparse):
    """Sparse tensors of int16."""

    dtype = mindspore.int16


class SparseIntTensor(metaclass=_OfSparse):
    """Sparse tensors of int32."""

    dtype = mindspore.int32


class SparseLongTensor(metaclass=_OfSparse):
    """Sparse tensors of int64."""

    dtype = mindspore.int64
