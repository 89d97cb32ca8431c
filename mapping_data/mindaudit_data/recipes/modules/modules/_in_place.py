"""What `inplace=True` means for modules: whoever holds the input sees the result.

PyNative mode. A compiled network calls `construct` itself and has no store that others see, so its input keeps its value.
"""

from __future__ import annotations

from typing import Any

from mindspore import Tensor

from .module import Module


class InPlace(Module):
    """A module with an option `inplace`."""

    inplace: bool = False
    _has_own_forward: bool = False

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "forward" in vars(cls):
            cls._has_own_forward = cls.__module__.rpartition(".")[0] != __package__

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The result, which the input holds as well if `inplace` is set."""
        if not self.inplace or self._has_own_forward or len(args) != 1 or not isinstance(args[0], Tensor):
            return super().__call__(*args, **kwargs)
        result = super().__call__(args[0] + 0, **kwargs)  # gradients are computed from the old input, so the copy has it
        args[0].assign_value(result)
        return result
