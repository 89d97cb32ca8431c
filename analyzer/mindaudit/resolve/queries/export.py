"""Abstract values as the data model states them, for verdicts and rules."""

from __future__ import annotations

from typing import Final

from mindaudit.model import ANY, Cause
from mindaudit.model import Value as Known
from mindaudit.resolve.solver.evaluator import Program
from mindaudit.resolve.values.domain import Atom, Value
from mindaudit.resolve.values.torch_catalog import MODULE

_CAUSES: Final[tuple[Cause | None, ...]] = (None, "const", "config", "shape", "data")
_LITERALS: Final = frozenset({"int", "float", "bool", "str", "NoneType", "bytes", "complex"})
_TYPES: Final = {
    "items": "list",
    "fields": "tuple",
    "function": "function",
    "method": "function",
    "bound": "function",
    "partial": "function",
    "grown": "list",
}


def exported(program: Program, value: Value) -> Known:
    """What is known of a value; an open one has no types, since it may be anything."""
    if not value.atoms and not value.cause:
        return ANY
    cause = _CAUSES[value.cause]
    if value.open or not value.atoms:
        return Known(cause=cause)
    types = frozenset(_type(program, atom) for atom in value.atoms)
    atom = next(iter(value.atoms))
    if len(value.atoms) > 1:
        return Known(types, cause=cause)
    match atom[0]:
        case "constant" if atom[1] in _LITERALS:
            return Known(types, True, atom[2], cause=cause)
        case "tensor":
            return Known(types, rank=atom[2], dtype=atom[1], cause=cause)
        case "tuple" | "items":
            return Known(types, items=tuple(exported(program, item) for item in atom[1]), cause=cause)
        case "dict" if not (atom[2].atoms or atom[2].open) and all(isinstance(key, str) for key, _ in atom[1]):
            entries = tuple((key, exported(program, held)) for key, held in atom[1] if not _may_be_absent(held))
            return Known(types, cause=cause, entries=entries if len(entries) == len(atom[1]) else None)
        case "torch" if program.torch.kind(atom[1]) == "dtype":
            return Known(types, True, atom[1], torch_name=atom[1], cause=cause)
        case "torch" | "instance":
            return Known(types, torch_name=atom[1], cause=cause)
    return Known(types, cause=cause)


def _may_be_absent(value: Value) -> bool:
    return any(atom[0] == "absent" for atom in value.atoms)


def _type(program: Program, atom: Atom) -> str:
    match atom[0]:
        case "constant" | "plain":
            return "None" if atom[1] == "NoneType" else str(atom[1])
        case "torch":
            kind = program.torch.kind(atom[1])
            return kind if kind in ("dtype", "class", "function") else "other"
        case "instance":
            return "module" if program.torch.derives(atom[1], MODULE) else "other"
        case "tensor" | "list" | "tuple" | "dict" | "set" | "class":
            return str(atom[0])
        case "object":
            return "module" if _is_network(program, atom) else "other"
    return _TYPES.get(atom[0], "other")


def _is_network(program: Program, atom: Atom) -> bool:
    from mindaudit.resolve.symbols.class_hierarchy import is_network

    return is_network(program, atom[1], atom[2])
