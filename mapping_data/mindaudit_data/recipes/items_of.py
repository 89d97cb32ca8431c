"""In-place methods of an item of what may be a tensor, a list, a tuple or a dict: `state[0].mul_(2)`.

PyNative mode: a graph has no store that others see.
"""

from __future__ import annotations

from typing import Any

from mindspore import Tensor

from mindaudit_data.recipes.overwritten import overwritten


class items_of:  # noqa: N801 - it stands where a tensor or a container stood
    """Takes the place of what has the item. In a tensor the item is stored; a tensor that a container holds is overwritten."""

    def __init__(self, owner: Any) -> None:
        self.owner = owner

    def __setitem__(self, key: Any, value: Any) -> None:
        """Gives the item other elements."""
        held = None if isinstance(self.owner, Tensor) else self.owner[key]
        if isinstance(held, Tensor):
            overwritten(held, value)
        else:
            self.owner[key] = value
