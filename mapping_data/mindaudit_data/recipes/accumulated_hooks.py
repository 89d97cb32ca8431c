"""`Tensor.register_post_accumulate_grad_hook`: a hook that is called with a leaf after `backward` has added to its gradient.

The hooks are called at the end of a backward, in the order in which the leaves got their gradients; torch calls each as soon as its leaf
has one. PyNative mode, MindSpore 2.9 and newer.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from mindspore import Tensor

from mindaudit_data.recipes.gradient_node import is_leaf
from mindaudit_data.recipes.no_gradients import GradientScope
from mindaudit_data.recipes.tensor_hooks import RemovableHandle, hook_gradient


class Accumulated:
    """The leaves with such hooks that got a gradient in the backward that runs."""

    leaves: list[Tensor] = []  # noqa: RUF012 - the one list of the program


def hook_accumulated(tensor: Any, hook: Callable[[Tensor], Any]) -> Any:
    """Calls the hook with the tensor after each backward that gave it a gradient. Gives a handle that removes the hook.

    Raises RuntimeError if the tensor was computed. What is no tensor has its own method called.
    """
    if not isinstance(tensor, Tensor):
        return tensor.register_post_accumulate_grad_hook(hook)
    if not is_leaf(tensor):
        raise RuntimeError("post accumulate grad hooks cannot be registered on non-leaf tensors")
    hooks = vars(tensor).get("_accumulated_hooks")
    if hooks is None:
        hooks = tensor._accumulated_hooks = OrderedDict()
        hook_gradient(tensor, lambda _: _note(tensor))
    handle = RemovableHandle(hooks)
    hooks[handle.id] = hook
    return handle


def call_hooks(are_accumulated: bool) -> None:
    """Calls the hooks of all leaves that got a gradient, if these were added to the kept ones; forgets the leaves."""
    leaves, Accumulated.leaves = Accumulated.leaves, []
    if not leaves or not are_accumulated:
        return
    with GradientScope(False):
        for leaf in leaves:
            for hook in tuple(leaf._accumulated_hooks.values()):
                hook(leaf)


def _note(tensor: Tensor) -> None:
    if all(each is not tensor for each in Accumulated.leaves):
        Accumulated.leaves.append(tensor)
