"""`torch.utils.hooks`."""

from __future__ import annotations

from typing import Any


class RemovableHandle:
    """Removes a hook from the dict that holds it; a context manager that does so at its end."""

    next_id = 0

    def __init__(self, hooks_dict: Any, *, extra_dict: Any = None) -> None:
        self.hooks_dict = hooks_dict
        self.id = RemovableHandle.next_id
        RemovableHandle.next_id += 1

    def remove(self) -> None:
        """Removes the hook if it is there."""
        self.hooks_dict.pop(self.id, None)

    def __enter__(self) -> RemovableHandle:
        return self

    def __exit__(self, *_: Any) -> None:
        self.remove()
