"""`torch.sparse_coo_tensor`, `Tensor.to_dense`, `Tensor.coalesce` and `torch.sparse.mm`, of sparse tensors and of dense ones for them.

MindSpore 2.0 and newer, PyNative mode; exact.
"""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import COOTensor, Tensor, ops

from mindaudit_data.recipes.tensor_from import tensor_from


def sparse_coo(indices: Any, values: Any, size: Any = None, dtype: Any = None) -> COOTensor:
    """A sparse tensor of one row of `indices` for each axis, and of a value for each column; as large as the indices ask for, or `size`."""
    places, given = tensor_from(indices, mindspore.int64), tensor_from(values, dtype)
    shape = tuple(size) if size is not None else tuple([int(each) + 1 for each in ops.amax(places, 1).asnumpy()])
    return COOTensor(places.swapaxes(0, 1), given, shape)


def as_dense(x: Any) -> Tensor:
    """The tensor with its zeros."""
    return x if isinstance(x, Tensor) else x.to_dense()


def coalesced(x: Any) -> Any:
    """The tensor with one value for each place."""
    return x if isinstance(x, Tensor) else x.coalesce()


def sparse_mm(mat1: Any, mat2: Any) -> Tensor:
    """The product of two matrices, the first of which may be sparse, as a dense one; computed from dense ones."""
    return ops.mm(as_dense(mat1), as_dense(mat2))
