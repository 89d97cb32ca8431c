"""`torch.sparse_coo_tensor` and what is asked of sparse tensors: `coalesce`, `to_dense`, `indices`, `values`, `torch.sparse.mm`.

A sparse tensor is a dense one that remembers the places and values that it was made of, since MindSpore's operators take no others; their
results are dense. One that would be very large is MindSpore's COOTensor, which the functions of this file take, too.
MindSpore 2.0 and newer, PyNative mode; exact, but that the places of results of operators are not known.
"""

from __future__ import annotations

from functools import partial
from math import prod
from typing import Any

import mindspore
from mindspore import COOTensor, Tensor, ops

from mindaudit_data.recipes.nonzero import nonzero
from mindaudit_data.recipes.tensor_from import tensor_from
from mindaudit_data.recipes.unique_sorted import unique_sorted

_LARGEST = 2**27
"""How many elements a dense tensor has at most that stands for a sparse one."""


def sparse_coo(indices: Any, values: Any, size: Any = None, dtype: Any = None) -> Any:
    """A sparse tensor of one row of `indices` for each axis, and of a value for each column; as large as the indices ask for, or `size`.

    Values of one place are summed where it is dense.
    """
    places, given = tensor_from(indices, mindspore.int64), tensor_from(values, dtype)
    shape = tuple(size) if size is not None else (*[int(each) + 1 for each in ops.amax(places, 1).asnumpy()], *given.shape[1:])
    rows = places.swapaxes(0, 1)
    return _remembering(COOTensor(rows, given, shape) if prod(shape) > _LARGEST else _summed(rows, given, shape), places, given)


def _summed(rows: Tensor, values: Tensor, shape: tuple[int, ...]) -> Tensor:
    """The dense tensor of a value for each row of places: of booleans, whether any at a place is true; of others, the sums."""
    if values.dtype == mindspore.bool_:
        return _summed(rows, values.astype(mindspore.int32), shape).astype(mindspore.bool_)
    if values.dtype == mindspore.bfloat16:
        return _summed(rows, values.astype(mindspore.float32), shape).astype(mindspore.bfloat16)
    if values.is_complex():
        return ops.Complex()(_summed(rows, ops.real(values), shape), _summed(rows, ops.imag(values), shape))
    empty = ops.zeros(shape, values.dtype)
    return ops.tensor_scatter_add(empty, rows, values) if empty.size else empty  # the kernel refuses a tensor without elements


def _remembering(x: Any, places: Tensor, values: Tensor, is_unique: bool = False) -> Any:
    """A tensor that answers as a sparse one where code asks it under torch's names; `is_unique`: no place has two values."""
    x.is_sparse, x.sparse_parts = True, (places, values)
    x._nnz, x.is_coalesced = lambda: places.shape[1], lambda: is_unique
    x.sparse_dim, x.dense_dim = lambda: places.shape[0], lambda: values.ndim - 1
    if isinstance(x, Tensor):
        x._indices = x.indices = lambda: places
        x._values = x.values = lambda: values
        x.to, x.cpu, x.cuda = partial(_moved, x), lambda: x, lambda *_, **__: x
    return x


def _moved(x: Tensor, *args: Any, **kwargs: Any) -> Any:
    """A sparse tensor of another dtype, or for another device: it remembers its places there, too."""
    moved = Tensor.to(x, *args, **kwargs)
    places, values = _parts(x)
    return x if moved is x else _remembering(moved, places, values.astype(moved.dtype), x.is_coalesced())


def sparse_indices(x: Any) -> Tensor:
    """`x.indices()` or `x._indices()`: a row for each axis. Raises TypeError if `x` is a result of operators."""
    return _parts(x)[0]


def sparse_values(x: Any) -> Any:
    """`x.values()` or `x._values()`, also of a dict. Raises TypeError if `x` is a result of operators."""
    return _parts(x)[1] if isinstance(x, (Tensor, COOTensor)) else x.values()


def _parts(x: Any) -> tuple[Tensor, Tensor]:
    """The places and the values, of MindSpore's own sparse tensors too."""
    if hasattr(x, "sparse_parts"):
        found: tuple[Tensor, Tensor] = x.sparse_parts
        return found
    if isinstance(x, COOTensor):
        return x.indices.swapaxes(0, 1), x.values
    raise TypeError(
        "the tensor is dense: results of operators on sparse tensors do not know their places; make it sparse by coalesce() first"
    )


