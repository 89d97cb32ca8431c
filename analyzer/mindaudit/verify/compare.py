"""Compares what MindSpore gave with what torch gave."""

from __future__ import annotations

from typing import Any

import numpy as np

from mindaudit.verify.calls import Array, Result

RELATIVE, ABSOLUTE = 1e-3, 1e-4
OF_GRADIENTS = 1e-3
"""Absolute tolerance for gradients, times the largest: fast kernels lose digits where a function saturates."""
HALVES = {"float16": 1e-2, "bfloat16": 6e-2}
"""Tolerance of results in half precision, relative, and absolute times the largest: some eight of their last digits."""


def flattened(value: Any, tensor: type[Any]) -> tuple[list[Any], str]:
    """Tensors as numpy arrays and scalars in a result, and its structure as in `Result.structure`."""
    if isinstance(value, tensor):
        return [value.asnumpy()], "*"
    if isinstance(value, (tuple, list)):
        parts = [flattened(item, tensor) for item in value]
        opening, closing = "[]" if isinstance(value, list) else "()"
        return [leaf for leaves, _ in parts for leaf in leaves], opening + ", ".join(shape for _, shape in parts) + closing
    return [value], "."


def difference(value: Any, wanted: Result, tensor: type[Any], random: bool = False, free: bool = False) -> str:
    """What differs: "" for nothing, else `structure`, `shape`, `value`, or `dtype: float32, not float64` where only that does."""
    leaves, structure = flattened(value, tensor)
    if structure != wanted.structure and ("." in structure or _parts(structure) != _parts(wanted.structure)):
        return f"structure {structure}, not {wanted.structure}"
    same = _same_magnitudes if free else _close_in_half if wanted.dtypes else close
    dtypes = ""
    for place, (found, expected) in enumerate(zip(leaves, wanted.leaves, strict=True)):
        if not isinstance(expected, np.ndarray):
            if not _scalar_equal(found, expected):
                return f"value {found!r}, not {expected!r}"[:120]
            continue
        if found.shape != expected.shape:
            return f"shape {found.shape}, not {expected.shape}"
        if not random and not same(found, expected):
            return "value"
        dtype = wanted.dtypes[place] if wanted.dtypes else expected.dtype.name
        if found.dtype.name != dtype:
            dtypes = f"dtype: {found.dtype.name}, not {dtype}"
    return dtypes


def _parts(structure: str) -> str:
    """A structure with lists as tuples: where tensors are in them, programs go through them or unpack them."""
    return structure.replace("[", "(").replace("]", ")")


def _close_in_half(found: Array, expected: Array) -> bool:
    """Whether results of a call in half precision are close; the expected ones stand in float32."""
    tolerance = HALVES.get(found.dtype.name, RELATIVE)
    found = found.astype(expected.dtype)
    if found.dtype.kind not in "fc":
        return bool((found == expected).all())
    largest = float(np.abs(expected[np.isfinite(expected)]).max(initial=1.0))
    return bool(np.allclose(found, expected, tolerance, tolerance * largest, equal_nan=True))


def _same_magnitudes(found: Array, expected: Array) -> bool:
    return close(np.sort(np.abs(found), axis=None), np.sort(np.abs(expected), axis=None))


def _scalar_equal(found: Any, expected: Any) -> bool:
    if isinstance(expected, float):
        return isinstance(found, (int, float, np.number)) and bool(np.isclose(found, expected, RELATIVE, ABSOLUTE, equal_nan=True))
    if isinstance(expected, str) and expected.startswith("torch."):
        return str(found).lower().replace("mindspore.", "") == expected.removeprefix("torch.")
    return isinstance(found, bool) == isinstance(expected, bool) and bool(found == expected)


def close(found: Array, expected: Array, absolute: float = ABSOLUTE) -> bool:
    """Whether two arrays of one shape hold the same values within the tolerance; two NaN are the same."""
    if found.dtype.kind in "SUO":
        return bool((found == expected).all())
    if found.dtype != expected.dtype and expected.dtype != bool:
        found = found.astype(expected.dtype)
    return bool(np.allclose(found, expected, rtol=RELATIVE, atol=absolute, equal_nan=True))
