"""The parameter `out` of torch's functions, which MindSpore's functions lack. PyNative mode."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from mindaudit_data.recipes.overwritten import overwritten


def taking_out(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, which also stores its result into a tensor that is given as `out`, and gives that."""

    @wraps(function)
    def called(*args: Any, out: Any = None, **kwargs: Any) -> Any:
        return overwritten(out, function(*args, **kwargs))

    return called


def take_out(names: dict[str, Any]) -> None:
    """Replaces all functions of a module, given by its names, by such that take `out`."""
    found = {name: each for name, each in names.items() if callable(each) and not isinstance(each, type) and name[:1] != "_"}
    names.update({name: taking_out(each) for name, each in found.items() if name != take_out.__name__})