def as_dense(x: Any) -> Any:
    """The tensor with its zeros; any other object gets its own method called."""
    if isinstance(x, Tensor):
        return ops.deepcopy(x) if hasattr(x, "sparse_parts") else x
    if not _is_sparse(x):
        return x.to_dense()
    places, values = _parts(x)
    return _summed(places.swapaxes(0, 1), values, x.shape)


def _is_sparse(x: Any) -> bool:
    return hasattr(x, "sparse_parts") or isinstance(x, COOTensor)


def coalesced(x: Any) -> Any:
    """The tensor with one value for each place, in order; of a dense one, for each place that is not zero.

    Any other object gets its own method called.
    """
    if not isinstance(x, Tensor) and not _is_sparse(x):
        return x.coalesce()
    if isinstance(x, Tensor) and not hasattr(x, "sparse_parts"):
        rows: Any = nonzero(x)
        return _remembering(ops.deepcopy(x), rows.swapaxes(0, 1), x.reshape(-1)[_flat(rows.swapaxes(0, 1), x.shape)], is_unique=True)
    places, values = _parts(x)
    kept, group = unique_sorted(_flat(places, x.shape), return_inverse=True)
    summed = _summed(group.reshape(-1, 1), values, (kept.shape[0], *values.shape[1:]))
    found = sparse_coo(_places(kept, x.shape[: places.shape[0]]), summed, x.shape)
    found.is_coalesced = lambda: True
    return found


def is_coalesced(x: Any) -> Any:
    """Whether no place of a sparse tensor is known to have two values; any other object gets its own method called."""
    return False if isinstance(x, (Tensor, COOTensor)) and not hasattr(x, "sparse_parts") else x.is_coalesced()


def sparse_dim(x: Any) -> Any:
    """How many axes of a sparse tensor its places name; none of a dense one. Any other object gets its own method called."""
    return len(_parts(x)[0]) if _is_sparse(x) else 0 if isinstance(x, Tensor) else x.sparse_dim()


def dense_dim(x: Any) -> Any:
    """How many axes each value of a sparse tensor has; all of a dense one. Any other object gets its own method called."""
    return _parts(x)[1].ndim - 1 if _is_sparse(x) else x.ndim if isinstance(x, Tensor) else x.dense_dim()


def _flat(places: Tensor, shape: tuple[int, ...]) -> Tensor:
    """The places as numbers of what lies in the axes that have a row each."""
    flat = places[0]
    for row, length in zip(places[1:], shape[1:], strict=False):
        flat = flat * length + row
    return flat


def _places(flat: Tensor, shape: tuple[int, ...]) -> Tensor:
    """The row for each axis of places that are numbers."""
    rows = []
    for length in shape[::-1]:
        rows.append(flat % length)
        flat = flat // length
    return ops.stack(rows[::-1])


def sparse_mm(mat1: Any, mat2: Any) -> Tensor:
    """The product of two matrices, the first of which may be sparse, as a dense one; computed from dense ones unless it is very large."""
    if isinstance(mat1, Tensor):
        return ops.mm(mat1, as_dense(mat2))
    places, values = _parts(mat1)
    products = values.expand_dims(1) * ops.gather(as_dense(mat2), places[1], 0)
    return _summed(places[:1].swapaxes(0, 1), products, (mat1.shape[0], mat2.shape[1]))


def sparse_addmm(mat: Any, mat1: Any, mat2: Any, beta: float = 1.0, alpha: float = 1.0) -> Tensor:
    """A matrix times `beta` and the product of two times `alpha`."""
    return as_dense(mat) * beta + sparse_mm(mat1, mat2) * alpha


def sparse_sum(x: Any, dim: Any = None, dtype: Any = None) -> Tensor:
    """The sum of all elements; or along axes, as a dense tensor."""
    dense = as_dense(x) if dtype is None else as_dense(x).astype(dtype)
    if not (dense.is_floating_point() or dense.is_complex()):
        dense = dense.astype(mindspore.int64)
    return dense.sum() if dim is None else dense.sum(dim)
