"""Parts of tensors that have no elements, such as `x[:, :-1]` of one column: on CPU MindSpore fails in the gradient of such a slice.

It also fails in negative ends of slices of what has none. PyNative mode. Nothing flows back through what has no elements.
"""

from __future__ import annotations

from functools import cache, wraps
from typing import Any

import numpy as np
from mindspore import Tensor, ops

from mindaudit_data.recipes.replaced_operators import Operator, replace_operator


@cache
def stop_at_nothing() -> None:
    """From now on no gradient is asked of a part without elements."""
    replace_operator(Tensor, "__getitem__", _of_elements)


def _of_elements(item: Operator) -> Operator:
    """The operator, whose result is not recorded where it has no elements."""

    @wraps(item)
    def found(x: Any, index: Any) -> Any:
        if not x.size and _is_plain(index):
            return ops.zeros(np.empty(x.shape)[index].shape, x.dtype)
        part = item(x, index)
        return part if part.size else ops.stop_gradient(part)

    return found


def _is_plain(index: Any) -> bool:
    """Whether an index has slices and what adds dimensions only, so that NumPy says which shape the part has."""
    parts = index if isinstance(index, tuple) else (index,)
    return all(part is None or part is ... or isinstance(part, slice) for part in parts)
