"""Augmented assignments to what may be a tensor that others hold: recipes change it in place if it is one, in PyNative mode."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from typing import Final

from mindaudit.model import Span
from mindaudit.rewrite.text.change import Change
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes
from mindaudit.rewrite.usages.in_place import is_held
from mindaudit.rewrite.usages.operators import OPERATORS, is_read_twice

_COUNTER: Final = re.compile(r"(?:\w+_)?(?:count|counter|epoch|idx|index|iter|iteration|pointer|pos|position|ptr|step|update)s?|[ijkn]")
"""The last part of the name of a number that counts."""
_OPERATOR: Final = re.compile(r"[\s)]*?\s*[^\w\s()]+=[ \t]*")


def unsure_changes(text: str, spans: Collection[Span], places: Places) -> Iterator[Change]:
    """`x += y` as `x = any_iadd(x, y)`."""
    for node in nodes(places.tree) if spans else ():
        if (
            isinstance(node, ast.AugAssign)
            and places.span(node) in spans
            and not _counts(node)
            and (recipe := OPERATORS.get(type(node.op)))
        ):
            (start, end), target = places.span(node), places.span(node.target)
            operator = _OPERATOR.match(text, target[1])
            if operator and target[0] == start and is_read_twice(node.target) and is_held(ast.unparse(node.target), (start, end), places):
                before = (target[1], operator.end()), f" = {recipe}({text[slice(*target)]}, "
                yield Change((start, end), (((start, start), ""), before, ((end, end), ")")), None, recipe)


def _counts(node: ast.AugAssign) -> bool:
    """Whether a number is counted up or down, by its name."""
    match node.target:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Subscript(slice=ast.Constant(value=str(name))):
            return isinstance(node.value, ast.Constant) and isinstance(node.value.value, int) and _COUNTER.fullmatch(name) is not None
    return False
