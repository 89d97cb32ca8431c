"""`torch.testing.assert_close` and `assert_allclose`: tensors, arrays, numbers and structures of them agree within tolerances.

Any MindSpore, any mode outside of networks. Differences are computed in float64, so what lies on the bound itself may be told otherwise.
"""

from __future__ import annotations

import cmath
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import mindspore
import numpy as np
from mindspore import Parameter, Tensor

_TOLERANCES = {
    "float16": (1e-3, 1e-5),
    "bfloat16": (1.6e-2, 1e-5),
    "float32": (1.3e-6, 1e-5),
    "float64": (1e-7, 1e-7),
    "complex64": (1.3e-6, 1e-5),
    "complex128": (1e-7, 1e-7),
}
"""The relative and the absolute one by the name of a dtype; 0 for others."""
_OF_ALLCLOSE = {"float16": (1e-3, 1e-3), "float32": (1e-4, 1e-5), "float64": (1e-5, 1e-8)}
_NUMBERS = (int, float, complex, np.number)
_OF_NUMBERS = {bool: "bool", int: "int64", float: "float64", complex: "complex128"}


class _Options(NamedTuple):
    rtol: float | None
    atol: float | None
    equal_nan: bool
    check_dtype: bool
    check_stride: bool
    allow_subclasses: bool


def assert_close(
    actual: Any,
    expected: Any,
    *,
    allow_subclasses: bool = True,
    rtol: float | None = None,
    atol: float | None = None,
    equal_nan: bool = False,
    check_device: bool = True,
    check_dtype: bool = True,
    check_layout: bool = True,
    check_stride: bool = False,
    msg: str | Callable[[str], str] | None = None,
) -> None:
    """Raises AssertionError unless |actual - expected| <= atol + rtol * |expected|; `msg` replaces its text, or makes another of it.

    Shapes, dtypes and the structure have to be the same. Tolerances follow from the dtypes; one alone is a ValueError. TypeError for other
    objects. `check_device` and `check_layout` are not read: MindSpore places tensors itself.
    """
    if (rtol is None) != (atol is None):
        raise ValueError(f"rtol and atol must both be specified or both be unspecified, but got rtol={rtol} and atol={atol}.")
    options = _Options(rtol, atol, equal_nan, check_dtype, check_stride, allow_subclasses)
    pairs = [(path, _comparison(*pair, options), pair) for path, pair in _pairs(actual, expected, "")]
    for path, compare, pair in pairs:
        if told := compare(*pair, options):
            told += f"\n\nThe failure occurred for item {path}" if path else ""
            raise AssertionError(msg if isinstance(msg, str) else msg(told) if callable(msg) else told)


def assert_allclose(
    actual: Any, expected: Any, rtol: float | None = None, atol: float | None = None, equal_nan: bool = True, msg: str = ""
) -> None:
    """The same for what tensors can be made of, in any dtypes, with tolerances of its own."""
    first = actual if isinstance(actual, Tensor) else Tensor(actual)
    second = expected if isinstance(expected, Tensor) else Tensor(expected, first.dtype)
    if rtol is None and atol is None:
        rtol, atol = _tolerances(first, second, table=_OF_ALLCLOSE)
    assert_close(first, second, rtol=rtol, atol=atol, equal_nan=equal_nan, check_dtype=False, msg=msg or None)


def _pairs(actual: Any, expected: Any, path: str) -> Iterator[tuple[str, tuple[Any, Any]]]:
    """The parts that are compared, with their places. Raises AssertionError for structures that differ."""
    if _both(actual, expected, Sequence) and not isinstance(actual, str) and not isinstance(expected, str):
        if len(actual) != len(expected):
            raise AssertionError(f"The length of the sequences mismatch: {len(actual)} != {len(expected)}")
        for number, pair in enumerate(zip(actual, expected, strict=True)):
            yield from _pairs(*pair, f"{path}[{number}]")
    elif _both(actual, expected, Mapping):
        if actual.keys() != expected.keys():
            lacking, more = expected.keys() - actual.keys(), actual.keys() - expected.keys()
            raise AssertionError(f"The keys of the mappings do not match:\nMissing: {sorted(lacking)}\nAdditional: {sorted(more)}")
        for key in actual:
            yield from _pairs(actual[key], expected[key], f"{path}[{key!r}]")
    else:
        yield path, (actual, expected)


def _both(actual: Any, expected: Any, kind: Any) -> bool:
    return isinstance(actual, kind) and isinstance(expected, kind)


def _comparison(actual: Any, expected: Any, options: _Options) -> Callable[[Any, Any, _Options], str]:
    """What compares two objects and tells how they differ, "" if they are close. Raises TypeError for objects of other types."""
    if actual is None or expected is None or _both(actual, expected, (bool, np.bool_)):
        return _same
    if _both(actual, expected, _NUMBERS):
        return _numbers
    alike = options.allow_subclasses or isinstance(actual, Parameter) == isinstance(expected, Parameter)
    if alike and (_both(actual, expected, Tensor) or _both(actual, expected, np.ndarray)):
        return _tensors
    raise TypeError(f"No comparison pair was able to handle inputs of type {type(actual)} and {type(expected)}.")


