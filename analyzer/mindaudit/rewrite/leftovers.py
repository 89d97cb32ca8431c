"""What stays torch's though no finding says so, and questions whether torch has something."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence

from mindaudit.classify import Table
from mindaudit.model import Finding, Span
from mindaudit.rewrite.edits import Edits, logical_line_of, logical_lines
from mindaudit.rewrite.marks import unmark
from mindaudit.rewrite.places import Places

STILL = "still torch's"


def add_leftovers(text: str, edits: Edits, findings: Sequence[Finding], places: Places, table: Table) -> None:
    """Notes in the edits what was left: answers for `hasattr(torch, …)`, remarks for the rest."""
    tree = ast.parse(text)
    covered = [span for span, _ in edits.replaced]
    asked = [span for span in _asked(tree, places, table) if not _inside(span, covered)]
    edits.replaced += [(span, "True") for span in asked]
    lines = logical_lines(text)
    said = {logical_line_of(lines, place) for place, _ in edits.remarks}
    covered += asked
    covered += [each.usage.span for each in findings if each.verdict == "out-of-scope"]
    for node, span in _uses(tree, places):
        if logical_line_of(lines, span[0]) not in said and not _inside(span, covered):
            edits.remarks.append((span[0], f"{unmark(ast.unparse(node))}: {STILL}; nothing is known of this use"))


def _uses(tree: ast.AST, places: Places) -> Iterator[tuple[ast.expr, Span]]:
    """The longest dotted names that begin with a name of torch's."""
    inner: set[int] = set()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute | ast.Name) or id(node) in inner or not isinstance(node.ctx, ast.Load):
            continue
        root: ast.expr = node
        while isinstance(root, ast.Attribute):
            root = root.value
            inner.add(id(root))
        if isinstance(root, ast.Name) and root.id in places.torch_names:
            yield node, places.span(node)


def _asked(tree: ast.AST, places: Places, table: Table) -> Iterator[Span]:
    """Where `hasattr` asks for something that torch has."""
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "hasattr" and len(node.args) == 2):
            continue
        module, name = node.args
        full = places.torch_name(module)
        if full and isinstance(name, ast.Constant) and isinstance(name.value, str) and table.torch_api(f"{full}.{name.value}") is not None:
            yield places.span(node)


def _inside(span: Span, covered: Collection[Span]) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in covered)
