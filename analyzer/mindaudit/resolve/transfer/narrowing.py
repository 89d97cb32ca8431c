"""What a test says about a value in the branch where it holds, or where it does not."""

from __future__ import annotations

from typing import Final

from mindaudit.facts.records import Expression
from mindaudit.resolve.solver.evaluator import Program
from mindaudit.resolve.symbols.class_hierarchy import project_ancestors, torch_bases
from mindaudit.resolve.transfer.annotations import instance_of_torch
from mindaudit.resolve.transfer.containers import element
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value
from mindaudit.resolve.values.torch_catalog import TENSOR

_CONTAINERS: Final = {
    "list": ("list", "items", "grown"), "tuple": ("tuple", "fields"), "dict": ("dict",), "set": ("set",),
}  # fmt: skip
_CALLABLE: Final = ("torch", "class", "function", "method", "partial", "bound", "object", "instance")
_LIBRARY_KINDS: Final = {
    "partial": ("partial",), "FunctionType": ("function",), "MethodType": ("method",), "Callable": _CALLABLE, "Mapping": ("dict",),
    "Sequence": ("list", "items", "tuple", "grown"),
    "Iterable": ("list", "items", "tuple", "grown", "set", "dict", "iterator", "tensor", "fields"),
}  # fmt: skip


def narrow(program: Program, module: int, value: Value, index: int, test: int, positive: bool) -> Value:
    """`value`, the value of expression `index`, where `test` is true (or false)."""
    e = program.expression(module, test)
    if e[0] == "phi":
        known = _only_value(program, module, test)
        return value if known is None else narrow(program, module, value, index, known, positive)
    if e[0] == "unary" and e[1] == "Not":
        return narrow(program, module, value, index, e[2], not positive)
    if e[0] == "bool" and (e[1] == "And") == positive:
        for part in e[2]:
            value = narrow(program, module, value, index, part, positive)
        return value
    if e[0] == "call":
        return _by_call(program, module, value, index, e, positive)
    if e[0] == "compare" and len(e[1]) == 1:
        return _by_comparison(program, module, value, index, e, positive)
    if _same(program, module, index, test) and positive:
        return v.without(value, "NoneType")
    return value


def _only_value(program: Program, module: int, index: int) -> int | None:
    """The one expression behind slots that hold one value each; None where there are several, or loops hand it to each other."""
    seen = set()
    e = program.expression(module, index)
    while e[0] == "phi":
        values = program.facts[module].slots[e[1]]
        if len(values) != 1 or index in seen:
            return None
        seen.add(index)
        index = values[0]
        e = program.expression(module, index)
    return index


def _same(program: Program, module: int, index: int, other: int) -> bool:
    """Whether two expressions are one value, through earlier narrowings."""
    while True:
        if index == other:
            return True
        e = program.expression(module, index)
        if e[0] != "narrow":
            return False
        index = e[1]


def _by_comparison(program: Program, module: int, value: Value, index: int, e: Expression, positive: bool) -> Value:
    operator, (left, right) = e[1][0], e[2]
    if not _same(program, module, index, left):
        return value
    against = v.only(program.value(module, right))
    if against and against[:2] == ("constant", "NoneType") and operator in ("Is", "IsNot", "Equal", "NotEqual"):
        if (operator in ("Is", "Equal")) == positive:
            return v.NONE
        return v.without(value, "NoneType")
    if against and against[0] == "constant" and operator in ("Equal", "NotEqual"):
        if (operator == "Equal") == positive:
            return v.one(*against)
        return value._replace(atoms=value.atoms - {against})
    if operator == ("In" if positive else "NotIn"):
        return _members(program, value, program.value(module, right))
    return value


def _members(program: Program, value: Value, container: Value) -> Value:
    """What of a value can be among the elements of a container."""

    elements = element(program, container)
    if elements.open or not elements.atoms or value.open:
        return v.without(value, "NoneType")
    possible = frozenset(
        a
        for a in value.atoms
        if a in elements.atoms
        or a[0] not in ("constant", "torch", "class", "function")
        or (a[0] == "constant" and ("plain", a[1]) in elements.atoms)
    )
    return value._replace(atoms=possible)


