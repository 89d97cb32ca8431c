"""Parts of tensors that have no elements, such as `x[:, :-1]` of one column: on CPU MindSpore fails in the gradient of such a slice.

PyNative mode. Nothing flows back through what has no elements.
"""

from __future__ import annotations

from functools import cache, wraps
from typing import Any

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
        part = item(x, index)
        return part if part.size else ops.stop_gradient(part)

    return found
