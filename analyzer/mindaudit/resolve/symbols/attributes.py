"""Attribute look-up: on modules, torch objects, tensors, project classes and their instances."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.libraries import NUMBERS
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
    "dict": frozenset(dir(dict)) | {"move_to_end"}, "size": frozenset(dir(tuple)),
}  # fmt: skip
"""The attributes of built-in types, with those of a deque under list; items: a list of known length."""
_BUILT_IN: Final[dict[type, str]] = {
    at.List: "list", at.Items: "items", at.Tuple: "tuple", at.Dict: "dict", at.Set: "set", at.Iterator: "iterator",
}  # fmt: skip
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
    attribute_of_kind = _ATTRIBUTES.get(type(atom), _builtin_attribute)
    return attribute_of_kind(evaluator, atom, base, name)


def _own_name(evaluator: Evaluator, atom: at.Torch | at.Class | at.Function) -> str:
    match atom:
        case at.Torch(name):
            return name.rpartition(".")[2]
        case at.Class(module, number):
            return evaluator.class_(module, number).name
        case at.Function(module, number):
            return evaluator.function(module, number).name


def _library_attribute(owner: str, made: str | None, name: str) -> Value:
    """An attribute of something of another library; `made`: what made that, if a call did.

    Where the chain has the name already, what follows there is left out: `x.to(…).to(…)` is named like `x.to(…)`, and loops add nothing.
    """
    chain = f"{owner}.{name}"
    if made is None and chain in NUMBERS:
        return v.constant(NUMBERS[chain])
    if made is not None and f".{name}." in chain:
        chain = chain[: chain.index(f".{name}.") + 1 + len(name)]
    return v.one(at.External(chain, made)) if chain.count(".") <= _MOST_PARTS else v.TOP


def _field(atom: at.Fields, name: str) -> Value:
    return next((pair.value for pair in atom.pairs if pair.key == name), v.TOP)


def _builtin_attribute(evaluator: Evaluator, atom: Atom, base: Value, name: str) -> Value:
    """An attribute of an instance of a built-in type; BOTTOM where its type lacks it."""
    if v.is_none(atom):
        return v.BOTTOM
    type_name = v.type_name(atom) or _BUILT_IN.get(type(atom))
    if type_name is None:
        return v.TOP
    if type_name == "size" and name == "numel":
        return v.one(at.TorchMethod("torch.Size.numel", atom), cause=base.cause)
    known = _MEMBERS.get(type_name)
    return v.BOTTOM if known is not None and name not in known else v.one(at.ContainerMethod(atom, name), cause=base.cause)


_ATTRIBUTES: Final[dict[type, Callable[[Evaluator, Any, Value, str], Value]]] = {
    at.Torch: lambda evaluator, atom, base, name: torch_attribute(evaluator, atom.name, name),
    at.Object: lambda evaluator, atom, base, name: object_attribute(evaluator, atom, name),
    at.Tensor: tensor_attribute,
    at.Instance: instance_attribute,
    at.Module: lambda evaluator, atom, base, name: package_attribute(evaluator, atom.place, name),
    at.External: lambda evaluator, atom, base, name: _library_attribute(atom.name, atom.name if atom.made is not None else None, name),
    at.Made: lambda evaluator, atom, base, name: _library_attribute(atom.name, atom.name, name),
    at.Class: lambda evaluator, atom, base, name: class_attribute(evaluator, atom, name),
    at.Super: lambda evaluator, atom, base, name: super_attribute(evaluator, atom, name),
    at.Fields: lambda evaluator, atom, base, name: _field(atom, name),
    at.Partial: lambda evaluator, atom, base, name: atom.function if name == "func" else v.TOP,
    at.Grown: lambda evaluator, atom, base, name: v.BOTTOM,
}
