"""Attribute look-up: on modules, torch objects, tensors, project classes and their instances."""

from __future__ import annotations

from typing import Final

from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.module_attributes import package_attribute
from mindaudit.resolve.symbols.object_attributes import class_attribute, object_attribute, super_attribute
from mindaudit.resolve.symbols.torch_attributes import instance_attribute, tensor_attribute, torch_attribute
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value

_MEMBERS: Final = {
    "str": frozenset(dir(str)), "bytes": frozenset(dir(bytes)), "int": frozenset(dir(int)),
    "float": frozenset(dir(float)), "bool": frozenset(dir(bool)), "tuple": frozenset(dir(tuple)), "set": frozenset(dir(set)),
    "list": frozenset(dir(list)) | {"appendleft", "popleft"}, "items": frozenset(dir(list)),
    "dict": frozenset(dir(dict)) | {"move_to_end"}, "size": frozenset(dir(tuple)) | {"numel"},
}  # fmt: skip
"""The attributes of built-in types, with those of a deque under list; items: a list of known length."""
_MOST_PARTS: Final = 9
"""A longer dotted name of another library is widened to TOP: a loop can make it grow."""


def attribute(evaluator: Evaluator, base: Value, name: str) -> Value:
    """`base.name`."""
    if len(base.atoms) == 1 and not base.open:
        (only,) = base.atoms
        return v.weaken(_attribute(evaluator, only, base, name), base.level)
    answers = [_attribute(evaluator, atom, base, name) for atom in v.in_order(base.atoms)]
    joined = v.join([*answers, *([v.TOP] if base.open else [])])
    return v.weaken(joined, base.level)


def _attribute(evaluator: Evaluator, atom: Atom, base: Value, name: str) -> Value:
    if name == "__name__" and isinstance(atom, (at.Torch, at.Class, at.Function)):
        return v.constant(_own_name(evaluator, atom))
    match atom:
        case at.Torch(owner):
            return torch_attribute(evaluator, owner, name)
        case at.Object():
            return object_attribute(evaluator, atom, name)
        case at.Tensor():
            return tensor_attribute(evaluator, atom, base, name)
        case at.Instance():
            return instance_attribute(evaluator, atom, base, name)
        case at.Module(place):
            return package_attribute(evaluator, place, name)
        case at.External(owner, made):
            return _external_attribute(owner, name, owner if made is not None else None)
        case at.Made(owner):
            return v.one(at.External(f"{owner}.{name}", owner))
        case at.Class():
            return class_attribute(evaluator, atom, name)
        case at.Super():
            return super_attribute(evaluator, atom, name)
        case at.Fields(pairs):
            return next((pair.value for pair in pairs if pair.key == name), v.TOP)
        case at.Partial(function) if name == "func":
            return function
        case at.Grown():
            return v.BOTTOM
    return _builtin_attribute(atom, base, name)


def _own_name(evaluator: Evaluator, atom: at.Torch | at.Class | at.Function) -> str:
    match atom:
        case at.Torch(name):
            return name.rpartition(".")[2]
        case at.Class(module, number):
            return evaluator.class_(module, number).name
        case at.Function(module, number):
            return evaluator.function(module, number).name


def _external_attribute(owner: str, name: str, made: str | None) -> Value:
    return v.one(at.External(f"{owner}.{name}", made)) if owner.count(".") < _MOST_PARTS else v.TOP


def _builtin_attribute(atom: Atom, base: Value, name: str) -> Value:
    """An attribute of an instance of a built-in type; BOTTOM where its type lacks it."""
    match atom:
        case at.Constant("NoneType"):
            return v.BOTTOM
        case at.Constant(type_name) | at.Plain(type_name):
            known = _MEMBERS.get(type_name)
        case at.List():
            known = _MEMBERS["list"]
        case at.Items():
            known = _MEMBERS["items"]
        case at.Tuple():
            known = _MEMBERS["tuple"]
        case at.Dict():
            known = _MEMBERS["dict"]
        case at.Set():
            known = _MEMBERS["set"]
        case at.Iterator():
            known = None
        case _:
            return v.TOP
    return v.BOTTOM if known is not None and name not in known else v.one(at.ContainerMethod(atom, name), cause=base.cause)
