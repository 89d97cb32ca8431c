"""The value of each kind of expression."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Final

from mindaudit.facts.records import Expression
from mindaudit.resolve.solver.dependence import bindings
from mindaudit.resolve.solver.evaluator import Handler, Program
from mindaudit.resolve.symbols.attributes import attribute, imported, module_attribute
from mindaudit.resolve.transfer.annotations import instance_of
from mindaudit.resolve.transfer.calls import call
from mindaudit.resolve.transfer.containers import element, entered, item, rest, subscript
from mindaudit.resolve.transfer.narrowing import narrow
from mindaudit.resolve.transfer.operators import arithmetic, comparison, concatenated, texts, unary
from mindaudit.resolve.transfer.parameters import parameter
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Value

_GENERICS: Final = ("typing.", "typing_extensions.", "collections.")
_BUILTINS: Final = frozenset(dir(builtins))


def evaluates(*operations: str) -> Callable[[Handler], Handler]:
    """Register a function for these operations."""

    def register(handler: Handler) -> Handler:
        for operation in operations:
            Program.handlers[operation] = handler
        return handler

    return register


@evaluates("const")
def _constant(program: Program, module: int, e: Expression) -> Value:
    return v.one("constant", e[1], e[2], cause=v.CONST)


@evaluates("unknown")
def _unknown(program: Program, module: int, e: Expression) -> Value:
    return v.UNKNOWN


@evaluates("name")
def _name(program: Program, module: int, e: Expression) -> Value:
    _, number, name = e
    bound = bindings(program.facts[module], number, name)
    if bound:
        return v.join(program.value(module, index) for index in bound)
    found = module_attribute(program, module, name)
    if found is not None:
        return found
    return v.one("builtin", name) if name in _BUILTINS else v.UNKNOWN


@evaluates("import")
def _import(program: Program, module: int, e: Expression) -> Value:
    return imported(program, module, e[1])


@evaluates("from")
def _from(program: Program, module: int, e: Expression) -> Value:
    _, source, level, name = e
    linker = program.linker
    if level:
        place = linker.relative(source, level, module)
        base = v.one("module", place) if place is not None else v.UNKNOWN
    else:
        base = imported(program, module, source)
    return attribute(program, base, name)


@evaluates("attr")
def _attribute(program: Program, module: int, e: Expression) -> Value:
    return attribute(program, program.value(module, e[1]), e[2])


@evaluates("call")
def _call(program: Program, module: int, e: Expression) -> Value:
    return call(program, module, e)


@evaluates("super")
def _super(program: Program, module: int, e: Expression) -> Value:
    number = e[1]
    return v.one("super", module, number, ("object", module, number)) if number >= 0 else v.UNKNOWN


@evaluates("sub")
def _subscript(program: Program, module: int, e: Expression) -> Value:
    base = program.value(module, e[1])
    atom = v.only(base)
    if atom and (atom[0] == "builtin" or (atom[0] == "external" and atom[1].startswith(_GENERICS))):
        return v.one("generic", module, e[1], e[2])
    return subscript(program, module, base, e[2])


@evaluates("slice")
def _slice(program: Program, module: int, e: Expression) -> Value:
    bounds = [program.value(module, index) for index in e[1:] if index >= 0]
    return v.one("plain", "slice", cause=max((b.cause for b in bounds), default=v.CONST))


@evaluates("param")
def _parameter(program: Program, module: int, e: Expression) -> Value:
    return parameter(program, module, e[1], e[2])


@evaluates("elem")
def _element(program: Program, module: int, e: Expression) -> Value:
    return element(program, program.value(module, e[1]))


@evaluates("item")
def _item(program: Program, module: int, e: Expression) -> Value:
    return item(program, program.value(module, e[1]), e[2])


@evaluates("rest")
def _rest(program: Program, module: int, e: Expression) -> Value:
    return rest(program, program.value(module, e[1]), e[2])


@evaluates("enter")
def _enter(program: Program, module: int, e: Expression) -> Value:
    return entered(program, program.value(module, e[1]))


@evaluates("except")
def _except(program: Program, module: int, e: Expression) -> Value:
    return v.plain("exception")


@evaluates("await", "star")
def _same(program: Program, module: int, e: Expression) -> Value:
    return program.value(module, e[1])


@evaluates("yield")
def _yield(program: Program, module: int, e: Expression) -> Value:
    return v.UNKNOWN


@evaluates("join")
def _join(program: Program, module: int, e: Expression) -> Value:
    return v.join([program.value(module, index) for index in e[1]])


@evaluates("phi")
def _phi(program: Program, module: int, e: Expression) -> Value:
    return v.join([program.value(module, index) for index in program.facts[module].slots[e[1]]])


@evaluates("narrow")
def _narrow(program: Program, module: int, e: Expression) -> Value:
    return narrow(program, module, program.value(module, e[1]), e[1], e[2], e[3])


@evaluates("binary")
def _binary(program: Program, module: int, e: Expression) -> Value:
    return arithmetic(program, e[1], program.value(module, e[2]), program.value(module, e[3]))


@evaluates("unary")
def _unary(program: Program, module: int, e: Expression) -> Value:
    return unary(e[1], program.value(module, e[2]))


@evaluates("compare")
def _compare(program: Program, module: int, e: Expression) -> Value:
    return comparison(e[1], [program.value(module, index) for index in e[2]])


@evaluates("bool")
def _bool(program: Program, module: int, e: Expression) -> Value:
    left, right = (program.value(module, index) for index in e[2])
    if e[1] == "Or":
        left = v.without(left, "NoneType") if len(left.atoms) > 1 or left.open else left
        left = left._replace(atoms=frozenset(a for a in left.atoms if a[0] != "constant" or a[2]))
    return v.join((left, right))


@evaluates("ifexp")
def _ifexp(program: Program, module: int, e: Expression) -> Value:
    _, test, body, other = e
    joined = v.join((program.value(module, body), program.value(module, other)))
    cause = program.value(module, test).cause
    return v.caused(joined, cause) if cause >= v.DATA else joined


@evaluates("list", "set", "tuple")
def _display(program: Program, module: int, e: Expression) -> Value:
    kind, items = e
    expressions = program.facts[module].expressions
    starred = any(expressions[index][0] == "star" for index in items)
    held = [
        element(program, program.value(module, index)) if expressions[index][0] == "star" else program.value(module, index)
        for index in items
    ]
    if kind == "set" or starred or len(items) > 24:
        return v.holder("list" if kind == "tuple" else kind, v.join(held))
    display = v.tuple_of(held)
    if kind == "tuple" or not held:
        return display if kind == "tuple" else v.holder("list", v.NEVER, v.CONST)
    return v.Value(frozenset(("items", atom[1]) for atom in display.atoms), False, display.level, display.cause, display.depth)


@evaluates("dict")
def _dict(program: Program, module: int, e: Expression) -> Value:
    pairs: dict[object, Value] = {}
    others: list[Value] = []
    for key, index in e[1]:
        held = program.value(module, index)
        if key < 0:
            for atom in v.in_order(held.atoms):
                if atom[0] == "dict":
                    pairs.update(atom[1])
                    others.append(atom[2])
                else:
                    others.append(v.UNKNOWN)
            continue
        known = v.only(program.value(module, key))
        if known and known[0] == "constant" and len(pairs) < 64:
            pairs[known[2]] = held
        else:
            others.append(held)
    return v.dict_of(pairs.items(), v.join(others))


@evaluates("comp")
def _comprehension(program: Program, module: int, e: Expression) -> Value:
    _, kind, index, _ = e
    held = program.value(module, index)
    return v.dict_of((), held) if kind == "dict" else v.holder(kind, held)


@evaluates("func")
def _function(program: Program, module: int, e: Expression) -> Value:
    return v.one("function", module, e[1])


@evaluates("class")
def _class(program: Program, module: int, e: Expression) -> Value:
    return v.one("class", module, e[1])


@evaluates("fstring")
def _fstring(program: Program, module: int, e: Expression) -> Value:
    parts = [program.value(module, index) for index in e[1]]
    folded = concatenated([texts(part) for part in parts]) if parts else None
    return v.plain("str", max((part.cause for part in parts), default=v.CONST)) if folded is None else folded


@evaluates("grow")
def _grow(program: Program, module: int, e: Expression) -> Value:
    _, container, how, index = e
    added = program.value(module, index)
    grown = Value(frozenset((("grown", _added(program, added, how)),)), depth=added.depth + 1, cause=added.cause)
    return grown if container < 0 else v.join((program.value(module, container), grown))


def _added(program: Program, added: Value, how: str) -> Value:
    if how == "item":
        return v.nested(added)
    dicts = [atom for atom in added.atoms if atom[0] == "dict"]
    held = [value for atom in dicts for value in (*dict(atom[1]).values(), atom[2])]
    return v.nested(v.join(held) if dicts else element(program, added))


@evaluates("annotated")
def _annotated(program: Program, module: int, e: Expression) -> Value:
    _, index, annotation = e
    declared = instance_of(program, module, annotation)
    if index < 0:
        return declared
    value = program.value(module, index)
    return v.join((value._replace(open=False), declared)) if value.open or not value.atoms else value
