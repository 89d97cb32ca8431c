"""`torch.linspace` and `torch.logspace`, also for whole numbers, tensors and no steps at all; linspace for complex numbers too.

`torch.range`, whose end is included.
"""

from __future__ import annotations

from typing import Any

import mindspore
import numpy as np
from mindspore import Tensor, ops


def linspace(start: complex | Tensor, end: complex | Tensor, steps: int, dtype: Any = None) -> Tensor:
    """`steps` evenly spaced numbers from `start` to `end`, both included; float32 or complex64 unless `dtype` says otherwise.

    Whole-number dtypes cut off bounds and results, as torch does. The upper half is counted from `end`, so both ends are exact.
    """
    if isinstance(start, complex) or isinstance(end, complex):
        parts = [linspace(getattr(start, part), getattr(end, part), steps, mindspore.float64) for part in ("real", "imag")]
        return ops.Complex()(*parts).astype(mindspore.complex64 if dtype is None else dtype)
    kind = mindspore.float32 if dtype is None else dtype
    if steps == 0:
        return ops.zeros((0,), kind)
    return _spaced(_bound(start, kind), _bound(end, kind), steps).astype(kind)


def logspace(start: float | Tensor, end: float | Tensor, steps: int, base: float = 10.0, dtype: Any = None) -> Tensor:
    """The powers of `base` whose exponents are evenly spaced from `start` to `end`; float32 unless `dtype` says otherwise."""
    kind = mindspore.float32 if dtype is None else dtype
    if steps == 0:
        return ops.zeros((0,), kind)
    exponents = _spaced(_bound(start, kind), _bound(end, kind), steps)
    return ops.pow(Tensor(base, mindspore.float64), exponents).astype(kind)


def inclusive_range(start: float, end: float, step: float = 1, dtype: Any = None) -> Tensor:
    """The numbers from `start` to `end` that are whole steps apart, both included; float32 unless `dtype` says otherwise.

    Raises RuntimeError for a step that leads away from the end, or is 0.
    """
    if step == 0 or (end - start) * step < 0:
        raise RuntimeError("step must be nonzero" if step == 0 else "upper bound and lower bound inconsistent with step sign")
    count = int((end - start) / step) + 1
    return Tensor(np.arange(count) * step + start, mindspore.float32 if dtype is None else dtype)


def _bound(value: float | Tensor, dtype: Any) -> Tensor:
    # a Python number would be rounded to float32 first
    number = value if isinstance(value, Tensor) else Tensor(value, mindspore.float64)
    return number.astype(dtype).astype(mindspore.float64)


def _spaced(start: Tensor, end: Tensor, steps: int) -> Tensor:
    index = ops.arange(steps).astype(mindspore.float64)
    step = (end - start) / max(steps - 1, 1)
    return ops.where(index < (steps + 1) // 2, start + step * index, end - step * (steps - 1 - index))
