"""Bits of tensors by operators that MindSpore lacks or takes otherwise."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Site
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.integer_casts import is_of
from mindaudit.resolve.queries.tested_dtypes import tested_dtypes
from mindaudit.resolve.transfer.operators import number
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_INTEGERS: Final = frozenset({"int8", "int16", "int32", "int64", "int", "long", "short", "uint8", "uint16", "uint32", "uint64"})
_SHIFTS: Final = {"LeftShift": "left_shift", "RightShift": "right_shift"}

_SIGNS: Final = {"BitAnd": "&", "BitOr": "|", "BitXor": "^"}
_SUMS: Final = frozenset({"Add", "Subtract"})
_NAME: Final = re.compile(r"\w+(\.\w+)*")


def check(view: FileView) -> Iterator[Hit]:
    """Hits: a shift of a tensor or by one, a number left of a tensor beside `&`, `|` and `^`, and `~` of what holds integers or may."""
    for site in view.reads("binary"):
        e = view.expression(site.expression)
        if isinstance(e, ex.Binary) and e.operator in _SHIFTS:
            levels = [level for level in (view.tensor(e.left), view.tensor(e.right)) if level is not None]
            if levels:
                yield view.hit(site, max(levels), None, function=_SHIFTS[e.operator])
        elif (
            isinstance(e, ex.Binary) and e.operator in _SIGNS and number(view.value(e.left)) and (level := view.tensor(e.right)) is not None
        ):
            yield view.hit(
                site, min(level, v.LIKELY), None, variant="left", construct="left", code=_swapped(view, site, _SIGNS[e.operator])
            )
    yield from _inverted(view)


def _inverted(view: FileView) -> Iterator[Hit]:
    """The tensors that `~` inverts, and that are known to hold integers, or of unknown dtype and used as integers are."""
    unary = ((site, view.expression(site.expression)) for site in view.reads("unary"))
    inverted = [(site, e.operand) for site, e in unary if isinstance(e, ex.Unary) and e.operator == "BitInvert"]
    as_integers = _used_as_integers(view) if inverted else frozenset()
    for site, tensor in inverted:
        if is_of(view, tensor, _INTEGERS) or (_gives_bits(view, tensor) and view.tensor(tensor) is not None):
            yield view.hit(site, v.LIKELY, None, variant="invert", construct="invert", operand=_operand(view, site))
        elif _may_be_integers(view, tensor) and as_integers & {tensor, site.expression}:
            operand = _operand(view, site)
            code = f"ops.bitwise_xor({operand}, ops.full_like({operand}, -1))" if _NAME.fullmatch(operand) else ""
            yield view.hit(site, v.POSSIBLE, None, variant="perhaps", construct="invert", code=code)


def _used_as_integers(view: FileView) -> frozenset[int]:
    """What stands on a side of a shift, or of a bitwise or arithmetic operator with a whole number; and what the code asks for integers."""
    found = {index for index in range(len(view.facts.expressions)) if _perhaps_integers(view, index)}
    for e in view.facts.expressions:
        if isinstance(e, ex.Binary) and e.operator in _SHIFTS:
            found.add(e.left)
        elif isinstance(e, ex.Binary) and (e.operator in _SIGNS or e.operator in _SUMS):
            for one, other in ((e.left, e.right), (e.right, e.left)):
                if _is_whole_number(view, other) and (e.operator in _SIGNS or _is_inversion(view, one)):
                    found.add(one)
    return frozenset(found)


def _perhaps_integers(view: FileView, index: int) -> bool:
    """Whether a tensor is one of integers in some calls, or code asks whether it is."""
    if not isinstance(view.expression(index), ex.Parameter | ex.Phi | ex.Narrowed | ex.Attribute):
        return False
    of_calls = {dtype for atom in view.value(index).atoms if isinstance(atom, at.Tensor) for dtype in atom.perhaps}
    return bool((of_calls | tested_dtypes(view.evaluator, view.module, index)) & _INTEGERS)


def _is_inversion(view: FileView, index: int) -> bool:
    e = view.expression(index)
    return isinstance(e, ex.Unary) and e.operator == "BitInvert"


def _is_whole_number(view: FileView, index: int) -> bool:
    value = view.value(index)
    return number(value) == "int" and not any(v.type_name(atom) == "bool" for atom in value.atoms)


def _gives_bits(view: FileView, index: int) -> bool:
    """Whether an operand is the result of a shift, or of a bitwise operator with a whole number, which are integers."""
    e = view.unnarrowed(index)
    if not isinstance(e, ex.Binary):
        return False
    return e.operator in _SHIFTS or (e.operator in _SIGNS and any(_is_whole_number(view, side) for side in (e.left, e.right)))


def _may_be_integers(view: FileView, index: int) -> bool:
    """Whether a tensor's dtype is unknown."""
    atoms = view.value(index).atoms
    return view.tensor(index) is not None and all(atom.dtype is None for atom in atoms if isinstance(atom, at.Tensor))


def _swapped(view: FileView, site: Site, sign: str) -> str:
    match view.syntax.at((site.start, site.end))[:1]:
        case [ast.BinOp(left=left, right=right)]:
            is_simple = isinstance(left, ast.Constant | ast.Name | ast.Attribute)
            return f"{view.syntax.receiver(right)} {sign} {view.syntax.source(left) if is_simple else view.syntax.receiver(left)}"
    return ""


def _operand(view: FileView, site: Site) -> str:
    match view.syntax.at((site.start, site.end))[:1]:
        case [ast.UnaryOp(operand=operand)]:
            return view.syntax.source(operand)
    return ""