def _by_call(program: Program, module: int, value: Value, index: int, e: Expression, positive: bool) -> Value:
    arguments = [argument for key, argument in e[2] if key is None]
    if not arguments or not _same(program, module, index, arguments[0]):
        return value
    callee = v.only(program.value(module, e[1]))
    if callee == ("builtin", "isinstance") and len(arguments) == 2:
        return _instances(program, value, _classes(program.value(module, arguments[1])), positive)
    if callee == ("torch", "torch.is_tensor"):
        return _instances(program, value, [("torch", TENSOR)], positive)
    if callee == ("builtin", "callable") and positive:
        return v.without(value, "NoneType", "str", "int", "bool")
    return value


def _classes(value: Value) -> list[Atom]:
    """The classes in the second argument of isinstance."""
    found = []
    for atom in value.atoms:
        found += [a for inner in atom[1] for a in _classes(inner)] if atom[0] in ("tuple", "items") else [atom]
    return found


def _instances(program: Program, value: Value, classes: list[Atom], positive: bool) -> Value:
    decided = {a: _among(program, a, classes) for a in v.in_order(value.atoms)}
    if not positive:
        return value._replace(atoms=frozenset(a for a, is_one in decided.items() if is_one is not True))
    matching = frozenset(a for a, is_one in decided.items() if is_one is not False)
    if not value.open and (matching or (program.alone and value.atoms)):
        return value._replace(atoms=matching)
    made = [m for c in sorted(classes, key=v.spelled) if (m := _made(program, c, value.cause)).atoms]
    specific = [value._replace(atoms=matching, open=False)] if matching else []
    known = v.join([*specific, *([] if matching and len(made) <= 1 else made)])
    return known if known.atoms else v.UNKNOWN._replace(cause=value.cause)


def _among(program: Program, atom: Atom, classes: list[Atom]) -> bool | None:
    """Whether an atom is an instance of one of the classes; None when that cannot be told."""
    answers = [_is_instance(program, atom, c) for c in classes]
    return True if True in answers else None if None in answers else False


def _is_instance(program: Program, atom: Atom, class_: Atom) -> bool | None:

    match class_:
        case ("torch", name):
            if atom[0] == "tensor":
                return bool(name == TENSOR)
            if atom[0] == "instance":
                return program.torch.derives(atom[1], name)
            return atom[0] == "object" and any(program.torch.derives(b, name) for b in torch_bases(program, atom[1], atom[2]))
        case ("class", module, number):
            return atom[0] == "object" and (module, number) in project_ancestors(program, atom[1], atom[2])
        case ("builtin", "type"):
            return atom[0] == "class" or (atom[0] == "torch" and program.torch.kind(atom[1]) == "class")
        case ("builtin", name):
            if name in _CONTAINERS:
                return atom[0] in _CONTAINERS[name] or atom == ("plain", name) or (name == "tuple" and atom == ("plain", "size"))
            kinds = ("int", "bool") if name == "int" else (name,)
            return atom[0] in ("constant", "plain") and atom[1] in kinds
        case ("external", name):
            library = _LIBRARY_KINDS.get(str(name).rpartition(".")[2])
            return atom[0] in library if library else None
    return None


def _made(program: Program, class_: Atom, cause: int) -> Value:
    match class_:
        case ("torch", name):
            return instance_of_torch(program, name)
        case ("class", module, number):
            return v.one("object", module, number)
        case ("builtin", "list"):
            return v.holder("list", v.UNKNOWN, cause)
        case ("builtin", "tuple"):
            return v.holder("list", v.UNKNOWN, cause)
        case ("builtin", "dict"):
            return v.dict_of((), v.UNKNOWN)
        case ("builtin", name):
            return v.plain(name, cause)
        case ("external", name):
            return v.one("made", name, cause=cause)
    return v.UNKNOWN
