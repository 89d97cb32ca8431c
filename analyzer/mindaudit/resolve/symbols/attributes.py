"""Attribute look-up: on modules, torch objects, tensors, project classes and their instances."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mindaudit.resolve.solver.evaluator import Program
from mindaudit.resolve.symbols.class_hierarchy import class_bases, is_network, project_ancestors, subclasses, torch_bases
from mindaudit.resolve.symbols.stub_methods import has_only_grown, is_hollow, may_be_hollow
from mindaudit.resolve.transfer.annotations import instance_of
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value
from mindaudit.resolve.values.torch_catalog import APPLY, CONTEXT, MODULE, Api, value_of

_PROPERTIES: Final = frozenset({"property", "cached_property", "lazy_property", "abstractproperty"})
_ACCESSORS: Final = frozenset({"setter", "deleter", "getter"})
_MEMBERS: Final = {
    "str": frozenset(dir(str)), "bytes": frozenset(dir(bytes)), "int": frozenset(dir(int)),
    "float": frozenset(dir(float)), "bool": frozenset(dir(bool)),
    "list": frozenset(dir(list)) | {"appendleft", "popleft"}, "items": frozenset(dir(list)), "tuple": frozenset(dir(tuple)),
    "dict": frozenset(dir(dict)) | {"move_to_end"}, "set": frozenset(dir(set)), "size": frozenset(dir(tuple)) | {"numel"},
}  # fmt: skip
_SAME_TENSOR: Final = frozenset({"T", "mT", "H", "mH", "data", "real", "imag", "grad"})
_STATIC: Final = frozenset({"ndim", "dtype", "device", "layout", "requires_grad", "is_leaf", "is_cuda", "is_sparse"})
_PARAMETERS: Final = frozenset({"weight", "bias", "running_mean", "running_var", "in_proj_weight", "in_proj_bias"})
_MOST_PARTS: Final = 9
_MOST_OVERRIDING: Final = 24
_NUMBERS: Final = frozenset({
    "in_features", "out_features", "in_channels", "out_channels", "num_features", "embedding_dim",
    "num_embeddings", "embed_dim", "num_heads",
})  # fmt: skip


def imported(program: Program, module: int, dotted: str) -> Value:
    """The module that `import dotted` means."""
    if dotted == "torch" or dotted.startswith("torch."):
        return v.one("torch", program.torch.canonical(dotted))
    place = program.linker.absolute(dotted, module)
    return v.one("module", place) if place is not None else v.one("external", dotted)


def module_attribute(program: Program, module: int, name: str) -> Value | None:
    """A module-level name of a file, its star imports included; None when it has none."""
    facts = program.facts[module]
    index = facts.exports.get(name)
    if index is not None:
        return program.value(module, index)
    found: Value | None = program.derived(_starred, module, name) if facts.stars else None
    if found is None:
        program.missed.add((module, name))
    return found


def _starred(program: Program, module: int, name: str) -> Value | None:
    for source, level in reversed(program.facts[module].stars):
        if level:
            place = program.linker.relative(source, level, module)
            base = v.one("module", place) if place is not None else v.UNKNOWN
        else:
            base = imported(program, module, source)
        for atom in v.in_order(base.atoms):
            if atom[0] == "torch":
                full = f"{atom[1]}.{name}"
                if program.torch.lookup(full):
                    return v.one("torch", program.torch.canonical(full))
            elif atom[0] == "module":
                number = program.linker.module(atom[1])
                found = module_attribute(program, number, name) if number is not None and number != module else None
                if found is not None:
                    return found
    return None


def attribute(program: Program, base: Value, name: str) -> Value:
    """`base.name`."""
    if len(base.atoms) == 1 and not base.open:
        (only,) = base.atoms
        return v.weaken(_attribute(program, only, base, name), base.level)
    answers = [_attribute(program, atom, base, name) for atom in v.in_order(base.atoms)]
    joined = v.join([*answers, *([v.UNKNOWN] if base.open else [])])
    return v.weaken(joined, base.level)


def _attribute(program: Program, atom: Atom, base: Value, name: str) -> Value:
    if name == "__name__" and atom[0] in ("torch", "class", "function"):
        return v.constant(_own_name(program, atom))
    match atom[0]:
        case "torch":
            return _of_torch(program, atom[1], name)
        case "module":
            return _of_module(program, atom[1], name)
        case "external":
            return v.one("external", f"{atom[1]}.{name}", *atom[1 : len(atom) - 1]) if atom[1].count(".") < _MOST_PARTS else v.UNKNOWN
        case "tensor":
            return _of_tensor(program, atom, base, name)
        case "instance":
            return _of_instance(program, atom, base, name)
        case "object":
            return object_attribute(program, atom, name)
        case "class":
            return _of_class(program, atom, name)
        case "super":
            return _of_super(program, atom, name)
        case "fields":
            found = dict(atom[1]).get(name)
            return found if found is not None else v.UNKNOWN
        case "made":
            return v.one("external", f"{atom[1]}.{name}", atom[1])
        case "partial" if name == "func":
            inner: Value = atom[1]
            return inner
        case "constant" if atom[1] == "NoneType":
            return v.NEVER
        case "constant" | "plain" | "list" | "items" | "tuple" | "dict" | "set" | "iterator":
            known = _MEMBERS.get(atom[1] if atom[0] in ("constant", "plain") else atom[0])
            return v.NEVER if known is not None and name not in known else v.one("container-method", atom, name, cause=base.cause)
        case "grown":
            return v.NEVER
    return v.UNKNOWN


def _own_name(program: Program, atom: Atom) -> str:
    if atom[0] == "torch":
        return str(atom[1]).rpartition(".")[2]
    return program.class_(atom[1], atom[2]).name if atom[0] == "class" else program.function(atom[1], atom[2]).name


def _of_torch(program: Program, owner: str, name: str) -> Value:
    torch = program.torch
    if owner == name:  # a package that imports itself by name, as torch does
        return v.one("torch", owner)
    full = f"{owner}.{name}"
    api = torch.lookup(full)
    if api is None and torch.kind(owner) == "class":
        api = torch.method(owner, name)
    if api is None and torch.kind(owner) not in ("module", ""):
        return v.NEVER
    return v.one("torch", api.name if api else full)


def _of_module(program: Program, place: tuple[str, ...], name: str) -> Value:
    number = program.linker.module(place)
    found = module_attribute(program, number, name) if number is not None else None
    child = program.linker.child(place, name)
    if child is None:
        return v.UNKNOWN if found is None else found
    if number is None or found is None or not found.atoms or _is_hidden(program, number, name, found):
        return v.one("module", child)
    return found


def _is_hidden(program: Program, number: int, name: str, found: Value) -> bool:
    """Whether a submodule hides this: a module of the same name that only came along with `import *`."""
    modules = all(a[0] in ("module", "external") or (a[0] == "torch" and program.torch.kind(a[1]) == "module") for a in found.atoms)
    return modules and name not in program.facts[number].exports


def _of_tensor(program: Program, atom: Atom, base: Value, name: str) -> Value:
    api = program.torch.tensor_method(name)
    if api is None:
        return v.UNKNOWN
    if api.kind == "method":
        return v.one("bound", api.name, atom, level=base.level, cause=base.cause)
    if name == "shape":
        return v.one("plain", "size", level=base.level, cause=shape_cause(atom, base))
    if name in _SAME_TENSOR:
        return v.tensor(atom[1], atom[2], atom[3], base.level, base.cause)
    cause = v.CONST if name in _STATIC else base.cause
    return value_of(program.torch.returned(api), v.one(*atom), base.level, cause)


def shape_cause(atom: Atom, base: Value) -> int:
    """What a tensor's shape depends on: data when it was made so, the inputs' shape when the tensor comes from them."""
    return v.DATA if atom[3] else min(base.cause, v.SHAPE)


def _of_instance(program: Program, atom: Atom, base: Value, name: str) -> Value:
    _, class_name, _ = atom
    torch = program.torch
    api = torch.method(class_name, name)
    if api is not None:
        return bound(program, api, atom, base.level)
    if class_name == CONTEXT and name == "saved_tensors":
        return v.holder("list", v.tensor())
    if torch.derives(class_name, MODULE):
        if name in _PARAMETERS:
            return v.tensor(cause=v.CONFIG)
        if name in _NUMBERS:
            return v.plain("int", v.CONFIG)
    return v.UNKNOWN


def bound(program: Program, api: Api, receiver: Atom, level: int) -> Value:
    """A method bound to its receiver, or the value of a property."""
    if api.kind in ("method", "function"):
        return v.one("bound", api.name, receiver, level=level)
    return value_of(program.torch.returned(api), v.one(*receiver), level, v.CONFIG)


# Project classes


def object_attribute(program: Program, atom: Atom, name: str) -> Value:
    """An attribute of an instance of a project class."""
    _, module, number = atom[:3]
    found = program.derived(_object_attribute, module, number, name)
    return found if found is not None else v.NEVER


def asked_attributes(program: Program) -> Iterator[tuple[int, int, str]]:
    """All that was looked for on instances: module, class and name."""
    return ((module, number, name) for module, number, name in program.derived_keys(_object_attribute))


def _object_attribute(program: Program, module: int, number: int, name: str) -> Value:
    atom = ("object", module, number)
    lineage = project_ancestors(program, module, number)
    found = _stored(program, lineage, atom, name)
    if found and may_be_hollow(found[-1]):
        found += _overriding(program, lineage, atom, name)
    if not found:
        found = _stored(program, subclasses(program, module, number)[:12], atom, name)
        found = [v.weaken(value, v.LIKELY) for value in found]
    if found and not has_only_grown(found):
        return _as_set(program, lineage, v.join(found))
    for base in torch_bases(program, module, number):
        api = program.torch.method(base, name)
        if api is not None:
            return bound(program, api, atom, v.CERTAIN)
    if found:  # it grew, and where it was made cannot be seen
        return v.join((*found, v.UNKNOWN))
    starred = _stored(program, lineage, atom, "*")
    if starred:
        return v.weaken(v.join([*starred, v.UNKNOWN]), v.LIKELY)
    return v.UNKNOWN


def _as_set(program: Program, lineage: tuple[tuple[int, int], ...], value: Value) -> Value:
    """The value of an attribute; perhaps another one where a `__setattr__` may keep something else instead of an object."""
    if not any("__setattr__" in program.class_(m, c).body for m, c in lineage):
        return value
    told = any(a[0] == "object" and not is_network(program, a[1], a[2]) for a in v.in_order(value.atoms))
    return v.weaken(value._replace(open=True), v.LIKELY) if told else value


def _overriding(program: Program, lineage: tuple[tuple[int, int], ...], atom: Atom, name: str) -> list[Value]:
    """What subclasses have in place of a method that returns nothing of its own."""
    defined = next((pair for pair in lineage if name in program.class_(*pair).body), None)
    if defined is None or not is_hollow(program, defined[0], program.class_(*defined).body[name]):
        return []
    found = [(m, c, program.class_(m, c).body[name]) for m, c in subclasses(program, atom[1], atom[2]) if name in program.class_(m, c).body]
    return [v.weaken(_member(program, m, index, ("object", m, c)), v.LIKELY) for m, c, index in found[:_MOST_OVERRIDING]]


def _stored(program: Program, lineage: tuple[tuple[int, int], ...], atom: Atom, name: str) -> list[Value]:
    """The values that methods and bodies of these classes give an attribute; a method hides those of later classes."""
    found: list[Value] = []
    for m, c in lineage:
        class_ = program.class_(m, c)
        found += [program.value(m, index) for _, index in class_.stores.get(name, ())]
        if name in class_.annotations:  # a default, if there is one, can be overridden in an instance
            found.append(instance_of(program, m, class_.annotations[name]))
        index = class_.body.get(name)
        if index is not None:
            found.append(_member(program, m, index, atom))
            break
    return found


def _member(program: Program, module: int, index: int, atom: Atom) -> Value:
    """A class attribute seen through an instance: functions become methods, properties their value."""
    value = program.value(module, index)
    answers = []
    for held in v.in_order(value.atoms):
        if held[0] != "function":
            answers.append(v.one(*held, level=value.level, cause=max(value.cause, v.CONFIG)))
            continue
        names = decorator_names(program, held[1], held[2])
        if names & _ACCESSORS:
            getter = _getter(program, held[1], held[2])
            answers.append(_member(program, held[1], getter, atom) if getter >= 0 else v.UNKNOWN)
        elif names & _PROPERTIES:
            from mindaudit.resolve.transfer.project_calls import function_result

            answers.append(function_result(program, held[1], held[2]))
        else:
            answers.append(v.one(*held) if "staticmethod" in names else v.one("method", held[1], held[2], atom))
    return v.join([*answers, *([v.UNKNOWN] if value.open else [])])


def _getter(program: Program, module: int, number: int) -> int:
    """The property that `@name.setter` adds this function to, as an expression; -1 where it is none of the file's."""
    for index in program.function(module, number).decorators:
        e = program.expression(module, index)
        if e[0] == "attr" and e[2] in _ACCESSORS and program.expression(module, e[1])[0] == "func":
            return int(e[1])
    return -1


