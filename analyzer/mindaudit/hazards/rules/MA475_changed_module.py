"""Modules that a graph would change: their parameters, their parts, their hooks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mindaudit.hazards.framework.call import Call
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView

_MODULE: Final = "torch.nn.Module."
_CHANGING: Final = frozenset(
    {"apply", "bfloat16", "double", "float", "half", "load_state_dict", "register_buffer", "register_forward_hook"}
    | {"register_forward_pre_hook", "register_full_backward_hook", "requires_grad_", "type"}
)


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a call in a function of a graph that changes a module or initialises a tensor."""
    names = [*(f"{_MODULE}{name}" for name in sorted(_CHANGING)), f"{_MODULE}to"]
    for call in (*view.calls_of(*names), *view.calls_below("torch.nn.init.")):
        function = call.site.function
        if view.in_graph(function) and not view.builds(function) and _changes(view, call):
            yield view.hit(call, call.level, None, callee=view.source((call.site.callee_start, call.site.callee_end)))


def _changes(view: FileView, call: Call) -> bool:
    """Whether a call changes more than where something lies: `to` with a dtype."""
    if f"{_MODULE}to" not in call.names:
        return True
    return any(each.keyword == "dtype" or view.source((each.start, each.end)).endswith("dtype") for each in call.site.arguments)
