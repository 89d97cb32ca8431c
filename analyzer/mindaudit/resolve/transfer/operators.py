"""What operators give: tensors stay tensors, comparisons of tensors are boolean tensors, causes join."""

from __future__ import annotations

import operator as python
import re
from collections.abc import Callable, Sequence
from itertools import product
from math import prod
from typing import Any, Final

from mindaudit.resolve.solver.evaluator import Program
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value

_FOLD: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "Add": python.add, "Subtract": python.sub, "Multiply": python.mul, "FloorDivide": python.floordiv, "Modulo": python.mod,
}  # fmt: skip
_BITS: Final = frozenset({"BitAnd", "BitOr", "BitXor"})
_NUMBERS: Final = frozenset({"int", "float", "bool", "complex"})
_LARGEST: Final = 2**40
_MOST_TEXTS: Final = 6
_LONGEST_TEXT: Final = 200
_PLACEHOLDER: Final = re.compile("%[sd]")


def is_tensor(value: Value) -> Atom | None:
    """The tensor atom of a value, if it has one."""
    for atom in value.atoms:
        if atom[0] == "tensor":
            return atom
    return None


def _sureness(value: Value) -> int:
    """How sure it is that a value is a tensor, and so what comes of it and anything else."""
    return min(value.level, v.LIKELY) if value.open else value.level


def number(value: Value) -> str | None:
    """int or float, of a value that can be nothing else; bool counts as int."""
    kinds = {a[1] if a[0] in ("constant", "plain") else "" for a in value.atoms}
    if value.open or not kinds or not kinds <= _NUMBERS:
        return None
    return "float" if "float" in kinds else "int"


def arithmetic(program: Program, operator: str, left: Value, right: Value) -> Value:
    """The value of `left operator right`."""
    cause = max(left.cause, right.cause)
    a, b = is_tensor(left), is_tensor(right)
    if a or b:
        level = max(_sureness(x) for x, atom in ((left, a), (right, b)) if atom)
        if any(x[0] == "object" for x in left.atoms | right.atoms):
            level = min(level, v.LIKELY)  # it may have its own operator
        dtype = _dtype(operator, a, b)
        dynamic = bool((a and a[3]) or (b and b[3]))
        return v.tensor(dtype, None, dynamic, level, cause)
    folded = _folded(operator, left, right) or _folded_text(operator, left, right)
    if folded is not None:
        return v.caused(folded, cause)
    kinds = number(left), number(right)
    if all(kinds):
        return v.plain("float" if operator == "Divide" or "float" in kinds else "int", cause)
    arrays = [a for a in left.atoms | right.atoms if a[0] == "made" and a[1].startswith("numpy.")]
    if arrays:
        return v.one(*arrays[0], cause=cause) if len(arrays) == 1 else v.join(v.one(*a) for a in arrays)._replace(cause=cause)
    return _sequences(operator, left, right)._replace(cause=cause)


def _dtype(operator: str, a: Atom | None, b: Atom | None) -> str | None:
    if operator in _BITS:
        return "bool" if "bool" in ((a or b or ())[1], (b or a or ())[1]) else None
    if operator in ("MatrixMultiply", "Divide"):
        return "float"
    known = {x[1] for x in (a, b) if x}
    return known.pop() if len(known) == 1 and "bool" not in known else None


def _folded(operator: str, left: Value, right: Value) -> Value | None:
    a, b = v.only(left), v.only(right)
    if not (a and b and a[0] == b[0] == "constant" and a[1] in _NUMBERS and b[1] in _NUMBERS) or operator not in _FOLD:
        return None
    try:
        result = _FOLD[operator](a[2], b[2])
    except (ArithmeticError, TypeError, ValueError):
        return None
    return v.constant(result) if abs(result) < _LARGEST else None


def _folded_text(operator: str, left: Value, right: Value) -> Value | None:
    """Known strings put together."""
    if operator == "Modulo":
        return _formatted(left, right)
    if operator != "Add" or left.open or right.open:
        return None
    return concatenated([left, right]) if left.atoms and right.atoms else None


def texts(value: Value) -> Value:
    """The value as str() gives it, where all that it can be is known."""
    known = not value.open and value.atoms and all(a[0] == "constant" and a[1] in ("str", "int") for a in value.atoms)
    return v.join(v.constant(str(a[2]), value.cause) for a in value.atoms)._replace(level=value.level) if known else v.STRING


