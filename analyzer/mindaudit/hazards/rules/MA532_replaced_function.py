"""Functions and constants of torch that a program replaces by its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_KEPT: Final = "torch.nn."
"""Modules whose functions keep their names when they are rewritten, so that their replacement acts."""
_PATCHES: Final = ("unittest.mock.patch", "mock.patch")


def check(view: FileView) -> Iterator[Hit]:
    """Hits: `torch.rand = own`, `setattr(torch, "rand", own)`, `patch("torch.rand", own)` and a tensor as a constant, `torch.pi = x`."""
    for event in view.events("store_attribute"):
        kind = "constant" if view.tensor(event.expressions[1]) is not None else "function"
        if name := _replaced(view, event.expressions[0], event.detail, ("function", kind)):
            yield view.hit(event, v.LIKELY, None, name=name)
    for call in view.calls_of("builtins.setattr"):
        owner, attribute = call.operand(0), call.operand(1)
        if owner and attribute and (name := _replaced(view, owner.expression, _text(view, attribute.expression))):
            yield view.hit(call, min(call.level, v.LIKELY), None, name=name)
    for call in view.calls_of(*_PATCHES):
        target = call.operand(0)
        if target and (name := _text(view, target.expression)) and _is_replaceable(view, name):
            yield view.hit(call, min(call.level, v.LIKELY), None, name=name)


def _replaced(view: FileView, owner: int, attribute: str, kinds: Sequence[str] = ("function",)) -> str:
    """The name of what an attribute of a module of torch's is, if that is of one of the kinds; else ""."""
    modules = [atom.name for atom in view.value(owner).atoms if isinstance(atom, at.Torch)]
    return next((name for module in modules if _is_replaceable(view, name := f"{module}.{attribute}", kinds)), "")


def _is_replaceable(view: FileView, name: str, kinds: Sequence[str] = ("function",)) -> bool:
    return name.startswith("torch.") and not name.startswith(_KEPT) and view.evaluator.torch.kind(name) in kinds


def _text(view: FileView, index: int) -> str:
    e = view.expression(index)
    return e.value if isinstance(e, ex.Constant) and isinstance(e.value, str) else ""
