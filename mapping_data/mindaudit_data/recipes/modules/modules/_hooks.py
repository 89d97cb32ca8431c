"""The dicts of hooks that a module has, under torch's names."""

from __future__ import annotations

from typing import Any


def _dict_of(name: str) -> property:
    """Cell's own dict of that name: what is put into it or taken from it counts."""

    def get(self: Any) -> Any:
        return getattr(self, name)

    def set_(self: Any, hooks: Any) -> None:
        own = getattr(self, name)
        kept = dict(hooks)
        own.clear()
        own.update(kept)

    return property(get, set_)


class Hooks:
    """The hooks of a module by their numbers, in the order of their calls."""

    _forward_hooks = _dict_of("_forward_hook")
    _forward_pre_hooks = _dict_of("_forward_pre_hook")
    _backward_hooks = _dict_of("_backward_hook")
    _backward_pre_hooks = _dict_of("_backward_pre_hook")

    def register_full_backward_hook(self, hook: Any, prepend: bool = False) -> Any:
        """Calls a function with the module and the gradients of its inputs and outputs. Raises NotImplementedError for `prepend`."""
        return self.register_backward_hook(_last(hook, prepend))  # type: ignore[attr-defined]

    def register_full_backward_pre_hook(self, hook: Any, prepend: bool = False) -> Any:
        """Calls a function with the module and the gradients of its outputs before those of the inputs are computed. Raises as above."""
        return self.register_backward_pre_hook(_last(hook, prepend))  # type: ignore[attr-defined]


_CALLERS = (
    ("_cell_backward_hook", "_backward_hook", "register_backward_hook"),
    ("_cell_backward_pre_hook", "_backward_pre_hook", "register_backward_pre_hook"),
)
"""The operators with which MindSpore calls the backward hooks of a Cell, the dicts of hooks, and what joins the two."""


def leave_callers(module: Any, memo: dict[int, Any]) -> None:
    """A copy made with this memo has none of the module's operators that call hooks: MindSpore cannot copy them."""
    memo.update((id(getattr(module, name)), None) for name, _, _ in _CALLERS)


def with_own_callers(copied: Any, module: Any) -> None:
    """A copied module calls the hooks that were copied with it, as in torch."""
    for name, hooks, join in _CALLERS:
        caller = getattr(module, name)
        if caller is not None:
            own = type(caller)(f"{copied.cls_name}({id(copied)})", copied, getattr(copied, hooks))
            setattr(copied, name, own)
            getattr(own, join)()


def _last(hook: Any, prepend: bool) -> Any:
    """The hook, which can only come after those that the module has."""
    if prepend:
        raise NotImplementedError("prepend: MindSpore calls hooks in the order in which they were registered")
    return hook
