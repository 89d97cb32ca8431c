"""Scopes in which nothing is recorded for gradients: `torch.no_grad` and its kind.

PyNative mode. A graph takes them and does without their effect, but for functions that they decorate.
"""

from __future__ import annotations

import sys
from typing import Any

from mindaudit_data.recipes.no_gradients import GradientScope, gradients_recorded

is_grad_enabled = gradients_recorded


class no_grad(GradientScope):
    """A scope without recording; decorates with and without parentheses."""

    def __new__(cls, function: Any = None) -> Any:
        """A scope, or the function that it decorates."""
        return super().__new__(cls) if function is None else cls()(function)

    def __init__(self) -> None:
        super().__init__(False)


class enable_grad(no_grad):
    """A scope with recording."""

    def __init__(self) -> None:
        GradientScope.__init__(self, True)


class inference_mode(GradientScope):
    """A scope without recording, or with it if `mode` is False."""

    def __new__(cls, mode: Any = True) -> Any:
        """A scope, or the function that it decorates."""
        return super().__new__(cls) if isinstance(mode, bool) else cls()(mode)

    def __init__(self, mode: bool = True) -> None:
        super().__init__(not mode)


class set_grad_enabled(GradientScope):
    """Turns recording on or off at once, and back at the end of its `with`; for a function that it decorates only in its calls."""

    def __init__(self, mode: bool) -> None:
        super().__init__(mode)
        if not sys._getframe(1).f_globals["__name__"].startswith("mindspore."):  # the graph compiler makes one, too, and never leaves it
            super().enter()

    def enter(self) -> None:
        """It was set when it was made."""

    def __call__(self, function: Any) -> Any:
        """The function, run in this scope."""
        self.leave()
        return GradientScope(self.mode)(function)
