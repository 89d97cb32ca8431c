"""The template language of mapping rows: parses a template into text, placeholders and argument lists, which `fill.py` fills.

The grammar is in mapping_data/README.md.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from mindaudit.classify import folding
from mindaudit.classify.syntax import names
from mindaudit.sources.syntax import or_none, parse_expression, parse_statements

_PLACEHOLDER: Final = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")
_MARK: Final = "__placeholder_{}__"
_MARKED: Final = re.compile(r"__placeholder_(\d+)__")


class BadTemplateError(ValueError):
    """A template that cannot be parsed."""


@dataclass(frozen=True, slots=True)
class Placeholder:
    """A placeholder: a parameter or an expression in parameters."""

    expression: str
    parameters: tuple[str, ...]
    optional: bool = False
    spread: bool = False
    """`{*size}`: as single arguments."""
    tight: bool = False
    """Beside a dot, bracket or operator."""
    attribute: str = ""
    """Of `{self}.name`: the name."""

    @property
    def simple(self) -> bool:
        """Whether it is one parameter as it is."""
        return self.parameters == (self.expression,)

    @property
    def everything(self) -> bool:
        """Whether it is `{*}`, all arguments."""
        return self.expression == "*"


@dataclass(frozen=True, slots=True)
class Slot:
    """One argument of a call in a template."""

    keyword: str | None
    parts: tuple[Part, ...]

    @property
    def placeholder(self) -> Placeholder | None:
        """The placeholder that is the whole argument, if it is."""
        return self.parts[0] if len(self.parts) == 1 and isinstance(self.parts[0], Placeholder) else None


@dataclass(frozen=True, slots=True)
class Arguments:
    """The argument list of a call in a template; `callee` is its dotted name, or `.name` for a method of a placeholder."""

    callee: str
    slots: tuple[Slot, ...]


Part = str | Placeholder | Arguments


@dataclass(frozen=True, slots=True)
class Template:
    """A parsed template."""

    parts: tuple[Part, ...]
    names: tuple[str, ...]
    """The dotted names that it uses, outermost first, without those after a placeholder."""
    placeholders: tuple[Placeholder, ...]
    statement: bool = False
    plain: str = ""
    """The callee, if the whole template is one call: `.view` for `{input}.view(…)`; else the name, if it is one name."""
    called: bool = False
    """Whether it is one call."""
    calls: tuple[str, ...] = ()
    """The dotted names that it calls."""

    @property
    def uses(self) -> frozenset[str]:
        """Every parameter that a placeholder names."""
        return frozenset(name for placeholder in self.placeholders for name in placeholder.parameters)


@lru_cache(maxsize=8192)
def parse(text: str) -> Template:
    """Parses a template. Raises BadTemplateError with the reason."""
    found: list[Placeholder] = []

    def mark(match: re.Match[str]) -> str:
        if match[1] is None:
            return match[0][0]
        found.append(_placeholder(match[1]))
        return _MARK.format(len(found) - 1)

    source = _PLACEHOLDER.sub(mark, text)
    tree, statement = _tree(source)
    placeholders = _placed(found, tree)
    body = tree.body[0].value if isinstance(tree.body[0], (ast.Expr, ast.Assign)) else None
    builder = _Builder(source, placeholders, _calls(tree))
    parts = tuple(builder.parts(0, len(source)))
    dotted = tuple(_outer_dotted(tree))
    called = isinstance(body, ast.Call) and not statement
    target = body.func if isinstance(body, ast.Call) else body
    plain = "" if statement or target is None else _plain(target, placeholders)
    calls = tuple(name for call in builder.calls if (name := _dotted(call.func)) and not _MARKED.match(name))
    return Template(parts, dotted, tuple(placeholders), statement, plain, called, calls)


def _tree(source: str) -> tuple[ast.Module, bool]:
    if not source.isascii() or "\n" in source:
        raise BadTemplateError(f"not one line of plain ASCII: {source}")
    tree = or_none(parse_statements, source)
    if tree is None:
        raise BadTemplateError(f"not Python: {source}")
    if len(tree.body) != 1 or not isinstance(tree.body[0], (ast.Expr, ast.Assign, ast.AugAssign, ast.Delete)):
        raise BadTemplateError(f"not one expression or assignment: {source}")
    return tree, not isinstance(tree.body[0], ast.Expr)


def _placeholder(text: str) -> Placeholder:
    body = text.strip()
    if body == "*":
        return Placeholder("*", ())
    optional, body = body.endswith("?"), body.rstrip("?!").strip()
    spread, body = body.startswith("*"), body.removeprefix("*").strip()
    tree = or_none(parse_expression, body)
    if tree is None:
        raise BadTemplateError(f"not an expression: {{{text}}}")
    try:
        folding.check(tree)
    except folding.UnknownPartError as error:
        raise BadTemplateError(f"{error} is not allowed in {{{text}}}") from error
    parameters = tuple(dict.fromkeys(name.id for name in names(tree)))
    if not parameters:
        raise BadTemplateError(f"names no parameter: {{{text}}}")
    return Placeholder(body, parameters, optional, spread)


def _placed(found: list[Placeholder], tree: ast.Module) -> list[Placeholder]:
    """The placeholders, with what follows from their position: whether they are tight, and which attribute is read."""
    placeholders = list(found)
    for node in ast.walk(tree):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Name) and (match := _MARKED.fullmatch(child.id)):
                number = int(match[1])
                placeholder = placeholders[number]
                attribute = node.attr if isinstance(node, ast.Attribute) else ""
                placeholders[number] = Placeholder(
                    placeholder.expression,
                    placeholder.parameters,
                    placeholder.optional,
                    placeholder.spread,
                    not _is_loose(node, child),
                    attribute,
                )
    return placeholders


def _is_loose(parent: ast.AST, child: ast.expr) -> bool:
    if isinstance(parent, ast.Call):
        return child is not parent.func
    if isinstance(parent, ast.Subscript):
        return child is parent.slice
    return isinstance(parent, (ast.keyword, ast.Tuple, ast.List, ast.Set, ast.Dict, ast.Expr, ast.Assign, ast.Slice))


def _calls(tree: ast.Module) -> list[ast.Call]:
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return sorted(found, key=lambda call: (call.func.end_col_offset or 0, -(call.end_col_offset or 0)))


def _dotted(node: ast.AST) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        head = _dotted(node.value)
        return f"{head}.{node.attr}" if head else ""
    return ""


def _outer_dotted(tree: ast.Module) -> Iterator[str]:
    """Every dotted name that is no part of a longer one and does not start at a placeholder."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, (ast.Name, ast.Attribute))]
    inner = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
    for node in nodes:
        if id(node) not in inner and (name := _dotted(node)) and not _MARKED.match(name):
            yield name


