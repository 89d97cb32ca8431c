"""Shapes, dtypes and tensors that are printed or stand in a formatted string, inside of a recipe's call, which gives torch's text.

PyNative mode. torch writes `torch.Size([2, 3])`, `torch.float32` and `tensor([1., 2.])` where MindSpore writes `(2, 3)`, `Float32` and
`[1. 2.]`; a tensor without axes in a formatted string is a number with all its digits.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import CallSite, Site
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.unknown import may_be_any
from mindaudit.model import Span
from mindaudit.resolve.solver.dependence import values_behind
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom
from mindaudit.rewrite.text.change import Change, called_on_owner, untouched, within

_SIZE: Final = "size_text"
_SHAPE: Final = "shape_text"
_DTYPE: Final = "dtype_text"
_TENSOR: Final = "tensor_text"
_SIZES: Final = "sizes_text"
_NUMBER: Final = "tensor_in_text"
"""The recipe for formatted strings."""
_LOADER: Final = "torch.utils.data.DataLoader"
_STRIDE: Final = ".stride()"
"""Ends the only call that gives a plain tuple where the others give a size."""
_HOLDERS: Final = (at.List, at.Grown, at.Tuple, at.Items, at.Set, at.Dict)
_DEEPEST: Final = 3
"""So many containers stand in each other in what is printed."""
_COMPUTED: Final = (ex.Phi, ex.Element, ex.Item, ex.Call, ex.Subscript, ex.Attribute, ex.Binary, ex.Comparison)
_LONGEST: Final = 8
"""So many operations lie between a loader and what is printed."""
_PLAIN_FIELDS: Final = re.compile(r"([^{}]|\{\{|\}\}|\{\d*\})*")
"""Texts whose fields have no conversion and no specification."""
_SIGN: Final = re.compile(r"%%|%\([^)]*\)|%[^A-Za-z%]*[A-Za-z]")
"""What `%` replaces in a text."""


def shown_texts(view: FileView, made: Iterable[Change]) -> Iterator[Change]:
    """The shapes, dtypes and tensors for which nothing is `made` yet."""
    if view.module not in view.project.reaching:
        return
    is_free = untouched(made)
    printed = [*_passed(view, "builtins.print"), *_by_signs(view)]
    for call in view.calls_of("builtins.str"):  # of what is known to be a dtype that is a hazard, whose change is of the whole call
        printed += _positional(call.site) if is_free((call.site.start, call.site.end)) else ()
    for recipe, shown in ((_TENSOR, printed), (_NUMBER, [*_in_strings(view), *_formatted(view)])):
        for index, span in shown:
            if is_free(span) and (change := _of_dtype(view, index, span) or _of_shape(view, index, span)):
                yield change
            elif is_free(span) and (found := _of_parts(view, index, recipe)):
                yield within(span, found)


def _of_parts(view: FileView, index: int, recipe: str) -> str:
    """The recipe for an expression that can be a tensor or a dtype, or hold tensors, dtypes or sizes; "" for any other."""
    atoms = view.value(index).atoms
    if not atoms and _is_loaded(view, index):
        return recipe
    held = {part for atom in atoms for part in _parts(atom, _DEEPEST)}
    if at.Plain("size") in held and not any(isinstance(part, at.Tuple) and _is_like_size(part) for part in held):
        return _SIZES
    return recipe if any(isinstance(part, at.Tensor) or _is_dtype(view, part) for part in (*atoms, *held)) else ""


def _is_loaded(view: FileView, index: int) -> bool:
    """Whether an expression is a batch of a loader, what is computed of one, or what is called with one or with the loader."""
    seen, level = set[int](), {index}
    for _ in range(_LONGEST):
        seen |= level
        found = [
            (e, [each for each in values_behind(view.facts, e) if each >= 0])
            for e in map(view.unnarrowed, level)
            if isinstance(e, _COMPUTED)
        ]
        if any(isinstance(e, ex.Element | ex.Call) and any(_is_loader(view, each) for each in inner) for e, inner in found):
            return True
        level = {each for _, inner in found for each in inner} - seen
    return False


def _is_loader(view: FileView, index: int) -> bool:
    return any(isinstance(atom, at.Instance) and atom.torch_class == _LOADER for atom in view.value(index).atoms)


def _parts(atom: Atom, depth: int) -> Iterator[Atom]:
    """What a list, a tuple, a set or a dictionary holds, and what those hold that are among that."""
    for value in v.held_values(atom) if depth and isinstance(atom, _HOLDERS) else ():
        for part in value.atoms:
            yield part
            yield from _parts(part, depth - 1)


def _is_like_size(part: at.Tuple) -> bool:
    """Whether a tuple of whole numbers looks like a size."""
    return all(v.type_name(atom) == "int" for item in part.items for atom in item.atoms)


def _passed(view: FileView, name: str) -> Iterator[tuple[int, Span]]:
    """What a function gets by position."""
    for call in view.calls_of(name):
        yield from _positional(call.site)


def _positional(site: CallSite) -> Iterator[tuple[int, Span]]:
    for argument in site.arguments:
        if not argument.star and argument.keyword is None:
            yield argument.expression, (argument.start, argument.end)


def _formatted(view: FileView) -> Iterator[tuple[int, Span]]:
    """What a literal's method `format` gets, where the literal takes any text."""
    for call in view.facts.calls:
        callee = view.expression(call.callee)
        text = _literal(view, callee.base) if isinstance(callee, ex.Attribute) and callee.name == "format" else None
        if text is not None and _PLAIN_FIELDS.fullmatch(text):
            yield from _positional(call)


