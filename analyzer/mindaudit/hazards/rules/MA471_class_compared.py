"""Comparisons of the class of a container or a tensor."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.comparisons import comparisons, whose_class
from mindaudit.hazards.queries.modules import module_level
from mindaudit.hazards.queries.reading import NUMBERS
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_ASKED: Final = frozenset[at.Atom]({at.Builtin("tuple"), at.Builtin("list"), at.Builtin("dict"), at.Torch("torch.Tensor")})
_KNOWN: Final = NUMBERS | {"bool", "str", "NoneType"}
"""Of these the compiler knows the class."""
_DISPLAYS: Final = ex.TupleDisplay | ex.ListDisplay | ex.SetDisplay
_SIGNS: Final = {ast.Eq: "", ast.Is: "", ast.In: "", ast.NotEq: "not ", ast.IsNot: "not ", ast.NotIn: "not "}


def check(view: FileView) -> Iterator[Hit]:
    """A hit is `type(x) is tuple`, `type(x) in (list, tuple)` and the like in a network, of what is neither a module nor a plain number."""
    for site, comparison in comparisons(view):
        asked = whose_class(view, comparison.operands[0]) if len(comparison.operands) == 2 and view.in_graph(site.function) else None
        if asked is None or module_level(view, asked) is not None or _is_known(view, asked):
            continue
        classes = _classes(view, comparison.operands[1])
        if classes & _ASKED:
            code = _code(view, (site.start, site.end)) if classes <= _ASKED and not _may_be_of_subclass(view, asked) else ""
            yield view.hit(site, v.LIKELY, None, code=code)


def _classes(view: FileView, index: int) -> set[at.Atom]:
    """The classes with which one is compared: one, or those in a display."""
    e = view.expression(index)
    return {atom for part in (e.items if isinstance(e, _DISPLAYS) else (index,)) for atom in view.value(part).atoms}


def _is_known(view: FileView, index: int) -> bool:
    """Whether a value is a number, a text or None, of which the compiler knows the class."""
    value = view.value(index)
    return bool(value.atoms) and not value.open and all(v.type_name(atom) in _KNOWN for atom in value.atoms)


def _may_be_of_subclass(view: FileView, index: int) -> bool:
    """Whether a value may be of a class under the one that is asked for: a named tuple, or a parameter, which an attribute may hold."""
    return isinstance(view.unnarrowed(index), ex.Attribute) or any(
        isinstance(atom, at.Object | at.Instance | at.Fields) for atom in view.value(index).atoms
    )


def _code(view: FileView, span: tuple[int, int]) -> str:
    """The same question as `isinstance`."""
    match view.syntax.at(span)[:1]:
        case [ast.Compare(left=ast.Call(args=[operand]), ops=[sign], comparators=[right])] if type(sign) in _SIGNS:
            classes = view.syntax.source(right)
            if isinstance(right, ast.List | ast.Set):
                classes = f"({', '.join(view.syntax.source(each) for each in right.elts)})"
            return f"{_SIGNS[type(sign)]}isinstance({view.syntax.source(operand)}, {classes})"
    return ""
