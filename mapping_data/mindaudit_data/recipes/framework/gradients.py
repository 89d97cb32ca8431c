"""Scopes in which nothing is recorded for gradients: `torch.no_grad` and its kind.

PyNative mode; graph compilation takes no `with`.
"""

from __future__ import annotations

import functools
from typing import Any

from mindspore.common.api import _no_grad, _pynative_executor


def is_grad_enabled() -> bool:
    """Whether operations are recorded for gradients."""
    return bool(_pynative_executor.enable_grad())


class _Scope:
    """Sets whether operations are recorded; for the statements of a `with`, or for each call of a function that it decorates."""

    def __init__(self, mode: bool) -> None:
        self.mode = mode
        self._before: list[bool] = []

    def __enter__(self) -> None:
        self._before.append(is_grad_enabled())
        _pynative_executor.set_enable_grad(self.mode)

    def __exit__(self, *_: Any) -> None:
        _pynative_executor.set_enable_grad(self._before.pop())

    def __call__(self, function: Any) -> Any:
        """The function, run in this scope."""

        @functools.wraps(function)
        def scoped(*args: Any, **kwargs: Any) -> Any:
            with self:
                return function(*args, **kwargs)

        return scoped


class no_grad(_Scope):
    """A scope without recording; decorates with and without parentheses."""

    def __new__(cls, function: Any = None) -> Any:
        """A scope, or the function that it decorates."""
        return super().__new__(cls) if function is None else cls()(function)

    def __init__(self) -> None:
        super().__init__(False)


class enable_grad(no_grad):
    """A scope with recording."""

    def __init__(self) -> None:
        _Scope.__init__(self, True)


class inference_mode(_Scope):
    """A scope without recording, or with it if `mode` is False."""

    def __new__(cls, mode: Any = True) -> Any:
        """A scope, or the function that it decorates."""
        return super().__new__(cls) if isinstance(mode, bool) else cls()(mode)

    def __init__(self, mode: bool = True) -> None:
        super().__init__(not mode)


class set_grad_enabled(_Scope):
    """Turns recording on or off at once, and back at the end of its `with`; for a function that it decorates only in its calls."""

    def __init__(self, mode: bool) -> None:
        super().__init__(mode)
        super().__enter__()

    def __enter__(self) -> None:
        """It was set when it was made."""

    def __call__(self, function: Any) -> Any:
        """The function, run in this scope."""
        self.__exit__()
        return _Scope(self.mode)(function)