def _by_signs(view: FileView) -> Iterator[tuple[int, Span]]:
    """What stands right of `%` for a sign that takes any text."""
    for site in view.reads("binary"):
        e = view.expression(site.expression)
        if isinstance(e, ex.Binary) and e.operator == "Modulo" and (text := _literal(view, e.left)):
            signs = [sign for sign in _SIGN.findall(text) if sign != "%%"]
            given = _right_of(view, site, e.right, len(signs))
            yield from (each for sign, each in zip(signs, given, strict=False) if sign == "%s")


def _right_of(view: FileView, site: Site, index: int, count: int) -> Sequence[tuple[int, Span]]:
    """The items of a tuple that is written right of `count` signs, or a dtype or a tensor there; a shape gives its own items to them."""
    e = view.unnarrowed(index)
    match view.syntax.at((site.start, site.end))[:1]:
        case [ast.BinOp(right=ast.Tuple(elts=nodes))] if isinstance(e, ex.TupleDisplay) and len(nodes) == len(e.items) == count:
            return list(zip(e.items, map(view.syntax.span, nodes), strict=True))
        case [ast.BinOp(right=node)] if count == 1 and (getattr(node, "attr", "") == "dtype" or v.is_tensor(view.value(index))):
            return [(index, view.syntax.span(node))]
    return []


def _literal(view: FileView, index: int) -> str | None:
    """The text of a literal; None for any other expression."""
    e = view.expression(index)
    return e.value if isinstance(e, ex.Constant) and isinstance(e.value, str) else None


def _in_strings(view: FileView) -> Iterator[tuple[int, Span]]:
    """What stands in f-strings as it is: with no specification, no conversion, and no sign that repeats its code."""
    for event in view.events("formatted"):
        if event.detail != "specified" and view.text.startswith("}", event.end):
            yield event.expressions[0], (event.start, event.end)


def _of_dtype(view: FileView, index: int, span: Span) -> Change | None:
    """A dtype in the recipe's call; None for anything else."""
    e = view.unnarrowed(index)
    is_read = isinstance(e, ex.Attribute) and e.name == "dtype" and (view.tensor(e.base) is not None or may_be_any(view, e.base))
    value = view.value(index)
    is_dtype = bool(value.atoms) and not value.open and all(_is_dtype(view, atom) for atom in value.atoms)
    return within(span, _DTYPE) if is_read or is_dtype else None


def _is_dtype(view: FileView, atom: Atom) -> bool:
    """Whether an atom is a dtype, known or not."""
    return atom == at.Plain("dtype") or (isinstance(atom, at.Torch) and view.evaluator.torch.kind(atom.name) == "dtype")


def _of_shape(view: FileView, index: int, span: Span) -> Change | None:
    """A shape in the recipe's call; None for anything else."""
    e = view.unnarrowed(index)
    is_read = isinstance(e, ex.Attribute) and e.name == "shape" and view.text.endswith(".shape", *span)  # not a name for it
    if isinstance(e, ex.Attribute) and is_read and _may_be_no_tensor(view, e.base):
        return called_on_owner(view.text, span, _SHAPE)
    return within(span, _SIZE) if _is_all(view, index, at.Plain("size")) and not view.text.endswith(_STRIDE, *span) else None


def _may_be_no_tensor(view: FileView, base: int) -> bool:
    """Whether an expression may be a tensor and may be something else."""
    value = view.value(base)
    is_mixed = any(not isinstance(atom, at.Tensor) for atom in value.atoms)
    return may_be_any(view, base) or (view.tensor(base) is not None and (value.open or is_mixed))


def _is_all(view: FileView, index: int, atom: at.Plain) -> bool:
    value = view.value(index)
    return value.atoms == {atom} and not value.open
