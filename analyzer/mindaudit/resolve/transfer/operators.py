"""The results of operators: tensors give tensors, comparisons of tensors give boolean tensors, and causes are joined."""

from __future__ import annotations

import operator as python
import re
from collections.abc import Callable, Sequence
from itertools import product
from math import prod
from typing import Any, Final

from msgspec.structs import replace

from mindaudit.resolve.symbols.libraries import ARRAY, ARRAY_NUMBER
from mindaudit.resolve.transfer.integer_dtypes import wider
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Value

_FOLD: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "Add": python.add, "Subtract": python.sub, "Multiply": python.mul, "FloorDivide": python.floordiv, "Modulo": python.mod,
}  # fmt: skip
DOUBLE: Final = "float64"
_BITS: Final = frozenset({"BitAnd", "BitOr", "BitXor"})
_OF_TRUTH: Final = frozenset({"Multiply", "Add"})
"""Operators that give truth values for truth values."""
_JOINING: Final = frozenset({"Add", "Multiply", "BitOr", "Subtract"})
_NUMBERS: Final = frozenset({"int", "float", "bool", "complex"})
_NAMED: Final = frozenset(at.Torch(f"torch.{name}") for name in ("pi", "e", "inf", "nan"))
_SEQUENCES: Final = (at.List, at.Tuple, at.Items, at.Grown, at.Set)
_NOT_COMPARED: Final = (at.Tensor, at.Grown)
_LARGEST: Final = 2**40
_MOST_TEXTS: Final = 6
_LONGEST_TEXT: Final = 200
_PLACEHOLDER: Final = re.compile("%[sd]")


def tensor_of(value: Value) -> at.Tensor | None:
    """The tensor atom of a value, if it has one; a complex one and another one as one tensor."""
    tensors = _tensors(value)
    return v.one_tensor(tensors) if tensors else None


def _tensors(value: Value) -> list[at.Tensor]:
    return [atom for atom in value.atoms if type(atom) is at.Tensor]


def _sureness(value: Value) -> int:
    """The certainty with which a value is a tensor, and so the result of an operator on it."""
    return min(value.level, v.LIKELY) if value.open else value.level


def number(value: Value) -> str | None:
    """int, float or complex, of a value that can be nothing else; bool counts as int."""
    kinds = {"float" if atom in _NAMED else v.type_name(atom) for atom in value.atoms}
    if value.open or not kinds or not kinds <= _NUMBERS:
        return None
    return next((kind for kind in ("complex", "float") if kind in kinds), "int")


def is_number(value: Value) -> bool:
    """Whether a value is a number of Python or of NumPy."""
    return number(value) is not None or value.atoms == {at.Made(ARRAY_NUMBER)}


def arithmetic(operator: str, left: Value, right: Value) -> Value:
    """The value of `left operator right`; BOTTOM while an operand is BOTTOM, since a guess would persist in loops."""
    cause = max(left.cause, right.cause)
    if operator == "Modulo" and _is_text(left) and right != v.BOTTOM:
        return v.caused(_formatted(left, right) or v.STRING, cause)
    a, b = tensor_of(left), tensor_of(right)
    if a or b:
        result = _beside_arrays(_of_tensors(operator, left, right, a, b), left, right)
        if not any(atom.is_complex for atom in (*_tensors(left), *_tensors(right))):
            return result
        return replace(result, atoms=result.atoms | {at.Tensor("complex", None, atom.dynamic) for atom in _tensors(result)})
    if v.BOTTOM in (left, right):
        return v.BOTTOM
    folded = _folded(operator, left, right) or (_joined_text(left, right) if operator == "Add" else None)
    if folded is not None:
        return v.caused(folded, cause)
    kinds = number(left), number(right)
    if all(kinds):
        floating = "float" if operator == "Divide" or "float" in kinds else "int"
        return v.plain("complex" if "complex" in kinds else floating, cause)
    arrays = [atom for atom in left.atoms | right.atoms if type(atom) is at.Made and atom.name.startswith("numpy.")]
    if arrays:
        if any(v.type_name(atom) == "complex" for atom in left.atoms | right.atoms):
            arrays = [at.Made(atom.name) for atom in arrays]
        arrays = [atom for atom in arrays if atom.name != ARRAY_NUMBER] or arrays
        return replace(v.join([v.one(atom) for atom in arrays]), cause=cause)
    return replace(_sequences(operator, left, right), cause=cause)


def _beside_arrays(result: Value, left: Value, right: Value) -> Value:
    """The result of tensors, and the arrays that come of the same operation where no operand is a tensor."""
    arrays = _arrays(left) + _arrays(right)
    may_be_others = all(any(type(atom) is not at.Tensor for atom in value.atoms) for value in (left, right))
    return replace(result, atoms=result.atoms.union(arrays)) if arrays and may_be_others else result


