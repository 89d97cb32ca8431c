"""`max`, `min`, `cummax` and `cummin` of booleans along a dimension, which MindSpore's kernels on CPU refuse.

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
