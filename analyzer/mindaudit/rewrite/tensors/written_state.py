"""Changes writes to tensors that graph mode does not support or that have no effect.

- A write to `.data` of a parameter or buffer of a network becomes a write to itself. Values and gradients stay the same, since graph mode
  does not differentiate writes to parameters.
- A write to a view whose tensor is not used again creates a new tensor: `x += y` becomes `x = x + y`.
- In PyNative mode, an assignment to a whole view becomes an assignment to a slice of it, which also changes the tensor.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.model import Hazard
from mindaudit.rewrite.text.change import Change, refused
from mindaudit.rewrite.text.edits import first_inside
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes, parsed

CODE = "MA612"
_DATA = ".data"


def written_state(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """The targets of such writes without `.data`, and such reads for them, which would lose other gradients."""
    told = refused(hazards, CODE)
    for node in nodes(parsed(text)) if told else ():
        if isinstance(node, ast.stmt) and any(map(_is_own_data, _targets(node))):
            hazard = first_inside(told, places.span(node))
            reads = [each for each in ast.walk(node) if isinstance(each, ast.expr) and _is_own_data(each)] if hazard else []
            for start, end in map(places.span, reads):
                if text.endswith(_DATA, start, end):
                    yield Change((start, end), (((end - len(_DATA), end), ""),), hazard)


def computed_anew(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """The augmented assignments to names that graph mode does not support, as assignments."""
    told = refused(hazards, CODE)
    for node in nodes(parsed(text)) if told else ():
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and (hazard := told.get(places.span(node))):
            (_, target), (value, end) = places.span(node.target), places.span(node.value)
            operator, opened, _ = text[target:value].partition("(")
            if hazard.mitigation and hazard.mitigation.code and (operator := operator.strip()).endswith("="):
                alone = isinstance(node.value, ast.Name | ast.Constant | ast.Call | ast.Attribute | ast.Subscript)
                before, after = (opened, "") if opened or alone else ("(", ")")
                pieces = ((target, value), f" = {node.target.id} {operator[:-1]} {before}"), ((end, end), after)
                yield Change((target, end), pieces, hazard)


def _targets(node: ast.stmt) -> Iterator[ast.expr]:
    """What a statement writes to, without the index of an item."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []
    yield from (each.value if isinstance(each, ast.Subscript) else each for each in targets)
    match node:
        case ast.Assign(value=ast.Call() as call) | ast.Expr(ast.Call() as call):
            method = call.func
            if isinstance(method, ast.Attribute) and method.attr.endswith("_") and not method.attr.endswith("__"):
                yield method.value


def _is_own_data(node: ast.expr) -> bool:
    """Whether an expression is `.data` of an attribute of self: graph mode sets no attribute of another object."""
    match node:
        case ast.Attribute(value=ast.Attribute(value=ast.Name(id="self")), attr="data"):
            return True
    return False


def written_through(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """Stores into a view by `...`, a mask or a list, which reach the view alone, as stores into a slice of it."""
    told = {each.span: each for each in hazards if each.code == CODE and each.mitigation and each.mitigation.code}
    for node in nodes(parsed(text)) if told else ():
        if isinstance(node, ast.Subscript) and (hazard := told.get(places.span(node))):
            bracket = text.index("[", places.span(node.value)[1])
            yield Change((bracket, bracket + 1), (((bracket, bracket + 1), "[:]["),), hazard)
