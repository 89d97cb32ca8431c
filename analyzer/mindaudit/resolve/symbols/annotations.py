"""The abstract values that an annotation allows, by the types that it names."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from mindaudit.facts import expressions as ex
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Holder, Value
from mindaudit.resolve.values.torch_catalog import TENSOR, WHOLE_CLASSES

_HOLDERS: Final[dict[str, Holder]] = {
    "List": at.List, "list": at.List, "Sequence": at.List, "Iterable": at.Iterator, "Iterator": at.Iterator, "Set": at.Set, "set": at.Set,
    "Generator": at.Iterator, "Collection": at.List, "deque": at.List, "MutableSequence": at.List, "frozenset": at.Set,
    "FrozenSet": at.Set,
}  # fmt: skip
_DICTS: Final = frozenset({"Dict", "dict", "Mapping", "MutableMapping", "OrderedDict", "defaultdict", "DefaultDict"})
_UNIONS: Final = frozenset({"Union", "Optional", "Annotated", "Final", "ClassVar", "Required", "NotRequired"})
_PLAIN: Final = frozenset({"int", "float", "bool", "str", "bytes", "complex"})
_TYPING: Final = ("typing.", "typing_extensions.", "collections.")
_TENSOR_CLASSES: Final = "Tensor"


def instance_of(evaluator: Evaluator, module: int, annotation: int) -> Value:
    """A value of the annotated type; TOP if the annotation is of no use."""
    if annotation < 0:
        return v.TOP
    match evaluator.expression(module, annotation):
        case ex.Constant(type_name):
            return v.NONE if type_name == "NoneType" else v.TOP
        case ex.Binary("BitOr", left, right):
            return v.join((instance_of(evaluator, module, left), instance_of(evaluator, module, right)))
        case ex.Subscript(base, index):
            return _generic(evaluator, module, base, index)
    return v.join([_instance(evaluator, atom) for atom in v.in_order(evaluator.value(module, annotation).atoms)] or [v.TOP])


def _generic(evaluator: Evaluator, module: int, base: int, index: int) -> Value:
    """A value of a type with arguments, such as `dict[str, Tensor]`."""
    key = evaluator.expression(module, index)
    arguments = key.items if type(key) is ex.TupleDisplay else (index,)
    return v.join([_named_generic(evaluator, module, name, arguments) for name in _names(evaluator.value(module, base))] or [v.TOP])


def _named_generic(evaluator: Evaluator, module: int, name: str, arguments: tuple[int, ...]) -> Value:
    if name in _UNIONS:
        several = arguments[:1] if name == "Annotated" else arguments
        return v.join([*(instance_of(evaluator, module, a) for a in several), *([v.NONE] if name == "Optional" else [])])
    if name in _HOLDERS:
        return v.holder(_HOLDERS[name], instance_of(evaluator, module, arguments[0]), v.NO_CAUSE)
    if name in ("Tuple", "tuple"):
        return _tuple(evaluator, module, arguments)
    if name in _DICTS:
        return replace(v.dict_of((), instance_of(evaluator, module, arguments[-1])), cause=v.NO_CAUSE)
    if name == "Literal":
        return v.join([evaluator.value(module, a) for a in arguments])
    return v.TOP


def _tuple(evaluator: Evaluator, module: int, arguments: tuple[int, ...]) -> Value:
    """A tuple with these types of items; `...` as the second one: of unknown length."""
    last = evaluator.expression(module, arguments[1]) if len(arguments) == 2 else None
    if type(last) is ex.Constant and last.type_name == "ellipsis":
        return v.holder(at.List, instance_of(evaluator, module, arguments[0]), v.NO_CAUSE)
    return replace(v.tuple_of(instance_of(evaluator, module, a) for a in arguments), cause=v.NO_CAUSE)


def _names(base: Value) -> list[str]:
    """The last parts of all names that a generic can have that comes from typing, collections or the built-ins."""
    found = [atom.name for atom in v.in_order(base.atoms) if isinstance(atom, (at.External, at.Builtin))]
    return list(dict.fromkeys(name.rpartition(".")[2] for name in found))


def _instance(evaluator: Evaluator, atom: Atom) -> Value:
    """An instance of the type that an atom is."""
    match atom:
        case at.Generic(module, base, index):
            return _generic(evaluator, module, base, index)
        case at.Torch(name):
            return instance_of_torch(evaluator, name)
        case at.Class(module, number):
            return v.one(at.Object(module, number))
        case at.Builtin(name):
            return _builtin(name)
        case at.External(name) if not name.startswith(_TYPING):
            return v.one(at.Made(name))
    return v.TOP


def _builtin(name: str) -> Value:
    """An instance of a built-in type."""
    if name in _PLAIN:
        return v.plain(name)
    if name in _HOLDERS:
        return v.holder(_HOLDERS[name], v.TOP, v.NO_CAUSE)
    if name == "dict":
        return v.dict_of((), v.TOP)
    return v.holder(at.List, v.TOP, v.NO_CAUSE) if name == "tuple" else v.TOP


def instance_of_torch(evaluator: Evaluator, name: str, elements: Value | None = None) -> Value:
    """An instance of a torch class; Tensor and its kin are tensors, torch.Size and torch.dtype are plain values."""
    torch = evaluator.torch
    if name == "torch.Size":
        return v.plain("size", v.SHAPE)
    if name in ("torch.dtype", "torch.device"):
        return v.plain(name.removeprefix("torch."))
    if torch.kind(name) != "class":
        return v.TOP
    if name == TENSOR or torch.derives(name, TENSOR) or (name.endswith(_TENSOR_CLASSES) and name.count(".") <= 2):
        return v.tensor(WHOLE_CLASSES.get(name.rpartition(".")[2]))
    return v.one(at.Instance(name, elements))
