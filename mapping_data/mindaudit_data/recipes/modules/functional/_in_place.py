"""What `inplace=True` means: whoever holds the input sees the result.

PyNative mode. A graph compiles the function itself and has no store that others see, so there the input keeps its value.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from mindspore import Parameter, Tensor

from ...overwritten import overwritten

F = TypeVar("F", bound=Callable[..., Tensor])


def stored_in_place(function: F) -> F:
    """A decorator for functions with an option `inplace`, which the input then holds the result of."""
    place = list(inspect.signature(function).parameters).index("inplace") - 1

    @wraps(function)
    def stored(input: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        if not (args[place] if len(args) > place else kwargs.get("inplace")):
            return function(input, *args, **kwargs)
        result = function(input + 0, *args, **kwargs)  # gradients are computed from the old input, so the copy has it
        if isinstance(input, Parameter):
            return overwritten(input, result)
        input.assign_value(result)
        return result

    return stored  # type: ignore[return-value]
