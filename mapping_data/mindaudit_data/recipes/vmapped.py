"""`torch.vmap` in PyNative mode: the function is called for one item after another, and the results are stacked.

MindSpore's `vmap` hands the function to the graph compiler, which refuses much of what PyNative mode runs. MindSpore 2.7 and newer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from mindspore import Tensor, ops


def vmapped(func: Callable[..., Any], in_dims: Any = 0, out_dims: Any = 0) -> Callable[..., Any]:
    """A function whose positional arguments have one more axis, at `in_dims`; results get theirs at `out_dims`.

    Both may be a number for all parts of an argument or result, or have its structure; None stands for a part without that axis. Keyword
    arguments are passed as they are. Time grows with the number of items. Calls raise ValueError as torch does.
    """

    def called(*args: Any, **kwargs: Any) -> Any:
        sizes = set(_sizes(args, in_dims))
        if len(sizes) != 1:
            raise ValueError(f"vmap: the mapped sizes differ: {sorted(sizes)}" if sizes else "vmap: no tensor is mapped")
        if sizes == {0}:  # an item of zeros tells what the results are
            return _of_length(0, called(*_of_length(1, args, in_dims), **kwargs), out_dims)
        results = [func(*item, **kwargs) for item in zip(*_items(args, in_dims, *sizes), strict=True)]
        return _stacked(results, out_dims)

    return called


def _of_length(length: int, value: Any, dims: Any) -> Any:
    """Zeros in place of every mapped tensor, with as many items."""
    if isinstance(value, dict):
        parts = zip(value, value.values(), _parts(dims, list(value)), strict=True)
        return type(value)((key, _of_length(length, part, dim)) for key, part, dim in parts)
    if isinstance(value, (tuple, list)):
        return _like(value, [_of_length(length, part, dim) for part, dim in zip(value, _parts(dims, value), strict=True)])
    if dims is None:
        return value
    place = dims % value.ndim
    return ops.zeros((*value.shape[:place], length, *value.shape[place + 1 :]), value.dtype)


def _parts(dims: Any, keys: Any) -> list[Any]:
    """The dimension of each part of a structure."""
    if isinstance(dims, dict):
        return [dims[key] for key in keys]
    if isinstance(dims, (tuple, list)):
        if len(dims) != len(keys):
            raise ValueError(f"vmap: {len(dims)} dimensions are given for {len(keys)} parts")
        return list(dims)
    return [dims] * len(keys)


def _sizes(value: Any, dims: Any) -> Iterator[int]:
    """The number of items of every mapped tensor."""
    if isinstance(value, (dict, tuple, list)):
        values = list(value.values() if isinstance(value, dict) else value)
        for part, dim in zip(values, _parts(dims, list(value)), strict=True):
            yield from _sizes(part, dim)
    elif dims is not None:
        if not isinstance(value, Tensor):
            raise ValueError(f"vmap: in_dims has {dims} for {type(value).__name__}, which is no tensor")  # noqa: TRY004 - as torch
        yield value.shape[dims]


def _items(value: Any, dims: Any, count: int) -> list[Any]:
    """The value of each item; of a tuple of arguments, the items of each of them."""
    return [_split(part, dim, count) for part, dim in zip(value, _parts(dims, value), strict=True)]


def _split(value: Any, dims: Any, count: int) -> list[Any]:
    """What every item gets of a value."""
    if isinstance(value, dict):
        columns = [_split(part, dim, count) for part, dim in zip(value.values(), _parts(dims, list(value)), strict=True)]
        return [type(value)(zip(value, row, strict=True)) for row in zip(*columns, strict=True)] or [value] * count
    if isinstance(value, (tuple, list)):
        return [_like(value, row) for row in zip(*_items(value, dims, count), strict=True)] or [value] * count
    return [value] * count if dims is None else list(ops.unbind(value, dims))


def _stacked(results: list[Any], dims: Any) -> Any:
    """The results of all items as one, of the structure of each."""
    first = results[0]
    if isinstance(first, dict):
        places = zip(first, _parts(dims, list(first)), strict=True)
        return type(first)((key, _stacked([each[key] for each in results], dim)) for key, dim in places)
    if isinstance(first, (tuple, list)):
        columns = zip(*results, strict=True)
        return _like(first, [_stacked(list(part), dim) for part, dim in zip(columns, _parts(dims, first), strict=True)])
    if not isinstance(first, Tensor):
        raise ValueError(f"vmap: the function must return tensors, got {type(first).__name__}")  # noqa: TRY004 - as torch
    return first if dims is None else ops.stack(results, dims)


def _like(value: Any, parts: Any) -> Any:
    """The parts in a container of the value's type."""
    return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
