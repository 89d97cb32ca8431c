"""Renames `forward` to `construct` in networks, and joins the metaclasses of networks with that of the modules which replace torch's."""

from __future__ import annotations

import ast
import tokenize
from collections.abc import Collection, Iterator

from mindaudit.model import Lines
from mindaudit.rewrite.text.edits import Edits
from mindaudit.rewrite.text.marks import tokens
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes, parsed

_OLD, _NEW = "forward", "construct"
_MODULE_TYPE = "module_type"
"""The recipe that joins a metaclass with that of modules."""


def renamed(text: str, networks: Collection[int]) -> str:
    """The text with the `forward` methods of some classes, and their own calls of it, under MindSpore's name.

    `networks` are the classes' numbers in source order.
    """
    classes = _classes(text)
    starts = Lines.of(text).starts
    places = set()
    for number in networks:
        for line, column in _places(classes[number]) if number < len(classes) else ():
            source = text[starts[line - 1] : starts[line] if line < len(starts) else len(text)]
            places.add(starts[line - 1] + len(source.encode()[:column].decode()))
    return _substituted(text, places) if places else text


def add_metaclasses(text: str, edits: Edits, networks: Collection[int], places: Places) -> None:
    """Adds edits of the metaclasses of networks, numbered in source order: MindSpore's modules have a metaclass, torch's do not."""
    for number, node in enumerate(_classes(text)):
        own = next((keyword.value for keyword in node.keywords if keyword.arg == "metaclass"), None)
        if own is not None and number in networks and ast.unparse(own).rpartition(".")[2] != "ABCMeta":
            span = places.span(own)
            edits.replaced.append((span, f"{_MODULE_TYPE}({text[slice(*span)]})"))
            edits.recipes.add(_MODULE_TYPE)


def _classes(text: str) -> list[ast.ClassDef]:
    """The classes of a file in source order."""
    return sorted((node for node in nodes(parsed(text)) if isinstance(node, ast.ClassDef)), key=lambda each: (each.lineno, each.col_offset))


def _places(node: ast.ClassDef) -> Iterator[tuple[int, int]]:
    """From where on to look for the name.

    That is the start of each definition, and of the object before each `.forward`, and where the class itself reads or assigns the name.
    """
    for item in ast.walk(node):
        if isinstance(item, ast.FunctionDef | ast.Attribute) and _is_renamed(item, node):
            yield item.lineno, item.col_offset
    plain = [statement for statement in node.body if isinstance(statement, ast.Assign | ast.AnnAssign)]
    names = [part for statement in plain for part in ast.walk(statement) if isinstance(part, ast.Name)]
    yield from ((name.lineno, name.col_offset) for name in names if name.id == _OLD)


def _is_renamed(item: ast.FunctionDef | ast.Attribute, node: ast.ClassDef) -> bool:
    if isinstance(item, ast.Attribute):
        return item.attr == _OLD and _is_own(item.value)
    return item.name == _OLD and item in node.body


def _is_own(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "super"
    return isinstance(node, ast.Name) and node.id == "self"


def _substituted(text: str, places: Collection[int]) -> str:
    """The text with the first `forward` after each place renamed."""
    names = [token.span for token in tokens(text) if token.kind == tokenize.NAME and token.text == _OLD]
    found = {next((span for span in names if span[0] >= place), None) for place in places}
    for start, end in sorted((span for span in found if span), reverse=True):
        text = text[:start] + _NEW + text[end:]
    return text
