"""Operators between tensors and what NumPy holds, and NumPy's functions on tensors of a network."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Site
from mindaudit.hazards.framework.call import Call
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.beside_arrays import may_be_array, named_parts
from mindaudit.hazards.queries.comparisons import comparisons
from mindaudit.hazards.queries.numpy_calls import makes_array
from mindaudit.model import Span
from mindaudit.resolve.symbols.libraries import ARRAY, ARRAY_NUMBER, maker
from mindaudit.resolve.values import domain as v

_IN_OPS = frozenset({
    "abs", "ceil", "cos", "cosh", "exp", "expm1", "floor", "log", "log10", "log1p", "log2", "sign", "sin", "sinh", "sqrt", "square", "tan",
    "tanh", "trunc",
})  # fmt: skip


def check(view: FileView) -> Iterator[Hit]:
    """Hits: a number or array of NumPy left of a tensor, an array right of one, either compared, and functions of NumPy on one.

    The mending code of an operand stands for that alone.
    """
    for site in (*view.reads("binary"), *view.reads("augmented")):
        e = view.expression(site.expression)
        if isinstance(e, ex.Binary):
            yield from _operand(view, site, e.left, e.right, "left")
            yield from _operand(view, site, e.right, e.left, "right")
    for site, compared in comparisons(view):
        if compared.operators in (("Equal",), ("NotEqual",)):
            left, right = compared.operands
            yield from _compared(view, site, left, right, "left")
            yield from _compared(view, site, right, left, "right")
    for call in view.calls_below("numpy."):
        given = [each.expression for each in call.operands] if makes_array(view, call) else []
        levels = [level for each in given if (level := view.tensor(each)) and not view.by_convention(each)]
        if levels:
            yield _function(view, call, min(call.level, *levels))


def _function(view: FileView, call: Call, level: int) -> Hit:
    """The hit of a call; the mending code stands for the function's name, where mindspore.ops has one that does the same."""
    name = next(iter(call.names)).rpartition(".")[2]
    hit = view.hit(call, level, None, variant="function", construct="function", code=f"ops.{name}" if name in _IN_OPS else "")
    return hit._replace(replaces=(call.site.callee_start, call.site.callee_end) if name in _IN_OPS else None)


def _operand(view: FileView, site: Site, index: int, other: int, side: str) -> Iterator[Hit]:
    """The hit of one operand, if it is NumPy's and the other one is a tensor."""
    kinds = _kinds(view, index)
    level = view.tensor(other) if kinds else None
    if level is not None and not (side == "right" and ARRAY_NUMBER in kinds):
        construct = f"{side} number" if kinds == {ARRAY_NUMBER} else side if kinds == {ARRAY} else f"{side} either"
        hit = view.hit(site, min(level, v.LIKELY), None, variant=side if side == "right" else "", construct=construct)
        yield _of_numpy(view, hit, kinds, side, other)


def _compared(view: FileView, site: Site, index: int, other: int, side: str) -> Iterator[Hit]:
    """The hit of an operand of `==` or `!=`, if it is NumPy's and the other one is a tensor: no tensor of MindSpore's is equal to it."""
    kinds = _kinds(view, index)
    level = view.tensor(other) if kinds else None
    if level is not None:
        construct = "compared number" if kinds == {ARRAY_NUMBER} else "compared"
        yield _of_numpy(view, view.hit(site, min(level, v.LIKELY), None, variant="compared", construct=construct), kinds, side, other)


def _of_numpy(view: FileView, hit: Hit, kinds: set[str], side: str, other: int) -> Hit:
    """A hit with the operand on a side, and the code that mends it; that asks for a tensor where the other one may be NumPy's, too."""
    node, beside = _node(view, hit.span, side), _node(view, hit.span, "left" if side == "right" else "right")
    text = view.syntax.source(node) if node else ""
    number = f"{text}.item()" if isinstance(node, ast.Name | ast.Attribute | ast.Call) else f"({text}).item()"
    code = (f"mindspore.tensor({text})" if ARRAY in kinds else number) if text else ""
    asked = named_parts(beside) if code and may_be_array(view, other) else []
    if asked:
        test = " or ".join(f"isinstance({view.syntax.source(each)}, mindspore.Tensor)" for each in asked)
        code = f"{code} if {test} else {text}"
    return hit._replace(fields={"operand": text, "code": code}, replaces=view.syntax.span(node) if node else None)


def _kinds(view: FileView, index: int) -> set[str]:
    """ARRAY and ARRAY_NUMBER as far as an expression can be such; nothing if it can be anything else."""
    value = view.value(index)
    made = {maker(atom) for atom in value.atoms}
    return set() if value.open or not made <= {ARRAY, ARRAY_NUMBER} else made


def _node(view: FileView, span: Span, side: str) -> ast.expr | None:
    match view.syntax.at(span)[:1]:
        case [ast.BinOp(left=left, right=right)]:
            return left if side == "left" else right
        case [ast.Compare(left=left, comparators=[right])]:
            return left if side == "left" else right
        case [ast.AugAssign(value=value)] if side == "right":
            return value
    return None
