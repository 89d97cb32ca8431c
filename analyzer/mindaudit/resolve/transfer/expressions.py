"""The dispatch table of transfer functions, and those of simple expressions."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from mindaudit.facts import expressions as ex
from mindaudit.resolve.solver.dependence import bindings
from mindaudit.resolve.solver.evaluator import Evaluator, Handler
from mindaudit.resolve.symbols.annotations import instance_of
from mindaudit.resolve.symbols.attributes import attribute
from mindaudit.resolve.symbols.keyed_stores import has_allocation_site
from mindaudit.resolve.symbols.module_attributes import imported, imported_from, module_attribute
from mindaudit.resolve.transfer.allocation_sites import computed_attribute, item_of_object
from mindaudit.resolve.transfer.calls import call
from mindaudit.resolve.transfer.containers import SLICE, element, entered, item, rest, subscript
from mindaudit.resolve.transfer.narrowing import narrow
from mindaudit.resolve.transfer.operators import arithmetic, comparison, concatenated, texts, unary
from mindaudit.resolve.transfer.parameters import parameter
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Value

_GENERICS: Final = ("typing.", "typing_extensions.", "collections.")
_BUILTINS: Final = frozenset(dir(builtins))
_MOST_ITEMS: Final = 24
"""A display with more items is a list of unknown length."""
_MOST_KEYS: Final = 64
"""A dict display remembers the values of so many keys."""


def evaluates(*kinds: type) -> Callable[[Handler], Handler]:
    """Register a function for these kinds of expressions."""

    def register(handler: Handler) -> Handler:
        Evaluator.handlers.update(dict.fromkeys(kinds, handler))
        return handler

    return register


@evaluates(ex.Constant)
def _constant(evaluator: Evaluator, module: int, e: ex.Constant) -> Value:
    return v.one(at.Constant(e.type_name, e.value), cause=v.CONST)


@evaluates(ex.Unknown, ex.Yielded)
def _unknown(evaluator: Evaluator, module: int, e: ex.Expression) -> Value:
    return v.TOP


@evaluates(ex.Name)
def _name(evaluator: Evaluator, module: int, e: ex.Name) -> Value:
    bound = bindings(evaluator.facts[module], e.function, e.name)
    if bound:
        return v.join([evaluator.value(module, index) for index in bound])
    found = module_attribute(evaluator, module, e.name)
    if found is not None:
        return found
    return v.one(at.Builtin(e.name)) if e.name in _BUILTINS else v.TOP


@evaluates(ex.Import)
def _import(evaluator: Evaluator, module: int, e: ex.Import) -> Value:
    return imported(evaluator, module, e.module)


@evaluates(ex.FromImport)
def _from(evaluator: Evaluator, module: int, e: ex.FromImport) -> Value:
    return attribute(evaluator, imported_from(evaluator, module, e.module, e.level), e.name)


@evaluates(ex.Attribute)
def _attribute(evaluator: Evaluator, module: int, e: ex.Attribute) -> Value:
    base = evaluator.value(module, e.base)
    found = attribute(evaluator, base, e.name)
    atom = v.only(base)
    return found if found.atoms or not has_allocation_site(atom) else computed_attribute(evaluator, atom, e.name)


@evaluates(ex.Call)
def _call(evaluator: Evaluator, module: int, e: ex.Call) -> Value:
    return call(evaluator, module, e)


@evaluates(ex.Super)
def _super(evaluator: Evaluator, module: int, e: ex.Super) -> Value:
    if e.class_ < 0:
        return v.TOP
    receiver = v.only(evaluator.receiver_in(module, e.class_) or v.TOP)
    return v.one(at.Super(module, e.class_, at.Object(module, e.class_) if receiver is None else receiver))


@evaluates(ex.Subscript)
def _subscript(evaluator: Evaluator, module: int, e: ex.Subscript) -> Value:
    base = evaluator.value(module, e.base)
    atom = v.only(base)
    if type(atom) is at.Builtin or (type(atom) is at.External and atom.name.startswith(_GENERICS)):
        return v.one(at.Generic(module, e.base, e.index))
    if has_allocation_site(atom):
        return item_of_object(evaluator, atom, evaluator.value(module, e.index))
    return subscript(evaluator, module, base, e.index)


@evaluates(ex.Slice)
def _slice(evaluator: Evaluator, module: int, e: ex.Slice) -> Value:
    bounds = [evaluator.value(module, index) for index in (e.lower, e.upper, e.step) if index >= 0]
    return v.one(SLICE, cause=max([bound.cause for bound in bounds], default=v.CONST))


@evaluates(ex.Parameter)
def _parameter(evaluator: Evaluator, module: int, e: ex.Parameter) -> Value:
    return parameter(evaluator, module, e.function, e.name)


@evaluates(ex.Element)
def _element(evaluator: Evaluator, module: int, e: ex.Element) -> Value:
    return element(evaluator, evaluator.value(module, e.iterable))


@evaluates(ex.Item)
def _item(evaluator: Evaluator, module: int, e: ex.Item) -> Value:
    return item(evaluator, evaluator.value(module, e.sequence), e.position)


@evaluates(ex.Rest)
def _rest(evaluator: Evaluator, module: int, e: ex.Rest) -> Value:
    return rest(evaluator, evaluator.value(module, e.sequence), e.position, e.behind)


@evaluates(ex.Entered)
def _entered(evaluator: Evaluator, module: int, e: ex.Entered) -> Value:
    return entered(evaluator, evaluator.value(module, e.manager))


@evaluates(ex.Caught)
def _caught(evaluator: Evaluator, module: int, e: ex.Caught) -> Value:
    return v.plain("exception")


@evaluates(ex.Awaited, ex.Starred)
def _operand(evaluator: Evaluator, module: int, e: ex.Awaited | ex.Starred) -> Value:
    return evaluator.value(module, e.operand)


@evaluates(ex.Join)
def _join(evaluator: Evaluator, module: int, e: ex.Join) -> Value:
    return v.join([evaluator.value(module, index) for index in e.values])


@evaluates(ex.Phi)
def _phi(evaluator: Evaluator, module: int, e: ex.Phi) -> Value:
    return v.join([evaluator.value(module, index) for index in evaluator.facts[module].slots[e.slot]])


@evaluates(ex.Narrowed)
def _narrowed(evaluator: Evaluator, module: int, e: ex.Narrowed) -> Value:
    return narrow(evaluator, module, evaluator.value(module, e.value), e.value, e.test, e.positive)


@evaluates(ex.Binary)
def _binary(evaluator: Evaluator, module: int, e: ex.Binary) -> Value:
    return arithmetic(e.operator, evaluator.value(module, e.left), evaluator.value(module, e.right))


@evaluates(ex.Unary)
def _unary(evaluator: Evaluator, module: int, e: ex.Unary) -> Value:
    return unary(e.operator, evaluator.value(module, e.operand))


@evaluates(ex.Comparison)
def _comparison(evaluator: Evaluator, module: int, e: ex.Comparison) -> Value:
    return comparison(e.operators, [evaluator.value(module, index) for index in e.operands])


@evaluates(ex.Boolean)
def _boolean(evaluator: Evaluator, module: int, e: ex.Boolean) -> Value:
    left, right = (evaluator.value(module, index) for index in e.operands)
    if e.operator == "Or":
        left = v.without(left, "NoneType") if len(left.atoms) > 1 or left.open else left
        left = replace(left, atoms=frozenset([atom for atom in left.atoms if type(atom) is not at.Constant or atom.value]))
    return v.join((left, right))


@evaluates(ex.Conditional)
def _conditional(evaluator: Evaluator, module: int, e: ex.Conditional) -> Value:
    joined = v.join((evaluator.value(module, e.body), evaluator.value(module, e.orelse)))
    cause = evaluator.value(module, e.test).cause
    return v.caused(joined, cause) if cause >= v.DATA else joined


@evaluates(ex.TupleDisplay)
def _tuple(evaluator: Evaluator, module: int, e: ex.TupleDisplay) -> Value:
    held, exact = _items(evaluator, module, e.items)
    return v.tuple_of(held) if exact else v.holder(at.List, v.join(held))


@evaluates(ex.ListDisplay)
def _list(evaluator: Evaluator, module: int, e: ex.ListDisplay) -> Value:
    held, exact = _items(evaluator, module, e.items)
    if not exact:
        return v.holder(at.List, v.join(held))
    if not held:
        return v.holder(at.List, v.BOTTOM, v.CONST)
    display = v.tuple_of(held)
    return replace(display, atoms=frozenset([at.Items(atom.items) for atom in display.atoms if type(atom) is at.Tuple]))


@evaluates(ex.SetDisplay)
def _set(evaluator: Evaluator, module: int, e: ex.SetDisplay) -> Value:
    return v.holder(at.Set, v.join(_items(evaluator, module, e.items)[0]))


def _items(evaluator: Evaluator, module: int, indices: tuple[int, ...]) -> tuple[list[Value], bool]:
    """The values in a display, and whether each of them is exactly one item."""
    starred = [type(evaluator.expression(module, index)) is ex.Starred for index in indices]
    values = (evaluator.value(module, index) for index in indices)
    held = [element(evaluator, value) if is_starred else value for value, is_starred in zip(values, starred, strict=True)]
    return held, not any(starred) and len(indices) <= _MOST_ITEMS


@evaluates(ex.DictDisplay)
def _dict(evaluator: Evaluator, module: int, e: ex.DictDisplay) -> Value:
    pairs: dict[object, Value] = {}
    others: list[Value] = []
    for pair in e.items:
        held = evaluator.value(module, pair.value)
        known = v.only(evaluator.value(module, pair.key)) if pair.key >= 0 else None
        if pair.key < 0:
            _merge(held, pairs, others)
        elif type(known) is at.Constant and len(pairs) < _MOST_KEYS:
            pairs[known.value] = held
        else:
            others.append(held)
    return v.dict_of(pairs.items(), v.join(others))


def _merge(mapping: Value, pairs: dict[object, Value], others: list[Value]) -> None:
    """Add the items of `**mapping` to the pairs and other values of a dict display."""
    for atom in v.in_order(mapping.atoms):
        if type(atom) is at.Dict:
            pairs.update(atom.pairs)
            others.append(atom.others)
        else:
            others.append(v.TOP)


@evaluates(ex.Comprehension)
def _comprehension(evaluator: Evaluator, module: int, e: ex.Comprehension) -> Value:
    held = evaluator.value(module, e.element)
    if e.kind == "dict":
        return v.dict_of((), held)
    return v.holder(at.List if e.kind == "list" else at.Set if e.kind == "set" else at.Iterator, held)


@evaluates(ex.FunctionValue)
def _function(evaluator: Evaluator, module: int, e: ex.FunctionValue) -> Value:
    return v.one(at.Function(module, e.function, evaluator.captured(module, e.function)))


@evaluates(ex.ClassValue)
def _class(evaluator: Evaluator, module: int, e: ex.ClassValue) -> Value:
    return v.one(at.Class(module, e.class_))


@evaluates(ex.FormattedString)
def _formatted_string(evaluator: Evaluator, module: int, e: ex.FormattedString) -> Value:
    parts = [evaluator.value(module, index) for index in e.parts]
    folded = concatenated([texts(part) for part in parts]) if parts else None
    return v.plain("str", max([part.cause for part in parts], default=v.CONST)) if folded is None else folded


@evaluates(ex.Grown)
def _grown(evaluator: Evaluator, module: int, e: ex.Grown) -> Value:
    added = evaluator.value(module, e.value)
    grown = Value(frozenset((at.Grown(_added(evaluator, added, e.how)),)), depth=added.depth + 1, cause=added.cause)
    container = evaluator.value(module, e.container) if e.container >= 0 else v.BOTTOM
    return container if _is_table(container) else v.join((container, grown))


def _is_table(value: Value) -> bool:
    """Whether a value is a table of pandas, which holds columns of its own, and never a tensor."""
    return bool(value.atoms) and not value.open and all(type(atom) is at.Made and atom.name.startswith("pandas.") for atom in value.atoms)


def _added(evaluator: Evaluator, added: Value, how: str) -> Value:
    """The elements that are added to a container."""
    if how == "item":
        return v.nested(added)
    dicts = [atom for atom in added.atoms if type(atom) is at.Dict]
    return v.nested(v.join([value for atom in dicts for value in v.held_values(atom)]) if dicts else element(evaluator, added))


@evaluates(ex.Annotated)
def _annotated(evaluator: Evaluator, module: int, e: ex.Annotated) -> Value:
    declared = instance_of(evaluator, module, e.annotation)
    if e.value < 0:
        return declared
    value = evaluator.value(module, e.value)
    return v.join((replace(value, open=False), declared)) if value.open or not value.atoms else value
