"""Reductions of selections that may be empty, or are."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.call import Operand
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.comparisons import comparisons
from mindaudit.hazards.queries.empty_slices import may_end_where_it_begins, may_leave_nothing
from mindaudit.hazards.queries.origins import last_name, made_by_data
from mindaudit.resolve.values import domain as v

_NEUTRAL: Final = {"sum": "", "any": "", "norm": "", "nansum": "", "prod": ", 1", "mean": ", float('nan')"}
"""The reductions that are right of one more element, and what that is unless it is 0."""
_REDUCTIONS = (*_NEUTRAL, "logsumexp")
_LOSSES = ("mse_loss", "l1_loss", "huber_loss", "binary_cross_entropy")
_NAMES = (
    *(f"torch.{name}" for name in _REDUCTIONS),
    *(f"torch.Tensor.{name}" for name in _REDUCTIONS),
    *(f"torch.nn.functional.{name}" for name in _LOSSES),
)
"""Found wrong by running them on tensors without elements; extremes and the median raise an error in torch, too."""
_ELEMENTWISE: Final = frozenset({
    "logical_and", "logical_or", "logical_xor", "logical_not", "abs", "exp", "log", "sqrt", "square", "pow", "where", "float",
    "add", "ceil", "clamp", "clone", "cos", "detach", "div", "double", "expm1", "floor", "gelu", "half", "leaky_relu", "log1p",
    "logsigmoid", "mul", "neg", "reciprocal", "relu", "round", "rsqrt", "sigmoid", "sign", "silu", "sin", "softplus", "sub", "tan", "tanh",
    "to",
})  # fmt: skip
_MAKERS: Final = frozenset({"empty", "zeros", "ones", "rand", "randn", "randint", "full"})
_OF_DATA: Final = frozenset({"tensor", "Tensor", "LongTensor", "FloatTensor"})


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a reduction of all elements or of the first dimension of what has as many elements as data gives, or none: `x[:0]`.

    So is `in` of a tensor. The mending code stands for what is reduced.
    """
    for call in view.calls_of(*_NAMES):
        reduced = call.argument("input")
        dim = call.argument("dim")
        if reduced is None or (dim is not None and not _is_first(view, dim.expression)):
            continue
        is_static = _is_rest(view, reduced.expression)
        if is_static or _may_be_empty(view, reduced.expression):
            hit = view.hit(call, call.level, construct="static" if is_static else "")
            yield _mended(view, hit, reduced, _last(next(iter(call.names))), dim)
    for site, compared in comparisons(view):
        if compared.operators in (("In",), ("NotIn",)) and v.is_tensor(view.value(compared.operands[1])):
            match view.syntax.at((site.start, site.end))[:1]:
                case [ast.Compare(comparators=[right])]:
                    span = view.syntax.span(right)
                    code = f"searched({view.source(span)})"
                    yield view.hit(site, v.LIKELY, variant="in", code=code)._replace(replaces=span)


def _is_first(view: FileView, dim: int) -> bool:
    """Whether a reduction is along the dimension in which the found or selected things stand."""
    return v.constants(view.value(dim), "int") == [0]


def _mended(view: FileView, hit: Hit, reduced: Operand, name: str, dim: Operand | None) -> Hit:
    """The hit with the code that gives it an element, or one in the first dimension, if one is neutral."""
    text = view.source(reduced.span)
    first = "" if dim is None else ", dim=0"
    code = f"never_empty({text}{_NEUTRAL[name]}{first})" if name in _NEUTRAL else ""
    return hit._replace(fields={"input": text, "code": code}, replaces=reduced.span if code else None)


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _may_be_empty(view: FileView, index: int) -> bool:
    """Whether a tensor has as many elements as data gives, or none; also what is compared with one."""
    match e := view.unnarrowed(index):
        case ex.Comparison(_, operands):
            return any(_may_be_empty(view, each) for each in operands)
        case ex.Call():
            return made_by_data(view, index) or _makes_nothing(view, e)
        case ex.Phi(slot):
            return made_by_data(view, index) or any(_is_nothing(view, part) for part in view.facts.slots[slot])
    return made_by_data(view, index)


def _is_rest(view: FileView, index: int) -> bool:
    """Whether a tensor is what stands behind an item, `x[i + 1 :]`, or computed with it: behind the last there is nothing.

    So is a slice that may end where it begins, or begin where the tensor ends.
    """
    match e := view.unnarrowed(index):
        case ex.Subscript(_, key):
            return _begins_behind(view, key) or may_end_where_it_begins(view, key) or may_leave_nothing(view, key)
        case ex.Comparison(_, operands):
            return any(_is_rest(view, each) for each in operands)
        case ex.Binary(_, left, right):
            return _is_rest(view, left) or _is_rest(view, right)
        case ex.Unary(_, operand):
            return _is_rest(view, operand)
        case ex.Call(callee, arguments) if last_name(view.expression(e.callee)) in _ELEMENTWISE:
            method = view.expression(callee)
            receiver = [method.base] if isinstance(method, ex.Attribute) else []
            return any(_is_rest(view, each) for each in (*receiver, *(each.expression for each in arguments)))
    return False


def _begins_behind(view: FileView, key: int) -> bool:
    part = view.expression(key)
    if not isinstance(part, ex.Slice) or part.lower < 0 or part.upper >= 0:
        return False
    lower = view.expression(part.lower)
    return (
        isinstance(lower, ex.Binary)
        and lower.operator == "Add"
        and ex.Constant("int", 1) in (view.expression(lower.left), view.expression(lower.right))
    )


def _is_nothing(view: FileView, index: int) -> bool:
    e = view.unnarrowed(index)
    return isinstance(e, ex.Call) and _makes_nothing(view, e)


def _makes_nothing(view: FileView, e: ex.Call) -> bool:
    """Whether a call makes a tensor without elements: `torch.zeros(0)`, `torch.tensor([])`, `torch.randint(0, 9, (0,))`."""
    name = last_name(view.expression(e.callee))
    given = [view.unnarrowed(each.expression) for each in e.arguments if each.keyword in (None, "size", "data")]
    if name in _OF_DATA:
        return any(isinstance(each, ex.ListDisplay) and not each.items for each in given)
    sizes = [view.unnarrowed(part) for each in given if isinstance(each, ex.TupleDisplay) for part in each.items]
    return name in _MAKERS and ex.Constant("int", 0) in (*sizes, *(given if len(given) == 1 else ()))
