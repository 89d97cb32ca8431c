"""`max`, `min`, `cummax`, `cummin` and the like of booleans, which MindSpore's kernels on CPU refuse.

Graph and PyNative mode, any backend; exact.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mindspore
from mindspore import Tensor

from mindaudit_data.recipes.named_result import named_result


def of_booleans(function: Callable[..., Any], x: Tensor, *args: Any) -> tuple[Tensor, Tensor]:
    """The values, as booleans, and the int64 positions that a function of numbers finds among 0 and 1."""
    values, indices = function(x.astype(mindspore.int32), *args)
    return named_result((values.astype(mindspore.bool_), indices.astype(mindspore.int64)), "values", "indices")


def with_booleans(function: Callable[..., Any], x: Tensor, *args: Any, **options: Any) -> Any:
    """What a function of numbers gives for a tensor that may hold booleans: those are compared as 0 and 1, and come back as booleans."""
    if x.dtype != mindspore.bool_:
        return function(x, *args, **options)
    found = function(_number(x), *map(_number, args), **options)
    if isinstance(found, Tensor):
        return found.astype(mindspore.bool_)
    return named_result((found[0].astype(mindspore.bool_), found[1].astype(mindspore.int64)), "values", "indices")


def _number(x: Any) -> Any:
    """A tensor of booleans as numbers; anything else as it is."""
    return x.astype(mindspore.int32) if isinstance(x, Tensor) else x
