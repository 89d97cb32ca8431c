"""`torch.vmap` as a value. PyNative mode, MindSpore 2.4 and newer: the function is called for one slice after the other; exact."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mindspore import Tensor, mint, ops


def mapped(
    func: Callable[..., Any], in_dims: Any = 0, out_dims: Any = 0, randomness: str = "error", *, chunk_size: int | None = None
) -> Callable[..., Any]:
    """A function that is applied along the dimensions `in_dims` of its inputs; None is for an input that each call gets whole.

    Keywords are mapped along their first dimension, as in torch. Tuples, lists and dicts of tensors may be inputs and results.
    """

    def over_slices(*args: Any, **kwargs: Any) -> Any:
        dims = tuple(in_dims) if isinstance(in_dims, tuple | list) else (in_dims,) * len(args)
        sizes = {size for arg, dim in zip(args, dims, strict=True) for size in _sizes(arg, dim)} | set(_sizes(kwargs, 0))
        if len(sizes) != 1:
            raise ValueError(f"vmap: expected inputs of one size along the mapped dimensions, got {sorted(sizes)}")
        found = []
        for place in range(sizes.pop()):
            inputs = [_part(arg, dim, place) for arg, dim in zip(args, dims, strict=True)]
            found.append(func(*inputs, **_part(kwargs, 0, place)))
        return _joined(found, out_dims)

    return over_slices


def _pairs(value: Any, dim: Any) -> list[tuple[Any, Any, Any]]:
    """The keys of a container, with their values and dimensions."""
    items = list(value.items()) if isinstance(value, dict) else list(enumerate(value))
    return [(key, each, dim[key] if isinstance(dim, tuple | list | dict) else dim) for key, each in items]


def _sizes(value: Any, dim: Any) -> list[int]:
    """The lengths of the mapped dimensions of all tensors in a value."""
    if isinstance(value, tuple | list | dict):
        return [size for _, each, own in _pairs(value, dim) for size in _sizes(each, own)]
    return [value.shape[dim]] if isinstance(value, Tensor) and dim is not None else []


def _part(value: Any, dim: Any, place: int) -> Any:
    """What one call gets of an input."""
    if isinstance(value, dict):
        return {key: _part(each, own, place) for key, each, own in _pairs(value, dim)}
    if isinstance(value, tuple | list):
        return _rebuilt(value, [_part(each, own, place) for _, each, own in _pairs(value, dim)])
    return mint.select(value, dim, place) if isinstance(value, Tensor) and dim is not None else value


def _joined(found: list[Any], dim: Any) -> Any:
    """The results of all calls as one."""
    first = found[0]
    if isinstance(first, dict):
        return {key: _joined([each[key] for each in found], own) for key, _, own in _pairs(first, dim)}
    if isinstance(first, tuple | list):
        return _rebuilt(first, [_joined([each[key] for each in found], own) for key, _, own in _pairs(first, dim)])
    return first if dim is None else ops.stack(found, dim)


def _rebuilt(like: Any, parts: list[Any]) -> Any:
    """A tuple or a list of the kind of another one."""
    return type(like)(*parts) if hasattr(like, "_fields") else type(like)(parts)
