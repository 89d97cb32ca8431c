"""Texts that `str` makes of dtypes."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from mindaudit.hazards.framework.call import Call
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom

_ASKED: Final = frozenset({"replace", "removeprefix", "startswith", "split", "rsplit", "partition", "rpartition", "strip", "lstrip"})
"""Methods that look for what stands in front of torch's name of a dtype."""


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a call of `str` with a dtype, or with something unknown whose text is asked for `torch.`."""
    for call in view.calls_of("builtins.str"):
        operand = call.operand(0) if len(call.site.arguments) == 1 else None
        level = _level(view, call, operand.expression) if operand else None
        if operand and level is not None:
            variant = "unknown" if level == v.POSSIBLE else ""
            yield view.hit(call, level, None, variant=variant, construct=variant, operand=view.text_of(operand))


def _level(view: FileView, call: Call, index: int) -> int | None:
    """How sure it is that an expression is a dtype; None where it is none, or nothing says so."""
    value = view.value(index)
    if value.atoms and not value.open:
        return min(call.level, v.LIKELY) if all(_is_dtype(view, atom) for atom in value.atoms) else None
    return v.POSSIBLE if any(_is_dtype(view, atom) for atom in value.atoms) or _is_asked(view, call) else None


def _is_dtype(view: FileView, atom: Atom) -> bool:
    match atom:
        case at.Torch(name):
            return view.evaluator.torch.kind(name) == "dtype"
        case at.Plain(name):
            return name == "dtype"
    return False


def _is_asked(view: FileView, call: Call) -> bool:
    """Whether the text is at once asked for torch's prefix, as in `str(dtype).replace("torch.", "")`."""
    match view.syntax.at((call.site.start, call.site.end))[1:3]:
        case [ast.Attribute(attr=name), ast.Call(args=[ast.Constant(value=str(prefix)), *_])]:
            return name in _ASKED and prefix in ("torch", "torch.")
    return False
