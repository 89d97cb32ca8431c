"""Converts abstract values to the values of the data model, which the classifier reads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from mindaudit.model import ANY, Cause
from mindaudit.model import Value as Known
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.class_hierarchy import is_network, project_ancestors
from mindaudit.resolve.symbols.libraries import ARRAY, ARRAY_NUMBER
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value
from mindaudit.resolve.values.torch_catalog import MODULE, PYTHON_DTYPES

_CAUSES: Final[tuple[Cause | None, ...]] = (None, "const", "config", "shape", "data")
_LAYOUTS: Final = frozenset({"instance(torch.layout)", "instance(torch.memory_format)"})
_SEQUENCES: Final = (at.List, at.Items, at.Tuple, at.Grown)
_OTHER_SEQUENCES: Final = frozenset({"array.array", "collections.deque"})
"""Of which nobody follows what they hold."""
_MOST_DTYPES: Final = 2
_LITERALS: Final = frozenset({"int", "float", "bool", "str", "NoneType", "bytes", "complex"})


def exported(evaluator: Evaluator, value: Value) -> Known:
    """What is known of a value; an open one has no types, since it may be anything."""
    if not value.atoms and not value.cause:
        return ANY
    cause = _CAUSES[value.cause]
    if value.open or not value.atoms:
        array = any(type(atom) is at.Made and atom.name == ARRAY for atom in value.atoms)
        return Known(cause=cause, complex=_may_be_complex(value), perhaps=_perhaps(value), tensors=_holds_tensors(value), array=array)
    types = frozenset(_type(evaluator, atom) for atom in value.atoms)
    tensors = [atom for atom in value.atoms if isinstance(atom, at.Tensor)]
    atom = v.one_tensor(tensors) if len(tensors) == len(value.atoms) else v.only(value)
    holds_tensors = _holds_tensors(value)
    if atom is None or type(atom) is at.List:
        dtypes, perhaps = _held_dtypes(value), _perhaps(value)
        return Known(types, cause=cause, dtypes=dtypes, complex=_may_be_complex(value), perhaps=perhaps, tensors=holds_tensors)
    known = _exported_atom(evaluator, atom, types, cause)
    perhaps = frozenset() if known.dtype else _perhaps(value)
    return replace(known, complex=_may_be_complex(value), perhaps=perhaps, tensors=holds_tensors)


def _held_dtypes(value: Value) -> frozenset[str]:
    """The known dtypes of the tensors that a list or tuple can hold, with those that it gets after it is made."""
    held = [item for atom in value.atoms if isinstance(atom, _SEQUENCES) for item in v.held_values(atom)]
    return frozenset(atom.dtype for item in held for atom in item.atoms if isinstance(atom, at.Tensor) and atom.dtype)


def _may_be_complex(value: Value) -> bool:
    """Whether a value can be a complex tensor or dtype, or holds a complex number, be it in another list."""
    held = (item for atom in value.atoms if isinstance(atom, _SEQUENCES) for item in v.held_values(atom))
    return v.may_be_complex(value) or any(_may_be_complex(item) or any(v.type_name(a) == "complex" for a in item.atoms) for item in held)


def _holds_tensors(value: Value) -> bool:
    """Whether a list or tuple among what a value can be holds a tensor that may have dimensions, or a number or array of NumPy.

    Be it in another list; a sequence of another kind may.
    """
    if any(isinstance(atom, at.Made) and atom.name in _OTHER_SEQUENCES for atom in value.atoms):
        return True
    held = (item for atom in value.atoms if isinstance(atom, _SEQUENCES) for item in v.held_values(atom))
    return any(_holds_tensors(item) or any(map(_may_be_array, item.atoms)) for item in held)


def _may_be_array(atom: Atom) -> bool:
    """Whether a thing is a tensor that may have dimensions, or what NumPy holds."""
    return (type(atom) is at.Tensor and atom.rank != 0) or (type(atom) is at.Made and atom.name in (ARRAY, ARRAY_NUMBER))


def _perhaps(value: Value) -> frozenset[str]:
    """The dtypes of whole numbers and truth values that a tensor has in some cases; of a tensor that can be any these say nothing."""
    found = frozenset(v.perhaps(atom for atom in value.atoms if isinstance(atom, at.Tensor)))
    return found if len(found) <= _MOST_DTYPES else frozenset()


def defined(evaluator: Evaluator, value: Value) -> frozenset[str]:
    """What the classes of the project define themselves whose objects a value can be, or to whose objects a `super()` belongs."""
    atoms = [atom.receiver if isinstance(atom, at.Super) else atom for atom in value.atoms]
    own = [atom for atom in atoms if isinstance(atom, at.Object)]
    classes = {place for atom in own for place in project_ancestors(evaluator, atom.module, atom.number)}
    return frozenset(name for place in classes for name in evaluator.class_(*place).body)


def _exported_atom(evaluator: Evaluator, atom: Atom, types: frozenset[str], cause: Cause | None) -> Known:
    match atom:
        case at.Constant(type_name, constant) if type_name in _LITERALS:
            return Known(types, True, constant, cause=cause)
        case at.Tensor(dtype, rank):
            return Known(types, rank=rank, dtype=dtype, cause=cause)
        case at.Tuple(items) | at.Items(items):
            return Known(types, items=tuple(exported(evaluator, item) for item in items), cause=cause)
        case at.Dict():
            return Known(types, cause=cause, entries=_entries(evaluator, atom))
        case at.Torch(name) if evaluator.torch.kind(name) == "dtype" or _is_layout(evaluator, name):
            return Known(types, True, name, torch_name=name, cause=cause)
        case at.Builtin(name) if name in PYTHON_DTYPES:
            return Known(types, True, PYTHON_DTYPES[name], cause=cause)
        case at.Torch(name) | at.Instance(name):
            return Known(types, torch_name=name, cause=cause)
    return Known(types, cause=cause)


def _is_layout(evaluator: Evaluator, name: str) -> bool:
    api = evaluator.torch.lookup(name)
    return api is not None and api.kind == "constant" and api.returns in _LAYOUTS


def _entries(evaluator: Evaluator, atom: at.Dict) -> tuple[tuple[str, Known], ...] | None:
    """The entries of a dict all of whose keys are known strings; None of any other."""
    if atom.others.atoms or atom.others.open or any(v.ABSENT in held.atoms for _, held in atom.pairs):
        return None
    entries = tuple((key, exported(evaluator, held)) for key, held in atom.pairs if isinstance(key, str))
    return entries if len(entries) == len(atom.pairs) else None


def _type(evaluator: Evaluator, atom: Atom) -> str:
    type_of_kind = _TYPES.get(type(atom), "other")
    return type_of_kind if isinstance(type_of_kind, str) else type_of_kind(evaluator, atom)


def _builtin_type(evaluator: Evaluator, atom: at.Constant | at.Plain) -> str:
    return "None" if atom.type_name == "NoneType" else atom.type_name


def _type_of_builtin(_evaluator: Evaluator, atom: at.Builtin) -> str:
    return "dtype" if atom.name in PYTHON_DTYPES else "other"


def _torch_type(evaluator: Evaluator, atom: at.Torch) -> str:
    kind = evaluator.torch.kind(atom.name)
    return kind if kind in ("dtype", "class", "function") else "other"


def _instance_type(evaluator: Evaluator, atom: at.Instance) -> str:
    return "module" if evaluator.torch.derives(atom.torch_class, MODULE) else "other"


def _object_type(evaluator: Evaluator, atom: at.Object) -> str:
    return "module" if is_network(evaluator, atom.module, atom.number) else "other"


def _made_type(_evaluator: Evaluator, atom: at.Made) -> str:
    return "numpy" if atom.name.startswith("numpy.") else "other"


_TYPES: Final[dict[type, str | Callable[[Evaluator, Any], str]]] = {
    at.Constant: _builtin_type, at.Plain: _builtin_type, at.Torch: _torch_type, at.Instance: _instance_type, at.Object: _object_type,
    at.Function: "function", at.Method: "function", at.TorchMethod: "function", at.Partial: "partial", at.Class: "class",
    at.Tensor: "tensor", at.List: "list", at.Items: "list", at.Grown: "list", at.Tuple: "tuple", at.Fields: "tuple",
    at.Dict: "dict", at.Set: "set", at.Made: _made_type, at.Builtin: _type_of_builtin,
}  # fmt: skip