def _plain(node: ast.AST, placeholders: list[Placeholder]) -> str:
    name = _dotted(node)
    if match := _MARKED.match(name):
        return name.replace(match[0], "", 1) if placeholders[int(match[1])].simple else ""
    return name


class _Builder:
    """Divides the marked source into parts."""

    def __init__(self, source: str, placeholders: list[Placeholder], calls: list[ast.Call]) -> None:
        self.source = source
        self.placeholders = placeholders
        self.calls = calls

    def parts(self, start: int, end: int) -> Iterator[Part]:
        """Text, placeholders and argument lists between two offsets."""
        position = start
        for call in self.calls:
            opening = call.func.end_col_offset or 0
            closing = (call.end_col_offset or 0) - 1
            if position <= opening and closing < end:
                opening = self.source.index("(", opening)
                yield from self.text(position, opening + 1)
                yield self.arguments(call)
                position = closing
        yield from self.text(position, end)

    def arguments(self, call: ast.Call) -> Arguments:
        """The argument list of a call."""
        written: list[tuple[str | None, ast.expr]] = [(None, value) for value in call.args]
        written += [(node.arg or "**", node.value) for node in call.keywords]
        written.sort(key=lambda pair: pair[1].col_offset)
        slots = [Slot(keyword, tuple(self.parts(value.col_offset, value.end_col_offset or 0))) for keyword, value in written]
        callee = _dotted(call.func)
        return Arguments(_MARKED.sub("", callee) if _MARKED.match(callee) else callee, tuple(slots))

    def text(self, start: int, end: int) -> Iterator[Part]:
        """Plain text and placeholders."""
        for i, piece in enumerate(_MARKED.split(self.source[start:end])):
            if i % 2:
                yield self.placeholders[int(piece)]
            elif piece:
                yield piece
