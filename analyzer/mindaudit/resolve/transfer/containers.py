"""Elements, subscripts and unpacking of containers, torch's own among them."""

from __future__ import annotations

from typing import Final

from mindaudit.resolve.solver.evaluator import Program
from mindaudit.resolve.symbols.libraries import may_have_tensors
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value
from mindaudit.resolve.values.torch_catalog import MODULE

_HOLDERS: Final = frozenset({"list", "set", "iterator", "grown"})
_TEXTS: Final = frozenset({"str", "bytes"})
_INDEXED_CONTAINERS: Final = ("torch.nn.Sequential", "torch.nn.ModuleList", "torch.nn.ParameterList")
_MODULE_CONTAINERS: Final = ("torch.nn.Sequential", "torch.nn.ModuleList", "torch.nn.ModuleDict")
_KEYED_CONTAINERS: Final = ("torch.nn.ModuleDict", "torch.nn.ParameterDict")


def element(program: Program, value: Value) -> Value:
    """One item of an iteration over a value."""
    return _each(program, value, _element)


def _each(program: Program, value: Value, ask: object) -> Value:
    """Join what `ask(program, atom, value)` says of every atom; an open value stays open unless all that is known answers."""
    assert callable(ask)
    answers = [ask(program, atom, value) for atom in v.in_order(value.atoms)]
    joined = v.join([*answers, *([v.UNKNOWN] if value.open else [])])
    return v.weaken(v.caused(joined, value.cause if value.cause >= v.CONFIG else 0), value.level)


def _element(program: Program, atom: Atom, value: Value) -> Value:
    match atom[0]:
        case kind if kind in _HOLDERS:
            held: Value = atom[1]
            return held
        case "tuple" | "items":
            return v.join(atom[1])
        case "dict":
            keys = [v.constant(key) for key, _ in atom[1]]
            return v.join(keys) if keys else v.STRING._replace(open=True)
        case "fields":
            return v.join(inner for _, inner in atom[1])
        case "tensor":
            return v.tensor(atom[1], atom[2] - 1 if atom[2] else None, False, value.level, value.cause)
        case "instance":
            return _torch_element(program, atom)
        case "object":
            return _object_element(program, atom, "__iter__")
        case "constant" | "plain":
            return _plain_element(atom, value)
        case "made":
            return _made_element(atom)
    return v.UNKNOWN


def _made_element(atom: Atom) -> Value:
    """An item of another library's object: unknown where it may be a tensor, as of what wraps a loader."""
    if may_have_tensors(atom[1]):
        return v.UNKNOWN
    return v.one("made", atom[1] if atom[1].endswith("[]") else f"{atom[1]}[]")


def _plain_element(atom: Atom, value: Value) -> Value:
    if atom[1] in _TEXTS:
        return v.STRING
    if atom[1] in ("size", "range", "intset"):
        return v.plain("int", value.cause)
    return v.NEVER if atom[1] == "NoneType" else v.UNKNOWN


def _torch_element(program: Program, atom: Atom) -> Value:
    if any(program.torch.derives(atom[1], name) for name in _KEYED_CONTAINERS):
        return v.STRING
    return contained(atom)


def contained(atom: Atom) -> Value:
    """What a torch container holds."""
    return atom[2] if atom[2] is not None else v.UNKNOWN


def _object_element(program: Program, atom: Atom, special: str) -> Value:
    found = program.derived(_special_element, atom, special)
    return found if found is not None else v.NEVER


def _special_element(program: Program, atom: Atom, special: str) -> Value:
    """What `__iter__` or `__getitem__` of a project class gives; an iterator that is its own gives what `__next__` does."""
    from mindaudit.resolve.transfer.project_calls import method_result

    result = method_result(program, atom, special)
    if result is None:
        return _object_contents(program, atom)
    if special != "__iter__":
        return result
    following = method_result(program, atom, "__next__") if atom in result.atoms else None
    return following if following is not None else element(program, result)


def _object_contents(program: Program, atom: Atom) -> Value:
    """What an instance of a project class holds: if it derives from a torch container of modules, modules."""
    from mindaudit.resolve.symbols.class_hierarchy import torch_bases

    bases = torch_bases(program, atom[1], atom[2])
    if any(program.torch.derives(base, container) for base in bases for container in _MODULE_CONTAINERS):
        return v.one("instance", MODULE, None, level=v.LIKELY)._replace(open=True)
    return v.UNKNOWN


def subscript(program: Program, module: int, base: Value, index: int) -> Value:
    """`base[index]`; `index` is an expression."""
    key = program.value(module, index)

    def ask(program: Program, atom: Atom, value: Value) -> Value:
        return _subscripted(program, module, atom, value, key, index)

    return _each(program, base, ask)


