"""`Tensor.register_hook`: all hooks of a tensor get the same gradient object until one gives another.

PyNative mode, MindSpore 2.8 and newer.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from mindspore import Tensor


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


def hook_gradient(tensor: Any, hook: Callable[[Tensor], Any]) -> Any:
    """Calls the hook with the tensor's gradient; what it gives replaces the gradient, unless it is None. Gives a handle that removes it.

    MindSpore hands each of its own hooks a new object, so that what one sets on it is lost to the others. What is no tensor has its own
    method called.
    """
    if not isinstance(tensor, Tensor):
        return tensor.register_hook(hook)
    node = getattr(tensor, "_grad_node", None)
    made_by = None if node is None else node._unique_id()  # after a change in place, another operation has made the tensor
    known, hooks = vars(tensor).get("_gradient_hooks", (None, None))
    if hooks is None or known != made_by:
        hooks = OrderedDict()
        tensor.register_hook(_one_after_another(hooks))
        tensor._gradient_hooks = made_by, hooks
    handle = RemovableHandle(hooks)
    hooks[handle.id] = hook
    return handle


def _one_after_another(hooks: OrderedDict[int, Callable[[Tensor], Any]]) -> Callable[[Tensor], Tensor]:
    def called(gradient: Tensor) -> Tensor:
        for hook in tuple(hooks.values()):
            given = hook(gradient)
            gradient = gradient if given is None else given
        return gradient

    return called
