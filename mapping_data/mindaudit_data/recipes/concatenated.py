"""`torch.cat` of tensors of different dtypes, and beside empty tensors of one axis; on CPU MindSpore takes neither.

MindSpore 2.5 and newer, graph and PyNative mode.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mindspore import Tensor, mint, ops


def concatenated(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """The tensors behind each other along `dim`, in the dtype that arithmetic between them has."""
    rank = 0
    for part in tensors:
        rank = max(rank, part.ndim)
    parts = []
    for part in in_common_dtype(tensors):
        if rank == 1 or part.shape != (0,):  # torch passes over such empty ones beside others, for old programs' sake
            parts.append(part)
    return mint.cat(parts, dim)


def in_common_dtype(tensors: Sequence[Tensor]) -> list[Tensor]:
    """The tensors in the dtype that arithmetic between them has."""
    dtype = tensors[0].dtype
    for part in tensors:
        dtype = _common(dtype, part.dtype)
    parts = []
    for part in tensors:
        parts.append(part if part.dtype == dtype else part.astype(dtype))
    return parts


def _common(one: Any, other: Any) -> Any:
    return one if one == other else ops.add(Tensor([0], one), Tensor([0], other)).dtype
