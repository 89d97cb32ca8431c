"""`forward` becomes `construct` in the networks of a file."""

from __future__ import annotations

import ast
import tokenize
from collections.abc import Collection, Iterator

from mindaudit.model import Lines
from mindaudit.rewrite.marks import tokens
from mindaudit.rewrite.trees import nodes, parsed

_OLD, _NEW = "forward", "construct"


def renamed(text: str, networks: Collection[int]) -> str:
    """The text with the `forward` methods of some classes, and their own calls of it, under MindSpore's name.

    `networks` are the classes' numbers in source order.
    """
    classes = sorted((node for node in nodes(parsed(text)) if isinstance(node, ast.ClassDef)), key=lambda c: (c.lineno, c.col_offset))
    starts = Lines.of(text).starts
    places = set()
    for number in networks:
        for line, column in _places(classes[number]) if number < len(classes) else ():
            source = text[starts[line - 1] : starts[line] if line < len(starts) else len(text)]
            places.add(starts[line - 1] + len(source.encode()[:column].decode()))
    return _substituted(text, places) if places else text


def _places(node: ast.ClassDef) -> Iterator[tuple[int, int]]:
    """From where on to look for the name: the start of each definition, and the start of the object before each `.forward`."""
    for item in ast.walk(node):
        if isinstance(item, ast.FunctionDef | ast.Attribute) and _is_renamed(item, node):
            yield item.lineno, item.col_offset


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
