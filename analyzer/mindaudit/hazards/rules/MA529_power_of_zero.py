"""Powers of tensors whose exponent can be 0."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.transfer.operators import number
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Value

_WHOLE: Final = ("int", "uint", "bool")


def check(view: FileView) -> Iterator[Hit]:
    """A hit is `x ** n` of a tensor that can have a gradient, unless `n` is a number that is not 0."""
    for site in view.reads("binary"):
        e = view.expression(site.expression)
        if not isinstance(e, ex.Binary) or e.operator != "Power" or not _can_learn(view, e.left):
            continue
        function = _function(view.value(e.right), _is_real(view, e.left))
        match view.syntax.at((site.start, site.end))[:1]:
            case [ast.BinOp(left=left, right=right)] if function:
                code = f"{function}({view.syntax.source(left)}, {view.syntax.source(right)})"
                yield view.hit(site, v.LIKELY, None, code=code)._replace(replaces=(site.start, site.end))


def _can_learn(view: FileView, index: int) -> bool:
    """Whether an expression is a tensor, and not one of whole or complex numbers."""
    dtypes = {atom.dtype for atom in view.value(index).atoms if isinstance(atom, at.Tensor)}
    known = {dtype for dtype in dtypes if dtype}
    return (view.tensor(index) or 0) >= v.LIKELY and not any(each.startswith((*_WHOLE, "complex")) for each in known)


def _is_real(view: FileView, index: int) -> bool:
    """Whether the dtype of a tensor is known to be a real one; mint.pow of a number takes no complex tensor."""
    return all(isinstance(atom, at.Tensor) and (atom.dtype or "").startswith(("float", "bfloat")) for atom in view.value(index).atoms)


def _function(exponent: Value, is_real: bool) -> str:
    """What computes the power; "" for an exponent that is surely not 0."""
    kind = number(exponent)
    if kind is None:
        return "power"
    can_be_zero = any(not atom.value if isinstance(atom, at.Constant) else kind == "int" for atom in exponent.atoms)
    return ("mint.pow" if is_real else "power") if can_be_zero else ""
