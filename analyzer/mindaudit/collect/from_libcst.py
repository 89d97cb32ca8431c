"""libcst's parser: slow, but it reads the syntax of every Python 3, and its code generator knows exactly where everything stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import libcst as cst
from libcst import native  # type: ignore[attr-defined]  # the compiled part bears no types
from libcst.metadata import CodePosition, MetadataWrapper, PositionProvider

from mindaudit.collect import nodes
from mindaudit.model import Lines

_COUNTED = frozenset({"lpar", "relative"})
_SEEN = frozenset({"lpar", "comma", "equal", "asynchronous"})
"""Fields of which it counts only whether something is written there."""
Spans = Mapping[nodes.Node, tuple[int, int]]


class LayoutError(ValueError):
    """libcst's tree does not stand for the text that it was made from."""


def module(text: str) -> nodes.Module:
    """The tree of a module. Raises SyntaxError, ValueError or RecursionError for what is none."""
    return _Copy().of(_parsed(native.parse_module, text))  # type: ignore[no-any-return]


def expression(text: str) -> nodes.BaseExpression:
    """The tree of one expression. Raises the same."""
    return _Copy().of(_parsed(native.parse_expression, text))  # type: ignore[no-any-return]


def module_with_spans(text: str) -> tuple[nodes.Module, Spans]:
    """The tree of a module and the offsets of every node: for the few files whose tokens do not pair. Raises the same, and LayoutError."""
    tree = _parsed(native.parse_module, text)
    copy = _Copy()
    return copy.of(tree), _spans(text, tree, copy.copies)


def _parsed(parse: Callable[[str], Any], text: str) -> Any:
    """libcst's tree; its own error becomes Python's, since whoever meets that need not have imported libcst."""
    try:
        return parse(text)
    except cst.ParserSyntaxError as error:
        raise SyntaxError(error.message, ("", error.raw_line, None, None)) from error


class _Copy:
    """Makes our nodes of libcst's."""

    def __init__(self) -> None:
        self.copies: dict[cst.CSTNode, nodes.Node] = {}

    def of(self, node: cst.CSTNode) -> Any:
        """Our node for one of libcst's; None for one that stands for what has no name, such as a lone star among parameters."""
        kind: type[nodes.Node] | None = getattr(nodes, type(node).__name__, None)
        if kind is None:
            return None
        copy = self.copies[node] = kind(*(self._field(field, getattr(node, field)) for field in kind.__struct_fields__))
        return copy

    def _field(self, name: str, value: Any) -> Any:
        several = isinstance(value, Sequence) and not isinstance(value, str)
        if name == "operator":
            return type(value).__name__.removesuffix("Assign")
        if several and name in _COUNTED:
            return len(value)
        if name in _COUNTED | _SEEN:
            return isinstance(value, cst.CSTNode)
        if several:
            return [self.of(item) for item in value]
        return self.of(value) if isinstance(value, cst.CSTNode) else None if isinstance(value, cst.MaybeSentinel) else value


def _spans(text: str, tree: cst.Module, copies: Mapping[cst.CSTNode, nodes.Node]) -> Spans:
    places = _places(tree.code, text)
    starts = Lines.of(tree.code).starts
    ranges = MetadataWrapper(tree, unsafe_skip_copy=True).resolve(PositionProvider)

    def offset(position: CodePosition) -> int:
        return starts[min(position.line, len(starts)) - 1] + position.column

    return {
        copies[node]: (places[offset(at.start)], places[max(0, offset(at.end) - 1)] + 1) for node, at in ranges.items() if node in copies
    }


def _places(generated: str, text: str) -> Sequence[int]:
    """For each offset of the generated code the one in the text, of which libcst drops some blanks and line joins at the start of lines."""
    if generated == text:
        return range(len(text) + 1)
    places, at = [], -1
    for character in generated:
        at = text.find(character, at + 1)
        if at < 0:
            raise LayoutError("positions cannot be found: the parser (libcst) does not keep this file's layout")
        places.append(at)
    return [*places, len(text)]
