"""Random numbers in place of what may be a tensor's: it is filled for all that hold it, and any other object gets its own method called.

PyNative mode. MindSpore's own methods with these names have no kernels on a CPU. The numbers are drawn by MindSpore's generator.
"""

from __future__ import annotations

from typing import Any

from mindspore import Tensor, ops

from mindaudit_data.recipes.overwritten import overwritten


def any_normal_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.normal_(mean, std)`."""
    return overwritten(x, _normal(x, *args, **kwargs).astype(x.dtype)) if isinstance(x, Tensor) else x.normal_(*args, **kwargs)


def any_uniform_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.uniform_(low, high)`."""
    return overwritten(x, _uniform(x, *args, **kwargs).astype(x.dtype)) if isinstance(x, Tensor) else x.uniform_(*args, **kwargs)


def any_bernoulli_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.bernoulli_(p)`."""
    return overwritten(x, _bernoulli(x, *args, **kwargs).astype(x.dtype)) if isinstance(x, Tensor) else x.bernoulli_(*args, **kwargs)


def any_exponential_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.exponential_(lambd)`."""
    return overwritten(x, _exponential(x, *args, **kwargs).astype(x.dtype)) if isinstance(x, Tensor) else x.exponential_(*args, **kwargs)


def _normal(x: Any, mean: Any = 0.0, std: Any = 1.0, *, generator: Any = None) -> Any:
    return ops.standard_normal(x.shape) * std + mean


def _uniform(x: Any, low: Any = 0.0, high: Any = 1.0, *, generator: Any = None, **bounds: Any) -> Any:
    low, high = bounds.get("from", low), bounds.get("to", high)
    return ops.rand(*x.shape) * (high - low) + low


def _bernoulli(x: Any, p: Any = 0.5, *, generator: Any = None) -> Any:
    return ops.rand(*x.shape) < p


def _exponential(x: Any, lambd: Any = 1.0, *, generator: Any = None) -> Any:
    return -ops.log1p(-ops.rand(*x.shape)) / lambd
