"""`Tensor.to_dense`, `Tensor.coalesce` and `torch.sparse.mm`, of MindSpore's sparse tensors and of dense ones that stand for torch's.

MindSpore 2.0 and newer, PyNative mode; exact.
"""

from __future__ import annotations

from typing import Any

from mindspore import Tensor, ops


def as_dense(x: Any) -> Tensor:
    """The tensor with its zeros."""
    return x if isinstance(x, Tensor) else x.to_dense()


def coalesced(x: Any) -> Any:
    """The tensor with one value for each place."""
    return x if isinstance(x, Tensor) else x.coalesce()


def sparse_mm(mat1: Any, mat2: Any) -> Tensor:
    """The product of two matrices, the first of which may be sparse, as a dense one; computed from dense ones."""
    return ops.mm(as_dense(mat1), as_dense(mat2))
