"""Tensors without elements that a graph joins with others, where MindSpore's kernel on CPU has no gradient.

Found by running: of two dimensions, along the second one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.empty_slices import may_end_where_it_begins
from mindaudit.hazards.queries.origins import last_name
from mindaudit.resolve.values import domain as v

_JOINING: Final = ("torch.cat", "torch.concat", "torch.concatenate")
_MAKERS: Final = frozenset({"empty", "zeros", "ones", "rand", "randn", "full", "new_zeros", "new_empty"})


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a list of tensors to join of which one may have no elements; the mending code stands for the list."""
    for call in view.calls_of(*_JOINING):
        given, dim = call.argument("tensors"), call.argument("dim")
        if given is None or not view.in_graph(call.site.function) or not _may_be_last(view, dim.expression if dim else -1):
            continue
        match view.expression(given.expression):
            case ex.ListDisplay(items) | ex.TupleDisplay(items) if any(_may_be_nothing(view, each) for each in items):
                is_written = not any(isinstance(each, ast.Starred) for each in ast.walk(view.syntax.at(given.span)[0]))
                code = f"not_empty({view.source(given.span)})" if is_written else ""
                yield view.hit(call, min(call.level, v.LIKELY), None, code=code)._replace(replaces=given.span)


def _may_be_last(view: FileView, dim: int) -> bool:
    """Whether a dimension may be the second of two: it is neither left out nor 0."""
    return dim >= 0 and v.constants(view.value(dim), "int") != [0]


def _may_be_nothing(view: FileView, index: int) -> bool:
    """Whether a tensor is made without elements, or taken by a slice that may end where it begins."""
    match e := view.unnarrowed(index):
        case ex.Subscript(_, key):
            return may_end_where_it_begins(view, key)
        case ex.Call():
            sizes = [view.unnarrowed(each.expression) for each in e.arguments if each.keyword in (None, "size")]
            several = [view.unnarrowed(part) for each in sizes if isinstance(each, ex.TupleDisplay | ex.ListDisplay) for part in each.items]
            return last_name(view.expression(e.callee)) in _MAKERS and ex.Constant("int", 0) in (*sizes, *several)
    return False