def _subscripted(program: Program, module: int, atom: Atom, value: Value, key: Value, index: int) -> Value:
    known = v.only(key)
    position = known[2] if known and known[0] == "constant" else None
    is_slice = known == ("plain", "slice")
    match atom[0]:
        case "tensor":
            return v.tensor(atom[1], None, atom[3] or varies(program, module, index, key), value.level, max(value.cause, v.SHAPE))
        case "tuple" | "items":
            if is_slice:
                return _sliced(program, module, atom, index)
            return _at(atom[1], position)
        case "fields":
            return _at(tuple(inner for _, inner in atom[1]), position)
        case "dict":
            return _looked_up(atom, position, key)
        case "list" | "grown":
            return v.holder(atom[0], atom[1]) if is_slice else atom[1]
        case "instance":
            return v.one(*atom) if is_slice else contained(atom)
        case "object":
            return _object_element(program, atom, "__getitem__")
        case "made":
            return v.one(*atom)
        case "constant" | "plain":
            if atom[1] == "size":
                return v.plain("size" if is_slice else "int", value.cause)
            return v.STRING if atom[1] == "str" else v.UNKNOWN
        case "torch" | "class" | "external":
            return v.one(*atom)  # a subscripted class, as in annotations
    return v.UNKNOWN


def _at(items: tuple[Value, ...], position: object) -> Value:
    if isinstance(position, int) and not isinstance(position, bool):
        return items[position] if -len(items) <= position < len(items) else v.NEVER
    return v.join(items)


def _sliced(program: Program, module: int, atom: Atom, index: int) -> Value:
    e = program.expression(module, index)
    bounds: list[int | None] = []
    for bound in e[1:] if e[0] == "slice" else ():
        known = v.only(program.value(module, bound)) if bound >= 0 else None
        if bound >= 0 and not (known and known[0] == "constant" and isinstance(known[2], int)):
            return v.holder("list", v.join(atom[1]))
        bounds.append(known[2] if known else None)
    return v.tuple_of(atom[1][slice(*bounds)]) if bounds and bounds[2] != 0 else v.holder("list", v.join(atom[1]))


def _looked_up(atom: Atom, position: object, key: Value) -> Value:
    pairs = {name: v.present(value) for name, value in atom[1]}
    others: Value = atom[2]
    if not key.atoms and not key.open:
        return v.NEVER
    if position is not None and isinstance(position, (str, int, float)) and position in pairs:
        return v.join((pairs[position], *([others] if others.atoms else [])))
    if isinstance(position, str) and position not in pairs and (others.atoms or others.open):
        return others
    possible = [pairs[name] for name in v.constants(key, "str") if name in pairs]
    only_constants = all(a[0] == "constant" for a in key.atoms)
    if not key.open and (possible or (only_constants and key.atoms and not others.atoms and not others.open)):
        return v.join([*possible, others])
    return v.join([*pairs.values(), others])


def varies(program: Program, module: int, index: int, key: Value) -> bool:
    """Whether a tensor subscript makes a shape that depends on data: a boolean mask or an index of such a shape."""
    e = program.expression(module, index)
    parts = e[1] if e[0] == "tuple" else (index,)
    for part in parts:
        inner = program.expression(module, part)
        if inner[0] == "slice":
            if any(bound >= 0 and program.value(module, bound).cause >= v.DATA for bound in inner[1:3]):
                return True
            continue
        for atom in program.value(module, part).atoms:
            if atom[0] == "tensor" and (atom[1] == "bool" or atom[3]):
                return True
    return False


def item(program: Program, value: Value, index: int) -> Value:
    """The part of a value that unpacking gives to target `index` (negative after a starred one)."""

    def ask(program: Program, atom: Atom, value: Value) -> Value:
        if atom[0] in ("tuple", "items"):
            return _at(atom[1], index)
        if atom[0] == "fields":
            return _at(tuple(inner for _, inner in atom[1]), index)
        return _element(program, atom, value)

    return _each(program, value, ask)


def rest(program: Program, value: Value, index: int) -> Value:
    """What a starred target gets."""
    return v.holder("list", element(program, value))


def entered(program: Program, value: Value) -> Value:
    """What `with value as x` gives."""
    from mindaudit.resolve.transfer.project_calls import method_result

    results = []
    for atom in v.in_order(value.atoms):
        if atom[0] == "iterator":
            results.append(atom[1])
            continue
        result = method_result(program, atom, "__enter__") if atom[0] == "object" else None
        results.append(v.one(*atom) if result is None else result)
    return v.join([*results, *([v.UNKNOWN] if value.open else [])])
