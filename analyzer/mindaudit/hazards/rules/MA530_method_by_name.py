"""Methods of tensors that are looked up by a computed name."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.call import Call
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is `getattr` of a tensor by a name that is no text in the code, or of something unknown where the result is called at once."""
    for call in view.calls_of("builtins.getattr"):
        owner, name = call.operand(0), call.operand(1)
        level = (
            _level(view, call, owner.expression)
            if owner and name and not isinstance(view.expression(name.expression), ex.Constant)
            else None
        )
        if owner and level is not None:
            variant = "unknown" if level == v.POSSIBLE else ""
            yield view.hit(call, level, None, variant=variant, construct=variant, operand=view.text_of(owner))


def _level(view: FileView, call: Call, index: int) -> int | None:
    """How sure it is that an expression is a tensor; None where it is none, or nothing says so."""
    level, value = view.tensor(index), view.value(index)
    if level is not None:
        return min(level, v.LIKELY)
    return v.POSSIBLE if not value.atoms and _is_called(view, call) else None


def _is_called(view: FileView, call: Call) -> bool:
    """Whether the result is called at once: `getattr(x, name)(1)`."""
    match view.syntax.at((call.site.start, call.site.end))[:2]:
        case [ast.Call() as made, ast.Call(func=callee)]:
            return callee is made
    return False
