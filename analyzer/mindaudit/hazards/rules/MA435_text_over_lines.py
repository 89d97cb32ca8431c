"""Texts over several lines that `%` formats, or an f-string with the type of a value."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.syntax import parsed
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.statements import compiled
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.sources.syntax import parse_statements


def check(view: FileView) -> Iterator[Hit]:
    """A hit is an operation that is no expression of its own without the parentheses around it."""
    for site in view.reads("binary"):
        e = view.expression(site.expression)
        if isinstance(e, ex.Binary) and e.operator == "Modulo" and view.in_graph(site.function) and _is_text(view, e.left):
            source = view.source((site.start, site.end))
            if parsed(source) is None:
                yield view.hit(site, v.CERTAIN, None, code=_in_one_line(source))
    yield from _with_types(view)


def _with_types(view: FileView) -> Iterator[Hit]:
    """The f-strings with a call of `type`, which graphs leave to Python with the whole text."""
    functions = {field.start: field.function for field in compiled(view, "formatted")}
    texts = {view.syntax.span(node): node for node in view.syntax.nodes(ast.JoinedStr)} if functions else {}
    for (start, end), node in texts.items():
        function = next((number for place, number in functions.items() if start <= place < end), None)
        source = view.source((start, end))
        if function is not None and any(map(_asks_type, ast.walk(node))) and parsed(source) is None:
            yield Hit((start, end), function, v.CERTAIN, None, {"code": _in_one_line(source)})


def _asks_type(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "type"


def _is_text(view: FileView, index: int) -> bool:
    value = view.value(index)
    return bool(value.atoms) and all(isinstance(atom, at.Constant) and atom.type_name == "str" for atom in value.atoms)


def _in_one_line(text: str) -> str:
    """The same expression without line ends; nothing where a comment or a text of several lines is in it."""
    joined = " ".join(line.strip() for line in text.splitlines())
    tree = parsed(joined)
    return joined if tree and ast.dump(tree) == ast.dump(parse_statements(f"({text}\n)")) else ""