def _arrays(value: Value) -> list[at.Made]:
    """The arrays of NumPy that a value can be."""
    return [atom for atom in value.atoms if type(atom) is at.Made and atom.name == ARRAY]


def _of_tensors(operator: str, left: Value, right: Value, a: at.Tensor | None, b: at.Tensor | None) -> Value:
    """The value of an operation one of whose operands at least has a tensor: `a` of the left one, `b` of the right one.

    An operand of which nothing is known yet may turn out to be sure: were it left out, values in loops would depend on what is made first.
    Where one may be a number, the other alone makes the result a tensor: what a sum begins with does not make it surer.
    """
    level = max([_sureness(value) for value, atom in ((left, a), (right, b)) if atom or value == v.BOTTOM])
    alone = [other for other, atom, value in ((left, a, right), (right, b, left)) if atom and _may_be_no_tensor(value)]
    level = min([level, *map(_sureness, alone)])
    if any(type(atom) is at.Object for atom in left.atoms | right.atoms):
        level = min(level, v.LIKELY)  # it may have its own operator
    dynamic = bool((a and a.dynamic) or (b and b.dynamic))
    is_complex = any(v.type_name(atom) == "complex" for atom in left.atoms | right.atoms)
    dtype = "complex" if is_complex else _dtype(operator, left, right)
    kept = v.perhaps(_tensors(left) + _tensors(right)) if dtype is None and "float" not in (number(left), number(right)) else ()
    return v.tensor(dtype, None, dynamic, level, max(left.cause, right.cause), kept)


def _may_be_no_tensor(value: Value) -> bool:
    """Whether an operand is known to be something else at times; nothing can be computed with None."""
    return any(type(atom) is not at.Tensor and not v.is_none(atom) for atom in value.atoms)


def _dtype(operator: str, left: Value, right: Value) -> str | None:
    """The dtype of an operation of tensors, or of a tensor and a number."""
    tensors = [atom for value in (left, right) if (atom := tensor_of(value))]
    known = {atom.dtype for atom in _deciding(tensors)}
    if any(atom.is_complex for atom in tensors):
        return "complex"
    only = next(iter(known)) if len(known) == 1 else None
    if DOUBLE in known and None not in known:
        return DOUBLE  # every other real dtype becomes it, and so does a number of Python
    if operator in _BITS:
        return "bool" if "bool" in known else only
    if operator in ("MatrixMultiply", "Divide"):
        return "float"
    if known == {"bool"} and operator in _OF_TRUTH and len(tensors) > 1 and not any(map(number, (left, right))):
        return "bool"
    numbers = {number(value) for value in (left, right)}
    if known <= v.WHOLE_DTYPES and "float" in numbers:
        return "float"
    if "bool" in known:
        return wider([*known, *(["int64"] if known == {"bool"} and "int" in numbers and not _is_truth(left, right) else [])])
    return only or wider(known)


def _deciding(tensors: list[at.Tensor]) -> list[at.Tensor]:
    """The tensors that decide about the dtype: beside another one of floats those of doubles without dimensions do not."""
    narrower = [atom for atom in tensors if atom.rank != 0 and (atom.dtype or "float").startswith(("float", "bfloat"))]
    return narrower if narrower and all(atom in narrower or (atom.rank == 0 and atom.dtype == DOUBLE) for atom in tensors) else tensors


def _is_truth(*values: Value) -> bool:
    """Whether a truth value is among these, which counts as none of the whole numbers beside tensors."""
    return any(v.type_name(atom) == "bool" for value in values for atom in value.atoms)


def _folded(operator: str, left: Value, right: Value) -> Value | None:
    """The result for two known numbers."""
    a, b = v.only(left), v.only(right)
    if operator not in _FOLD or type(a) is not at.Constant or type(b) is not at.Constant or not {a.type_name, b.type_name} <= _NUMBERS:
        return None
    try:
        result = _FOLD[operator](a.value, b.value)
    except (ArithmeticError, TypeError, ValueError):
        return None
    return v.constant(result) if abs(result) < _LARGEST else None


def _joined_text(left: Value, right: Value) -> Value | None:
    """Known strings put together."""
    if left.open or right.open:
        return None
    return concatenated([left, right]) if left.atoms and right.atoms else None


def texts(value: Value) -> Value:
    """The value as str() gives it, where all that it can be is known."""
    known = [str(atom.value) for atom in value.atoms if type(atom) is at.Constant and atom.type_name in ("str", "int")]
    if value.open or not known or len(known) < len(value.atoms):
        return v.STRING
    return replace(v.join([v.constant(text, value.cause) for text in known]), level=value.level)


