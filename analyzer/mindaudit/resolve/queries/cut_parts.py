"""Parts of tensors whose end is calculated, `x[: n - 1]`, and what is made of them: they may have no elements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.facts.expressions import Expression
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.values import domain as v

_MOST: Final = 32
"""How many expressions are looked at to find of what a tensor is made."""
_CALCULATING: Final = frozenset({"Add", "Subtract", "FloorDivide", "Modulo"})


def may_be_cut_off(evaluator: Evaluator, module: int, index: int) -> bool:
    """Whether a tensor can be a part that ends where something is calculated, or be made of one."""
    waiting, seen = [index], set[int]()
    while waiting and len(seen) < _MOST:
        place = waiting.pop()
        if place in seen or place < 0:
            continue
        seen.add(place)
        e = evaluator.expression(module, place)
        if isinstance(e, ex.Subscript) and _ends_somewhere(evaluator, module, e.index):
            return True
        waiting += _made_of(evaluator, module, e)
    return False


def _ends_somewhere(evaluator: Evaluator, module: int, key: int) -> bool:
    e = evaluator.expression(module, key)
    parts = [evaluator.expression(module, each) for each in (e.items if isinstance(e, ex.TupleDisplay) else (key,))]
    return any(isinstance(part, ex.Slice) and part.lower < 0 and _is_calculated(evaluator, module, part.upper) for part in parts)


def _is_calculated(evaluator: Evaluator, module: int, upper: int) -> bool:
    """Whether an end is calculated of something that is not constant."""
    e = evaluator.expression(module, upper) if upper >= 0 else None
    return isinstance(e, ex.Binary) and e.operator in _CALCULATING and not v.constants(evaluator.value(module, upper), "int")


def _made_of(evaluator: Evaluator, module: int, e: Expression) -> Iterator[int]:
    """The tensors whose length along an axis an expression takes over: its operands, its receiver or its first argument."""
    match e:
        case ex.Subscript(base):
            yield base
        case ex.Join(values):
            yield from values
        case ex.Phi(slot):
            yield from evaluator.facts[module].slots[slot]
        case ex.Narrowed(inner) | ex.Annotated(inner):
            yield inner
        case ex.Binary(_, left, right):
            yield from (left, right)
        case ex.Unary(_, operand):
            yield operand
        case ex.Comparison(_, operands):
            yield from operands
        case ex.Call(callee, arguments):
            method = evaluator.expression(module, callee)
            if isinstance(method, ex.Attribute) and v.is_tensor(evaluator.value(module, method.base)):
                yield method.base
            yield from (each.expression for each in arguments[:1])
