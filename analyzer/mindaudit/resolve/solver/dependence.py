"""Which expressions of a module depend on which functions' parameters, by what stands in the module alone."""

from __future__ import annotations

from collections.abc import Sequence

from mindaudit.facts import expressions as ex
from mindaudit.facts.expressions import Expression
from mindaudit.facts.records import ModuleFacts


def dependence(facts: ModuleFacts) -> Sequence[int]:
    """For each expression of a module the numbers of the functions, as bits, on whose parameters (but self) its value can depend."""
    receivers = {(number, f.params[0].name) for number, f in enumerate(facts.functions) if f.class_ >= 0 and f.params}
    depends = [1 << e.function if isinstance(e, ex.Parameter) and (e.function, e.name) not in receivers else 0 for e in facts.expressions]
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
    """The expressions of a module that one is made from, with those behind names and loops."""
    match e:
        case ex.Phi(slot):
            return facts.slots[slot]
        case ex.Name(function, name):
            return bindings(facts, function, name)
    return operands(e)


def bindings(facts: ModuleFacts, number: int, name: str) -> Sequence[int]:
    """The values of a name in a function or the nearest one around it that binds it; empty if only the module can."""
    while number > 0:
        function = facts.functions[number]
        bound = function.bindings.get(name)
        if bound:
            return bound
        number = function.parent
    return ()


def operands(e: Expression) -> Sequence[int]:
    """The expressions inside one that its value is made from; -1 where none is written."""
    match e:
        case ex.Attribute(base):
            return (base,)
        case ex.Call(callee, arguments):
            return (callee, *[argument.expression for argument in arguments])
        case ex.Subscript(base, index):
            return (base, index)
        case ex.Slice(lower, upper, step):
            return (lower, upper, step)
        case ex.Binary(_, left, right):
            return (left, right)
        case ex.Comparison(_, several) | ex.Boolean(_, several):
            return several
        case ex.Join(several) | ex.FormattedString(several):
            return several
        case ex.ListDisplay(items) | ex.TupleDisplay(items) | ex.SetDisplay(items):
            return items
        case ex.DictDisplay(pairs):
            return [index for pair in pairs for index in pair]
        case ex.Conditional(test, body, orelse):
            return (test, body, orelse)
        case ex.Grown(container, _, value):
            return (container, value)
    return _operand(e)


def _operand(e: Expression) -> Sequence[int]:
    """The same of a kind that has at most one."""
    match e:
        case ex.Unary(_, operand) | ex.Awaited(operand) | ex.Yielded(operand) | ex.Starred(operand):
            return (operand,)
        case ex.Element(iterable):
            return (iterable,)
        case ex.Item(sequence) | ex.Rest(sequence):
            return (sequence,)
        case ex.Entered(inner) | ex.Caught(inner) | ex.Narrowed(inner) | ex.Annotated(inner):
            return (inner,)
        case ex.Comprehension(_, element):
            return (element,)
    return ()