def concatenated(parts: Sequence[Value]) -> Value | None:
    """These texts one after the other, in every combination; None where one is not known or there are too many."""
    choices = [[str(text) for text in v.constants(part, "str")] for part in parts]
    if not 0 < prod(map(len, choices)) <= _MOST_TEXTS or any(len(c) < len(p.atoms) for c, p in zip(choices, parts, strict=True)):
        return None
    if sum(max(map(len, each)) for each in choices) > _LONGEST_TEXT:
        return None
    cause = max(part.cause for part in parts)
    joined = v.join([v.constant("".join(each), cause) for each in product(*choices)])
    return replace(joined, level=min(part.level for part in parts))


def _is_text(value: Value) -> bool:
    """Whether a value is surely a string."""
    return bool(value.atoms) and not value.open and all(v.type_name(atom) == "str" for atom in value.atoms)


def _formatted(template: Value, right: Value) -> Value | None:
    """`"Conv%dd" % n` with known n."""
    atom = v.only(template)
    text = atom.value if type(atom) is at.Constant and atom.type_name == "str" else None
    if not isinstance(text, str) or not _PLACEHOLDER.findall(text) or text.count("%") != 1:
        return None
    before, after = _PLACEHOLDER.split(text)
    return concatenated([v.constant(before), texts(right), v.constant(after)])


def _sequences(operator: str, left: Value, right: Value) -> Value:
    """Concatenation and repetition of lists, tuples and strings; formatting; anything else is open."""
    if operator == "Modulo" and any(v.type_name(atom) == "str" for atom in left.atoms):
        return v.STRING
    atoms = left.atoms | right.atoms
    lists = [atom for atom in atoms if isinstance(atom, _SEQUENCES)]
    plain = [name for name in map(v.type_name, atoms) if name in ("str", "size")]
    if not (lists or plain) or operator not in _JOINING:
        return v.TOP
    is_open = left.open or (right.open and operator == "Add")
    if operator == "Add" and not is_open:
        together = _tuples_together(left, right)
        if together is not None:
            return together
    held = [inner for atom in lists for inner in v.held_values(atom)]
    return v.join([*map(v.plain, plain), *([v.holder(at.List, v.join(held))] if lists else []), *([v.TOP] if is_open else [])])


def _tuples_together(left: Value, right: Value) -> Value | None:
    """The sum of two tuples of known length; None where the operands are something else."""
    first, second = v.only(left), v.only(right)
    if type(first) is at.Tuple and type(second) is at.Tuple:
        return v.tuple_of((*first.items, *second.items))
    return None


def unary(operator: str, operand: Value) -> Value:
    """The value of `operator operand`."""
    if operator == "Not":
        return v.plain("bool", operand.cause)
    tensors = _tensors(operand)
    if tensors:
        kept: list[at.Atom] = [*tensors, *_arrays(operand)]
        return v.join([v.one(atom, level=operand.level, cause=operand.cause) for atom in kept])
    kind = number(operand)
    if kind is None and operand.atoms and all(type(atom) is at.Made and atom.name in (ARRAY, ARRAY_NUMBER) for atom in operand.atoms):
        return operand
    return v.plain(kind, operand.cause) if kind else replace(v.TOP, cause=operand.cause)


def _is_nothing_else(value: Value) -> bool:
    """Whether a value that has a tensor cannot be another thing that can be compared, as far as that is known."""
    return all(isinstance(atom, _NOT_COMPARED) or v.is_none(atom) for atom in value.atoms)


def comparison(operators: Sequence[str], operands: Sequence[Value]) -> Value:
    """The value of a comparison chain."""
    tensors = [(operand, atom) for operand in operands if (atom := tensor_of(operand))]
    identity = all(op in ("Is", "IsNot", "In", "NotIn") for op in operators)
    cause = v.CONST if all(op in ("Is", "IsNot") for op in operators) else max(operand.cause for operand in operands)
    if tensors and not identity and len(operators) == 1:
        found = _of_compared_tensors(tensors, cause)
        return found if any(_is_nothing_else(operand) for operand, _ in tensors) else v.join((found, _of_compared_others(operands, cause)))
    if identity or len(operators) > 1:
        return v.plain("bool", cause)
    unknown = any(operand.open and not operand.atoms for operand in operands)
    return replace(_of_compared_others(operands, cause), open=unknown)


def _of_compared_tensors(tensors: Sequence[tuple[Value, at.Tensor]], cause: int) -> Value:
    """A boolean tensor."""
    rank, dynamic = tensors[0][1].rank, any(atom.dynamic for _, atom in tensors)
    return v.tensor("bool", rank, dynamic, max(_sureness(operand) for operand, _ in tensors), cause)


def _of_compared_others(operands: Sequence[Value], cause: int) -> Value:
    """An array where an operand is one, and a truth value where none has to be one."""
    array, truth = v.one(at.Made(ARRAY), cause=cause), v.plain("bool", cause)
    others = [operand.atoms.difference(_tensors(operand)) for operand in operands]
    arrays = [set(_arrays(operand)) for operand in operands]
    if any(found and found == other for found, other in zip(arrays, others, strict=True)):
        return array
    return v.join((array, truth)) if any(arrays) else truth
