"""The methods and attributes of torch's public classes, named by the class that defines them."""

from __future__ import annotations

import ast
import enum
import functools
import inspect
import textwrap
import types
from collections.abc import Iterator
from typing import Any, NamedTuple

import torch

from importers.signatures import Signature, from_inspection
from importers.torch_facts import PRIVATE_MEMBERS
from importers.torch_names import CONSTANT_TYPES, is_torch_object
from importers.torch_stubs import attribute_annotations, method_signatures, stub_classes

OPERATORS = frozenset(
    [
        "__add__",
        "__radd__",
        "__iadd__",
        "__sub__",
        "__rsub__",
        "__isub__",
        "__mul__",
        "__rmul__",
        "__imul__",
        "__matmul__",
        "__rmatmul__",
        "__truediv__",
        "__rtruediv__",
        "__rdiv__",
        "__itruediv__",
        "__floordiv__",
        "__rfloordiv__",
        "__mod__",
        "__rmod__",
        "__imod__",
        "__pow__",
        "__rpow__",
        "__ipow__",
        "__neg__",
        "__pos__",
        "__abs__",
        "__invert__",
        "__and__",
        "__rand__",
        "__iand__",
        "__or__",
        "__ror__",
        "__ior__",
        "__xor__",
        "__rxor__",
        "__ixor__",
        "__lshift__",
        "__rshift__",
        "__eq__",
        "__ne__",
        "__lt__",
        "__le__",
        "__gt__",
        "__ge__",
        "__getitem__",
        "__setitem__",
        "__len__",
        "__iter__",
        "__contains__",
        "__bool__",
        "__int__",
        "__float__",
        "__index__",
        "__array__",
    ]
)
PROTOCOLS = frozenset({"__call__", "__getitem__", "__setitem__", "__len__", "__iter__", "__enter__", "__exit__", "__contains__"})


class Member(NamedTuple):
    """A method or attribute; `signatures` of an attribute hold its type as what they return."""

    name: str
    kind: str
    signatures: tuple[Signature, ...]


def public_bases(cls: type, public: dict[int, str]) -> list[str]:
    """The nearest public torch bases of a class; private ones are replaced by theirs."""
    found: list[str] = []
    for base in cls.__bases__:
        if id(base) in public:
            found.append(public[id(base)])
        elif is_torch_object(base):
            found += public_bases(base, public)
    return list(dict.fromkeys(found))


def _layers(cls: type, public: dict[int, str]) -> list[type]:
    """A class and the private torch bases that stand between it and its public ones."""
    layers = [cls]
    for base in cls.__bases__:
        private = id(base) not in public or public[id(base)].rpartition(".")[2].startswith("_")
        if private and is_torch_object(base):
            layers += _layers(base, public)
    return layers


def members(cls: type, name: str, public: dict[int, str]) -> Iterator[Member]:
    """Methods, then attributes, of a public class, the ones of its private bases included; each once."""
    seen: set[str] = set()
    for layer in _layers(cls, public):
        for member in (*_from_namespace(layer, name), *_from_annotations(layer), *_from_constructor(layer)):
            if member.name not in seen:
                seen.add(member.name)
                yield member


def _is_wanted(cls: type, attribute: str) -> bool:
    if attribute in PRIVATE_MEMBERS:
        return True
    if attribute.startswith("__"):
        return attribute in (OPERATORS if issubclass(cls, torch.Tensor | torch._C.TensorBase) else PROTOCOLS)
    return not attribute.startswith("_")


def _from_namespace(cls: type, name: str) -> Iterator[Member]:
    last = name.rpartition(".")[2]
    types_of = attribute_annotations(last) if last in stub_classes() else {}
    for attribute, raw in list(vars(cls).items()):
        if not _is_wanted(cls, attribute):
            continue
        if (
            isinstance(raw, types.FunctionType | staticmethod | classmethod)
            or _is_routine(cls, attribute, raw)
            or isinstance(raw, functools.partialmethod)
        ):
            yield Member(attribute, "method", tuple(_method_signatures(raw, last, attribute)))
        elif isinstance(raw, (enum.Enum, cls, *CONSTANT_TYPES)):
            yield Member(attribute, "constant", (Signature((), "int" if type(raw) is int else type(raw).__name__),))
        elif not isinstance(raw, type):
            yield Member(attribute, "property", (Signature((), types_of.get(attribute, "") or _property_type(raw)),))


def _is_routine(cls: type, attribute: str, raw: Any) -> bool:
    """Whether it is a method in C; a descriptor that gives a value, as lazy properties are, only looks like one."""
    return inspect.isroutine(raw) and (callable(raw) or callable(getattr(cls, attribute, raw.__get__)))


def _method_signatures(raw: Any, class_name: str, attribute: str) -> list[Signature]:
    static = isinstance(raw, staticmethod)
    function = raw.__func__ if isinstance(raw, staticmethod | classmethod) else raw
    if isinstance(function, types.FunctionType):
        found = from_inspection(function, drop_first=not static)
        if any(signature.returns for signature in found) or class_name not in stub_classes():
            return found
        stated = method_signatures(class_name, attribute)
        return [found[0]._replace(returns=stated[0].returns)] if found and stated else found or stated
    return method_signatures(class_name, attribute) or from_inspection(function, drop_first=False)


def _property_type(raw: Any) -> str:
    getter = raw.fget if isinstance(raw, property) else getattr(raw, "func", getattr(raw, "wrapped", None))
    found = from_inspection(getter) if isinstance(getter, types.FunctionType) else []
    return found[0].returns if found else ""


def _from_annotations(cls: type) -> Iterator[Member]:
    for attribute, annotation in vars(cls).get("__annotations__", {}).items():
        if not attribute.startswith("_"):
            text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
            yield Member(attribute, "property", (Signature((), text),))


def _from_constructor(cls: type) -> Iterator[Member]:
    """Attributes that `__init__` sets, with the type where the source states it."""
    constructor = vars(cls).get("__init__")
    if not isinstance(constructor, types.FunctionType):
        return
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(constructor)))
    except (OSError, TypeError, SyntaxError):
        return
    for node in ast.walk(tree):
        targets: list[ast.expr] = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        annotation = ast.unparse(node.annotation) if isinstance(node, ast.AnnAssign) else ""
        for target in targets:
            if (
                isinstance(target, ast.Attribute)
                and isinstance(target.value, ast.Name)
                and target.value.id == "self"
                and not target.attr.startswith("_")
            ):
                value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
                yield Member(target.attr, "property", (Signature((), annotation or _assigned_type(value)),))


def _assigned_type(value: ast.expr | None) -> str:
    """The class that an assigned call names, when it is one: `self.weight = Parameter(...)`."""
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name | ast.Attribute):
        name = ast.unparse(value.func)
        return name if name.rpartition(".")[2][:1].isupper() else ""
    return ""
