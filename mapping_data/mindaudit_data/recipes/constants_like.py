"""`zeros_like`, `new_zeros` and the like, which MindSpore records as computed of their tensor: torch's are constants. PyNative mode."""

from __future__ import annotations

from functools import cache, wraps
from typing import Any

from mindspore import Tensor, mint, ops

from mindaudit_data.recipes.replaced_operators import Operator, replace_operator

_FUNCTIONS = ("empty_like", "full_like", "ones_like", "rand_like", "randint_like", "randn_like", "zeros_like")
_METHODS = ("new_empty", "new_full", "new_ones", "new_zeros")


@cache
def leave_constants() -> None:
    """From now on nothing is recorded of tensors that have only the shape and the dtype of another one."""
    for owner, names in ((mint, _FUNCTIONS), (ops, _FUNCTIONS), (Tensor, _METHODS)):
        for name in names:
            replace_operator(owner, name, _of_constants)


def _of_constants(operator: Operator) -> Operator:
    """The operator, whose result is not recorded."""

    @wraps(operator)
    def made(*args: Any, **kwargs: Any) -> Any:
        found = operator(*args, **kwargs)
        return ops.stop_gradient(found) if getattr(found, "_requires_grad", False) else found

    return made
