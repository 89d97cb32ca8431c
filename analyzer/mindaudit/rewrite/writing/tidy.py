"""Removes what substitutions leave behind: `x = x`, a bare `None`, `not (False or False)`."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence

from mindaudit.model import Span
from mindaudit.rewrite.text.edits import Edits, spliced
from mindaudit.rewrite.text.lines import line_start
from mindaudit.rewrite.text.trees import Offsets, blocks, nodes, parsed


def tidied(text: str, before: str) -> str:
    """The text without statements and conditions that have no effect, unless the old text has them as well."""
    old = {ast.dump(node) for node in nodes(parsed(before)) if isinstance(node, ast.stmt) and _says_nothing(node)}
    stored = {id(node) for function in nodes(parsed(text)) if isinstance(function, ast.FunctionDef) for node in _stored_back(function)}
    changes = [change for node in nodes(parsed(text)) for body in blocks(node) for change in _without(body, old, stored, text)]
    folded = spliced(text, Edits(changes))
    return spliced(folded, Edits(list(_folded(folded, {ast.dump(node) for node in _conditions(parsed(before))}))))


def _says_nothing(node: ast.stmt) -> bool:
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant) and (node.value.value is None or isinstance(node.value.value, bool))
    if not isinstance(node, ast.Assign) or len(node.targets) != 1 or not isinstance(node.value, ast.Name | ast.Attribute):
        return False
    return ast.unparse(node.targets[0]) == ast.unparse(node.value)


def _stored_back(function: ast.FunctionDef) -> Iterator[ast.stmt]:
    """Statements `x = self.x = x` of a function that binds `x = self.x` and gives neither of them another value."""
    inside = list(ast.walk(function))
    doubles = [each for each in inside if isinstance(each, ast.Assign) and len(each.targets) == 2]
    if not doubles:
        return
    stores = [node for node in inside if isinstance(node, ast.Name | ast.Attribute) and not isinstance(node.ctx, ast.Load)]
    for node in function.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Attribute() as value):
                attribute = ast.unparse(value)
                back = [each for each in doubles if ast.unparse(each) == f"{name} = {attribute} = {name}"]
                known = {id(part) for each in (node, *back) for part in each.targets}
                if all(id(store) in known for store in stores if ast.unparse(store) in (name, attribute)):
                    yield from back


def _without(body: Sequence[ast.stmt], old: Collection[str], stored: Collection[int], text: str) -> Iterator[tuple[Span, str]]:
    gone = [node for node in body if id(node) in stored or (_says_nothing(node) and ast.dump(node) not in old)]
    for node in gone:
        start, end = Offsets(text).span(node)
        line, stop = line_start(text, start), text.find("\n", end) + 1 or len(text)
        rest = text[end:stop]
        if (len(gone) == len(body) and node is body[0]) or text[line:start].strip() or rest.lstrip(" \t")[:1] == ";":
            yield (start, end), "pass"
        elif rest.strip():
            yield (start, stop - len(rest.lstrip(" \t"))), ""
        else:
            yield (line, stop), ""


def _conditions(tree: ast.Module) -> Iterator[ast.BoolOp | ast.UnaryOp]:
    for node in nodes(tree):
        if isinstance(node, ast.BoolOp) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)):
            yield node


def _folded(text: str, old: Collection[str]) -> Iterator[tuple[Span, str]]:
    """The conditions with the parts removed that are always true or false."""
    places = Offsets(text)
    done = 0
    fresh = ((*places.span(node), node) for node in _conditions(parsed(text)) if ast.dump(node) not in old)
    for start, end, node in sorted(fresh, key=lambda found: (found[0], -found[1])):
        short = _short(node, text, places)
        if start >= done and short is not None and "\n" not in text[start:end]:
            yield (start, end), short
            done = end


def _short(node: ast.expr, text: str, places: Offsets) -> str | None:
    """The simplified condition; None if no part of it is decided."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        inner = _value(node.operand, text, places)
        return str(not inner) if isinstance(inner, bool) else None
    if not isinstance(node, ast.BoolOp):
        return None
    decides = isinstance(node.op, ast.Or)
    values = [_value(each, text, places) for each in node.values]
    if values[0] is decides:
        return str(decides)
    kept = [each for each in values if each is not (not decides)]
    if len(kept) == len(values) or any(isinstance(each, bool) for each in kept):
        return None
    return (" or " if decides else " and ").join(map(str, kept)) if kept else str(not decides)


def _value(node: ast.expr, text: str, places: Offsets) -> bool | str:
    """The value of a decided part, else its text."""
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        return node.value
    short = _short(node, text, places)
    if short in ("True", "False"):
        return short == "True"
    start, end = places.span(node)
    own = text[start:end] if short is None else short
    return f"({own})" if isinstance(node, ast.BoolOp | ast.IfExp | ast.Lambda | ast.NamedExpr) else own
