"""Indices of which nothing is known before the program runs, such as `x[i, :, j]`: torch applies numbers before tensors and lists.

MindSpore, as NumPy does, moves numbers together with tensors, which changes the order of dimensions. PyNative mode.
"""

from __future__ import annotations

from typing import Any

import mindspore
import numpy as np
from mindspore import Tensor, ops

from mindaudit_data.recipes.overwritten import chooses

_LISTS = (list, tuple, range, np.ndarray)
"""What chooses positions inside of an index, as a tensor does."""


class numbers_first:  # noqa: N801 - it stands where a tensor stood
    """Takes a tensor's place where an item of it is read, stored or changed by an operator; another object's place as well."""

    def __init__(self, x: Any) -> None:
        self.x = x

    def __getitem__(self, index: Any) -> Any:
        """The items in torch's order of dimensions; what tensors and lists choose is a copy."""
        parts = _parts(self.x, index)
        found = _taken(self.x, parts) if parts else self.x[index]
        if isinstance(found, Tensor) and (parts or chooses(index)):
            found.parent_tensor_ = None  # to which a store into what was chosen would go on
        return found

    def __setitem__(self, index: Any, value: Any) -> None:
        """Stores into the same items."""
        parts = _parts(self.x, index)
        if not parts:
            self.x[index] = value
            return
        places = _taken(ops.arange(self.x.size).reshape(self.x.shape), parts)
        if places.size:
            self.x[_coordinates(places, self.x.shape)] = value


def _parts(x: Any, index: Any) -> list[Any]:
    """The parts of an index without `...`: numbers, slices, None and tensors; none where no tensor is beside another part."""
    if not isinstance(x, Tensor) or not isinstance(index, tuple) or len(index) < 2:
        return []
    parts = [_part(part) for part in index]
    if not all(map(_is_known, parts)) or not any(isinstance(part, Tensor) for part in parts):
        return []
    missing = x.ndim - sum(_covered(part) for part in parts)
    wholes = [slice(None)] * max(missing, 0)
    places = [number for number, part in enumerate(parts) if part is ...]
    return [*parts[: places[0]], *wholes, *parts[places[0] + 1 :]] if places else parts


def _is_known(part: Any) -> bool:
    """Whether it is clear what a part does; not so of truth values, which count for no dimension."""
    is_truth = isinstance(part, bool) or (isinstance(part, Tensor) and part.ndim == 0)
    return part is None or part is ... or (isinstance(part, int | slice | Tensor) and not is_truth)


def _part(part: Any) -> Any:
    """A list as a tensor, and a tensor of one integer as a number."""
    if isinstance(part, _LISTS):
        return Tensor(np.asarray(part, None if len(part) else np.int64))
    if isinstance(part, Tensor) and part.ndim == 0 and part.dtype != mindspore.bool_:
        return int(part)
    return int(part) if isinstance(part, np.integer) else part


def _covered(part: Any) -> int:
    """How many dimensions a part stands for."""
    if isinstance(part, Tensor) and _is_mask(part):
        return int(part.ndim)
    return 0 if part is None or part is ... else 1


def _is_mask(part: Tensor) -> bool:
    return part.dtype in (mindspore.bool_, mindspore.uint8)


def _taken(x: Tensor, parts: list[Any]) -> Tensor:
    """What an index takes out of a tensor, in two steps."""
    first: list[Any] = []
    then: list[Any] = []
    for part in parts:
        if isinstance(part, Tensor):
            first += [slice(None)] * _covered(part)
            then += _positions(part) if _is_mask(part) else [part]
        else:
            first.append(part)
            then += [] if isinstance(part, int) else [slice(None)]
    return x[tuple(first)][tuple(then)]


def _positions(mask: Tensor) -> list[Tensor]:
    """Where a mask is true, by dimensions."""
    return list(ops.nonzero(mask).swapaxes(0, 1))


def _coordinates(places: Tensor, shape: tuple[int, ...]) -> tuple[Tensor, ...]:
    """The index of each dimension of a tensor of this shape, for places in it that are counted through."""
    found: list[Tensor] = []
    for length in reversed(shape):
        found.append(places % length)
        places = places // length
    return tuple(reversed(found))