def decorator_names(program: Program, module: int, number: int) -> frozenset[str]:
    """The last parts of a function's decorators' names."""
    names: frozenset[str] | None = program.once("decorators", (module, number), lambda: _decorator_names(program, module, number))
    return names or frozenset()


def _decorator_names(program: Program, module: int, number: int) -> frozenset[str]:
    names = set()
    for index in program.function(module, number).decorators:
        e = program.expression(module, index)
        while e[0] == "call":
            e = program.expression(module, e[1])
        if e[0] in ("attr", "name"):
            names.add(e[2])
        elif e[0] == "from":
            names.add(e[3])
    return frozenset(names)


def _of_class(program: Program, atom: Atom, name: str) -> Value:
    _, module, number = atom
    for m, c in project_ancestors(program, module, number):
        class_ = program.class_(m, c)
        index = class_.body.get(name)
        if index is not None:
            return _class_member(program, m, index, atom)
    for base in torch_bases(program, module, number):
        api = program.torch.method(base, name)
        if api is not None:
            return v.one("bound", api.name, atom) if api.name == APPLY else v.one("torch", api.name)
    if any(a[1].startswith("enum.") for a in class_bases(program, module, number).atoms if a[0] == "external"):
        return v.plain("enum")
    return v.UNKNOWN


def _class_member(program: Program, module: int, index: int, atom: Atom) -> Value:
    value = program.value(module, index)
    answers = [
        v.one("method", a[1], a[2], atom) if a[0] == "function" and "classmethod" in decorator_names(program, a[1], a[2]) else v.one(*a)
        for a in v.in_order(value.atoms)
    ]
    return v.join([*(v.caused(answer, v.CONFIG) for answer in answers), *([v.UNKNOWN] if value.open else [])])


def _of_super(program: Program, atom: Atom, name: str) -> Value:
    _, module, number, receiver = atom
    found = _stored(program, project_ancestors(program, module, number)[1:], receiver, name)
    if found:
        return v.join(found)
    for base in torch_bases(program, module, number):
        api = program.torch.method(base, name)
        if api is not None:
            return bound(program, api, receiver, v.CERTAIN)
    return v.UNKNOWN
