"""Slices that may end at 0, whose gradient MindSpore's kernel on CPU refuses.

Found by running slices of every kind without elements: only those that begin and end at 0 have no gradient.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.empty_slices import begins, may_be_zero
from mindaudit.hazards.queries.indexing import Indexed, index_nodes, is_changed, subscriptions
from mindaudit.hazards.queries.indexing import keys as parts_of
from mindaudit.hazards.queries.integer_casts import holds_integers
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """Hits: reads of tensors by `:0`, or by `:n` where `n` may be 0. The mending code stands for the tensor alone."""
    for site, base, key in subscriptions(view):
        ends = _ends(view, Indexed(site, base, parts_of(view, key))) if view.has_gradients(site.function) else ()
        level = view.tensor(base) if ends else None
        if level is None or holds_integers(view, base):
            continue
        match view.syntax.at((site.start, site.end))[:1]:
            case [ast.Subscript(value=tensor)]:
                code = "" if is_changed(view, (site.start, site.end)) else _mended(view.syntax.source(tensor), tensor, ends)
                hit = view.hit(site, min(level, v.LIKELY), None, code=code, slice=", ".join(f":{ast.unparse(end)}" for end in ends))
                yield hit._replace(replaces=view.syntax.span(tensor))


def _ends(view: FileView, found: Indexed) -> Sequence[ast.expr]:
    """The ends that may be 0 of the slices that begin at 0."""
    pairs = zip(index_nodes(view, found), map(view.expression, found.parts), strict=False)
    return [node.upper for node, part in pairs if isinstance(node, ast.Slice) and node.upper and _may_be_empty(view, node, part)]


def _may_be_empty(view: FileView, node: ast.Slice, part: ex.Expression) -> bool:
    if node.step is not None or not isinstance(part, ex.Slice) or not begins(view, part):
        return False
    return may_be_zero(view, part.upper) or _is_difference(node.upper)


def _is_difference(node: ast.expr | None) -> bool:
    """Whether an end is what one length has more than another: 0 where they are equal."""
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and _is_name(node.left) and _is_name(node.right)


def _mended(tensor: str, node: ast.expr, ends: Sequence[ast.expr]) -> str:
    """The tensor without its gradient if nothing is taken of it; "" where that would compute something twice."""
    if any(isinstance(end, ast.Constant) for end in ends):
        return f"ops.stop_gradient({tensor})"
    test = " and ".join(map(ast.unparse, ends))
    return f"({tensor} if {test} else ops.stop_gradient({tensor}))" if _is_name(node) and all(map(_is_plain, ends)) else ""


def _is_plain(node: ast.expr) -> bool:
    """Whether an expression only reads names and their attributes, or is a difference of two such."""
    return _is_difference(node) or _is_name(node)


def _is_name(node: ast.expr) -> bool:
    """Whether an expression only reads names and their attributes."""
    return isinstance(node, ast.Name) or (isinstance(node, ast.Attribute) and _is_name(node.value))
