"""What an annotation says about a value."""

from __future__ import annotations

from typing import Final

from mindaudit.resolve.solver.evaluator import Program
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value
from mindaudit.resolve.values.torch_catalog import TENSOR

_LISTS: Final = {
    "List": "list", "list": "list", "Sequence": "list", "Iterable": "iterator", "Iterator": "iterator", "Set": "set", "set": "set",
    "Generator": "iterator", "Collection": "list", "deque": "list", "MutableSequence": "list", "frozenset": "set", "FrozenSet": "set",
}  # fmt: skip
_DICTS: Final = frozenset({"Dict", "dict", "Mapping", "MutableMapping", "OrderedDict", "defaultdict", "DefaultDict"})
_UNIONS: Final = frozenset({"Union", "Optional", "Annotated", "Final", "ClassVar", "Required", "NotRequired"})
_PLAIN: Final = frozenset({"int", "float", "bool", "str", "bytes", "complex"})
_TENSOR_CLASSES: Final = "Tensor"


def instance_of(program: Program, module: int, annotation: int) -> Value:
    """A value of the annotated type; UNKNOWN when the annotation says nothing that helps."""
    if annotation < 0:
        return v.UNKNOWN
    e = program.expression(module, annotation)
    if e[0] == "const":
        return v.NONE if e[1] == "NoneType" else v.UNKNOWN
    if e[0] == "binary" and e[1] == "BitOr":
        return v.join((instance_of(program, module, e[2]), instance_of(program, module, e[3])))
    if e[0] == "sub":
        return _generic(program, module, e[1], e[2])
    return v.join([_instance(program, atom) for atom in program.value(module, annotation).atoms] or [v.UNKNOWN])


def _generic(program: Program, module: int, base: int, index: int) -> Value:
    key = program.expression(module, index)
    arguments: tuple[int, ...] = key[1] if key[0] == "tuple" else (index,)
    name = _name(program, module, base)
    if name in _UNIONS:
        several = arguments[:1] if name == "Annotated" else arguments
        return v.join([*(instance_of(program, module, a) for a in several), *([v.NONE] if name == "Optional" else [])])
    if name in _LISTS:
        return v.holder(_LISTS[name], instance_of(program, module, arguments[0]), v.NO_CAUSE)
    if name in ("Tuple", "tuple"):
        if len(arguments) == 2 and program.expression(module, arguments[1])[:2] == ("const", "ellipsis"):
            return v.holder("list", instance_of(program, module, arguments[0]), v.NO_CAUSE)
        return v.tuple_of(instance_of(program, module, a) for a in arguments)._replace(cause=v.NO_CAUSE)
    if name in _DICTS:
        return v.dict_of((), instance_of(program, module, arguments[-1]))._replace(cause=v.NO_CAUSE)
    if name == "Literal":
        return v.join([program.value(module, a) for a in arguments])
    return v.UNKNOWN


def _name(program: Program, module: int, base: int) -> str:
    """The last part of a generic's name, when it comes from typing, collections or the built-ins."""
    for atom in program.value(module, base).atoms:
        if atom[0] in ("external", "builtin"):
            return str(atom[1]).rpartition(".")[2]
    return ""


def _instance(program: Program, atom: Atom) -> Value:
    match atom[0]:
        case "generic":
            return _generic(program, *atom[1:])
        case "torch":
            return instance_of_torch(program, atom[1])
        case "class":
            return v.one("object", *atom[1:])
        case "builtin" if atom[1] in _PLAIN:
            return v.plain(atom[1])
        case "builtin" if atom[1] in _LISTS:
            return v.holder(_LISTS[atom[1]], v.UNKNOWN, v.NO_CAUSE)
        case "builtin" if atom[1] == "dict":
            return v.dict_of((), v.UNKNOWN)
        case "builtin" if atom[1] == "tuple":
            return v.holder("list", v.UNKNOWN, v.NO_CAUSE)
        case "external" if atom[1].startswith("typing.") or atom[1].startswith("typing_extensions.") or atom[1].startswith("collections."):
            return v.UNKNOWN
        case "external":
            return v.one("made", atom[1])
    return v.UNKNOWN


def instance_of_torch(program: Program, name: str, elements: Value | None = None) -> Value:
    """An instance of a torch class; Tensor and its kin are tensors, torch.Size and torch.dtype are plain values."""
    torch = program.torch
    if name == "torch.Size":
        return v.one("plain", "size", cause=v.SHAPE)
    if name in ("torch.dtype", "torch.device"):
        return v.plain(name.removeprefix("torch."))
    if torch.kind(name) != "class":
        return v.UNKNOWN
    if name == TENSOR or torch.derives(name, TENSOR) or (name.endswith(_TENSOR_CLASSES) and name.count(".") <= 2):
        return v.tensor()
    return v.one("instance", name, elements)
