"""For each expression of a module: the functions on whose parameters its value depends, by the facts of this module alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from mindaudit.facts import expressions as ex
from mindaudit.facts.expressions import Expression
from mindaudit.facts.records import ModuleFacts


def dependence(facts: ModuleFacts, with_receivers: bool = False) -> Sequence[int]:
    """For each expression of a module the numbers of the functions, as bits, on whose parameters its value can depend.

    Receivers (self) count only if `with_receivers`: without a call context they are known well enough, except objects by allocation site.
    """
    methods = [(number, f) for number, f in enumerate(facts.functions) if f.class_ >= 0 and f.params]
    left_out = frozenset() if with_receivers else frozenset([(number, f.params[0].name) for number, f in methods])
    depends = [1 << e.function if isinstance(e, ex.Parameter) and (e.function, e.name) not in left_out else 0 for e in facts.expressions]
    for index, e in enumerate(facts.expressions) if with_receivers else ():
        if type(e) is ex.FunctionValue:
            depends[index] = 1 << facts.functions[e.function].parent
        elif type(e) is ex.Super:
            depends[index] = sum([1 << number for number, f in methods if f.class_ == e.class_])
    parts = [(index, inner) for index, e in enumerate(facts.expressions) if (inner := _parts(facts, e))]
    changing = True
    while changing:
        # again, because operands can stand further down: a loop's value, a name that is looked up late
        changing = False
        for index, inner in parts:
            found = 0
            for operand in inner:
                if operand >= 0:
                    found |= depends[operand]
            if found != depends[index]:
                depends[index] = found
                changing = True
    return depends


def _parts(facts: ModuleFacts, e: Expression) -> Sequence[int]:
    """The expressions from which an expression is computed, including those behind names and loops."""
    return bindings(facts, e.function, e.name) if type(e) is ex.Name else values_behind(facts, e)


def bindings(facts: ModuleFacts, number: int, name: str) -> Sequence[int]:
    """The values of a name in the innermost enclosing function that binds it; empty if only the module can."""
    while number > 0:
        function = facts.functions[number]
        bound = function.bindings.get(name)
        if bound:
            return bound
        number = function.parent
    return ()


def values_behind(facts: ModuleFacts, e: Expression) -> Sequence[int]:
    """The operands of an expression, or the values that a loop's variable may have; -1 for absent ones."""
    return facts.slots[e.slot] if type(e) is ex.Phi else operands(e)


def operands(e: Expression) -> Sequence[int]:
    """The operands of an expression; -1 for absent ones."""
    operands_of_kind = _OPERANDS.get(type(e))
    return operands_of_kind(e) if operands_of_kind else ()


_OPERANDS: Final[dict[type, Callable[[Any], Sequence[int]]]] = {
    ex.Attribute: lambda e: (e.base,),
    ex.Call: lambda e: (e.callee, *[argument.expression for argument in e.arguments]),
    ex.Subscript: lambda e: (e.base, e.index),
    ex.Slice: lambda e: (e.lower, e.upper, e.step),
    ex.Binary: lambda e: (e.left, e.right),
    **dict.fromkeys((ex.Comparison, ex.Boolean), lambda e: e.operands),
    ex.Join: lambda e: e.values,
    ex.FormattedString: lambda e: e.parts,
    **dict.fromkeys((ex.ListDisplay, ex.TupleDisplay, ex.SetDisplay), lambda e: e.items),
    ex.DictDisplay: lambda e: [index for item in e.items for index in (item.key, item.value)],
    ex.Conditional: lambda e: (e.test, e.body, e.orelse),
    ex.Grown: lambda e: (e.container, e.value),
    **dict.fromkeys((ex.Unary, ex.Awaited, ex.Yielded, ex.Starred), lambda e: (e.operand,)),
    ex.Element: lambda e: (e.iterable,),
    **dict.fromkeys((ex.Item, ex.Rest), lambda e: (e.sequence,)),
    ex.Entered: lambda e: (e.manager,),
    ex.Caught: lambda e: (e.exception,),
    **dict.fromkeys((ex.Narrowed, ex.Annotated), lambda e: (e.value,)),
    ex.Comprehension: lambda e: (e.element,),
}
