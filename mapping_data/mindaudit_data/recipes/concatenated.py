"""`torch.cat` of tensors of different dtypes, and beside empty tensors of one axis; on CPU MindSpore takes neither.

MindSpore 2.5 and newer, PyNative mode.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

from mindspore import Tensor, mint, ops


def concatenated(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """The tensors behind each other along `dim`, in the dtype that arithmetic between them has."""
    parts = list(tensors)
    if len({part.ndim for part in parts}) > 1:
        parts = [part for part in parts if part.shape != (0,)] or parts  # torch passes over them, for old programs' sake
    if len({part.dtype for part in tensors}) > 1:
        dtype = reduce(_common, (part.dtype for part in tensors))
        parts = [part.astype(dtype) for part in parts]
    return mint.cat(parts, dim)


def _common(one: Any, other: Any) -> Any:
    return one if one == other else ops.add(Tensor([0], one), Tensor([0], other)).dtype