def _same(actual: Any, expected: Any, _: _Options) -> str:
    if actual is None or expected is None:
        return "" if actual is expected else f"None mismatch: {actual} is not {expected}"
    return "" if actual == expected else f"Booleans mismatch: {actual} is not {expected}"


def _numbers(actual: Any, expected: Any, options: _Options) -> str:
    first, second = (each.item() if isinstance(each, np.number) else each for each in (actual, expected))
    if options.check_dtype and type(first) is not type(second):
        return f"The (d)types do not match: {type(first)} != {type(second)}."
    rtol, atol = _chosen(options, first, second)
    difference = abs(first - second)
    is_close = cmath.isfinite(difference) and difference <= atol + rtol * abs(second)
    if first == second or is_close or (options.equal_nan and cmath.isnan(first) and cmath.isnan(second)):
        return ""
    return _told_of_numbers(first, second, rtol, atol)


def _told_of_numbers(first: Any, second: Any, rtol: float, atol: float) -> str:
    difference = abs(first - second)
    relative = difference / abs(second) if second else float("inf")
    return (
        f"Scalars are not {'close' if rtol or atol else 'equal'}!\n\nExpected {second} but got {first}.\n"
        f"Absolute difference: {difference}{_bound(atol)}\nRelative difference: {relative}{_bound(rtol)}"
    )


def _bound(tolerance: float) -> str:
    return f" (up to {tolerance} allowed)" if tolerance else ""


def _tensors(actual: Any, expected: Any, options: _Options) -> str:
    if tuple(actual.shape) != tuple(expected.shape):
        return f"The values for attribute 'shape' do not match: {tuple(actual.shape)} != {tuple(expected.shape)}."
    if options.check_stride and isinstance(actual, Tensor) and actual.stride() != expected.stride():
        return f"The values for attribute 'stride()' do not match: {actual.stride()} != {expected.stride()}."
    if options.check_dtype and actual.dtype != expected.dtype:
        return f"The values for attribute 'dtype' do not match: {actual.dtype} != {expected.dtype}."
    rtol, atol = _chosen(options, actual, expected)
    first, second = _array(actual), _array(expected)
    with np.errstate(invalid="ignore", over="ignore"):
        difference = np.abs(first - second)
        is_close = np.isfinite(difference) & (difference <= atol + rtol * np.abs(second))
    matches = (first == second) | is_close
    if options.equal_nan:
        matches |= np.isnan(first) & np.isnan(second)
    if matches.all():
        return ""
    return _told_of_tensors(first, second, matches, rtol, atol) if first.ndim else _told_of_numbers(first[()], second[()], rtol, atol)


def _told_of_tensors(first: np.ndarray, second: np.ndarray, matches: np.ndarray, rtol: float, atol: float) -> str:
    with np.errstate(all="ignore"):
        absolute = np.where(matches, 0, np.abs(first - second))
        relative = np.where(matches, 0, absolute / np.abs(second))
    count = matches.size - np.count_nonzero(matches)
    lines = [f"Mismatched elements: {count} / {matches.size} ({count / matches.size:.1%})"]
    for word, values, tolerance in (("absolute", absolute, atol), ("relative", relative, rtol)):
        index = tuple(map(int, np.unravel_index(np.argmax(values), values.shape)))
        lines.append(f"Greatest {word} difference: {values[index]} at index {index}{_bound(tolerance)}")
    return "\n".join([f"Tensor-likes are not {'close' if rtol or atol else 'equal'}!", "", *lines])


def _array(tensor: Any) -> np.ndarray:
    """The elements, in a dtype whose differences are exact enough."""
    if isinstance(tensor, Tensor):
        tensor = (tensor.astype(mindspore.float32) if tensor.dtype == mindspore.bfloat16 else tensor).asnumpy()
    kind = {"f": np.float64, "c": np.complex128}.get(tensor.dtype.kind, np.int64)
    return np.asarray(tensor, kind)


def _chosen(options: _Options, actual: Any, expected: Any) -> tuple[float, float]:
    if options.rtol is not None and options.atol is not None:
        return options.rtol, options.atol
    return _tolerances(actual, expected)


def _tolerances(*inputs: Any, table: Mapping[str, tuple[float, float]] = _TOLERANCES) -> tuple[float, float]:
    """The larger ones of the dtypes of tensors or numbers."""
    names = [_OF_NUMBERS.get(type(each)) or str(each.dtype).lower() for each in inputs]
    found = [table.get(name, (0.0, 0.0)) for name in names]
    return max(rtol for rtol, _ in found), max(atol for _, atol in found)