def concatenated(parts: Sequence[Value]) -> Value | None:
    """These texts one after the other, in every combination; None where one is not known or there are too many."""
    choices = [[str(text) for text in v.constants(part, "str")] for part in parts]
    if not 0 < prod(map(len, choices)) <= _MOST_TEXTS or any(len(c) < len(p.atoms) for c, p in zip(choices, parts, strict=True)):
        return None
    if sum(max(map(len, each)) for each in choices) > _LONGEST_TEXT:
        return None
    cause = max(part.cause for part in parts)
    joined = v.join(v.constant("".join(each), cause) for each in product(*choices))
    return joined._replace(level=min(part.level for part in parts))


def _formatted(template: Value, right: Value) -> Value | None:
    """`"Conv%dd" % n` with known n."""
    atom = v.only(template)
    if not (atom and atom[0] == "constant" and atom[1] == "str" and _PLACEHOLDER.findall(atom[2]) and atom[2].count("%") == 1):
        return None
    before, after = _PLACEHOLDER.split(atom[2])
    return concatenated([v.constant(before), texts(right), v.constant(after)])


def _sequences(operator: str, left: Value, right: Value) -> Value:
    """Concatenation and repetition of lists, tuples and strings; formatting; anything else is open."""
    if operator == "Modulo" and any(
        a[:2] in (("constant", "str"), ("plain", "str")) or (a[0] == "constant" and a[1] == "str") for a in left.atoms
    ):
        return v.STRING
    kept = [
        a
        for a in left.atoms | right.atoms
        if a[0] in ("list", "tuple", "items", "grown", "set") or (a[0] in ("constant", "plain") and a[1] in ("str", "size"))
    ]
    if not kept or operator not in ("Add", "Multiply", "BitOr", "Subtract"):
        return v.UNKNOWN
    held = [inner for a in kept for inner in (a[1] if a[0] in ("tuple", "items") else [a[1]] if a[0] in ("list", "grown", "set") else [])]
    is_open = left.open or (right.open and operator == "Add")
    if operator == "Add" and {a[0] for a in kept} == {"tuple"} and len(left.atoms) == len(right.atoms) == 1 and not is_open:
        first, second = next(iter(left.atoms)), next(iter(right.atoms))
        if first[0] == second[0] == "tuple":
            return v.tuple_of((*first[1], *second[1]))
    texts = [v.plain(a[1]) for a in kept if a[0] in ("constant", "plain")]
    lists = [v.holder("list", v.join(held))] if len(texts) < len(kept) else []
    return v.join([*texts, *lists, *([v.UNKNOWN] if is_open else [])])


def unary(operator: str, operand: Value) -> Value:
    """The value of `operator operand`."""
    if operator == "Not":
        return v.plain("bool", operand.cause)
    atom = is_tensor(operand)
    if atom:
        return v.tensor(atom[1], atom[2], atom[3], operand.level, operand.cause)
    kind = number(operand)
    return v.plain(kind, operand.cause) if kind else v.UNKNOWN._replace(cause=operand.cause)


def _is_nothing_else(value: Value) -> bool:
    """Whether a value that has a tensor cannot be another thing that can be compared, as far as that is known."""
    return all(a[0] in ("tensor", "grown") or a[:2] == ("constant", "NoneType") for a in value.atoms)


def comparison(operators: Sequence[str], operands: Sequence[Value]) -> Value:
    """The value of a comparison chain."""
    tensors = [(o, atom) for o in operands if (atom := is_tensor(o))]
    identity = all(op in ("Is", "IsNot", "In", "NotIn") for op in operators)
    cause = v.CONST if all(op in ("Is", "IsNot") for op in operators) else max(o.cause for o in operands)
    if tensors and not identity and len(operators) == 1:
        found = v.tensor("bool", tensors[0][1][2], any(t[3] for _, t in tensors), max(_sureness(o) for o, _ in tensors), cause)
        return found if any(_is_nothing_else(o) for o, _ in tensors) else v.join((found, v.plain("bool", cause)))
    unknown = not identity and len(operators) == 1 and any(o.open and not o.atoms for o in operands)
    return v.plain("bool", cause)._replace(open=unknown)
