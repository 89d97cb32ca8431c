"""Gives a local name to attributes that a function writes and then reads: in graph mode the read gives the old value.

`self.last = x` becomes `last = self.last = x`, and a later `self.last` becomes `last`. If a read may come before the first write, the name
is bound before both. If a branch tests the attribute before it is written, a recipe reads it, so that the test is decided at compile time.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mindaudit.model import Hazard, Span
from mindaudit.rewrite.text.change import Change, refused
from mindaudit.rewrite.text.lines import indent_before, newline
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes, parsed

CODE = "MA415"
KEPT = "kept_attribute"
"""The recipe that reads an attribute as it was when the graph was compiled."""
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}


@dataclass(frozen=True, slots=True)
class _Attribute:
    """An attribute of an object that one function writes, with the places of writes and reads."""

    owner: str
    name: str
    local: str
    writes: Mapping[ast.Attribute, ast.Assign | ast.AugAssign]
    reads: Sequence[ast.Attribute]


def attribute_locals(text: str, hazards: Sequence[Hazard], places: Places, recipes: bool) -> Iterator[Change]:
    """The changes of attributes whose writes are all simple statements, and that the same function reads."""
    written = refused(hazards, CODE)
    for function in nodes(parsed(text)) if written else ():
        if isinstance(function, _FUNCTIONS):
            for attribute in _attributes(function, written, places):
                yield from _changes(text, function, attribute, written, places, recipes)


def _attributes(function: ast.FunctionDef | ast.AsyncFunctionDef, written: Mapping[Span, Hazard], places: Places) -> Iterator[_Attribute]:
    """The attributes of a function that get a local name, each written as `owner.name`."""
    inside = list(ast.walk(function))
    used = [node for node in inside if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)]
    writes = {target: node for node in inside if isinstance(node, ast.Assign | ast.AugAssign) and (target := _target(node))}
    for target in {ast.unparse(each): each for each in writes if _is_told(each, writes[each], written, places)}.values():
        same = [node for node in used if ast.unparse(node) == ast.unparse(target)]
        reads = [node for node in same if isinstance(node.ctx, ast.Load)]
        own = {node: writes[node] for node in same if node in writes}
        if len(own) + len(reads) == len(same) and (local := _free(target.attr, inside)) and (reads or _changed(own)):
            yield _Attribute(ast.unparse(target.value), target.attr, local, own, reads)


def _target(node: ast.Assign | ast.AugAssign) -> ast.Attribute | None:
    """The attribute that a statement writes, if it writes nothing else."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    match targets:
        case [ast.Attribute(value=ast.Name()) as target] if isinstance(node, ast.Assign) or type(node.op) in _SIGNS:
            return target
    return None


def _is_told(target: ast.Attribute, statement: ast.stmt, written: Mapping[Span, Hazard], places: Places) -> bool:
    return any(span in written for span in (places.span(target), places.span(statement)))


def _changed(writes: Mapping[ast.Attribute, ast.Assign | ast.AugAssign]) -> bool:
    """Whether a statement reads the attribute that it writes."""
    return any(isinstance(statement, ast.AugAssign) for statement in writes.values())


def _free(name: str, inside: Sequence[ast.AST]) -> str:
    """A name for an attribute's value that the function does not use; "" if there is none."""
    taken = {node.id for node in inside if isinstance(node, ast.Name)} | {node.arg for node in inside if isinstance(node, ast.arg)}
    return next((each for each in (name, f"own_{name}") if each not in taken and not each.startswith("__")), "")


def _changes(
    text: str,
    function: ast.FunctionDef | ast.AsyncFunctionDef,
    attribute: _Attribute,
    written: Mapping[Span, Hazard],
    places: Places,
    recipes: bool,
) -> Iterator[Change]:
    line, recipe = None, ""
    if (first := _needs_binding(function, attribute)) is not None:
        start = places.span(first)[0]
        indent = indent_before(text, start)
        if indent is None or isinstance(first, _FUNCTIONS):
            return
        recipe = KEPT if recipes and _is_asked(function, attribute) else ""
        line = start - len(indent), f"{indent}{attribute.local} = {_initial(parsed(text), attribute, recipe)}{newline(text)}"
    for target, statement in attribute.writes.items():
        span = places.span(target)
        hazard = written.get(span) or written.get(places.span(statement))
        pieces = _written(text, attribute, span, statement, places)
        yield Change((pieces[0][0][0], pieces[-1][0][1]), pieces, hazard, recipe, line)
        line = None
    for read in attribute.reads:
        yield Change(places.span(read), ((places.span(read), attribute.local),), line=line)
        line = None


def _written(
    text: str, attribute: _Attribute, span: Span, statement: ast.Assign | ast.AugAssign, places: Places
) -> tuple[tuple[Span, str], ...]:
    """The new form of a write: the name is assigned together with the attribute."""
    both = f"{attribute.local} = {text[slice(*span)]}"
    if isinstance(statement, ast.Assign):
        return ((span, both),)
    sign, value, end = text.index("=", span[1]) + 1, places.span(statement.value)[0], places.span(statement)[1]
    begin = value - len(text[sign:value].lstrip(" \t"))
    is_simple = isinstance(statement.value, ast.Name | ast.Attribute | ast.Call | ast.Constant | ast.Subscript)
    opened, closed = ("", "") if is_simple or "(" in text[begin:value] else ("(", ")")
    head = ((span[0], begin), f"{both} = {attribute.local} {_SIGNS[type(statement.op)]} {opened}")
    return (head, ((end, end), closed))


def _needs_binding(function: ast.FunctionDef | ast.AsyncFunctionDef, attribute: _Attribute) -> ast.stmt | None:
    """The first statement of the function that mentions the attribute, unless that writes it before any read."""
    uses = {id(node) for node in (*attribute.writes, *attribute.reads)}
    for statement in function.body:
        found = [node for node in ast.walk(statement) if id(node) in uses]
        if found:
            is_write = isinstance(statement, ast.Assign) and all(node in attribute.writes for node in found)
            return None if is_write else statement
    return None


def _is_asked(function: ast.FunctionDef | ast.AsyncFunctionDef, attribute: _Attribute) -> bool:
    """Whether the test of a branch reads the attribute."""
    reads = {id(node) for node in attribute.reads}
    tests = (node.test for node in ast.walk(function) if isinstance(node, ast.If | ast.IfExp))
    return any(id(node) in reads for test in tests for node in ast.walk(test))


def _initial(tree: ast.Module, attribute: _Attribute, recipe: str) -> str:
    """The attribute, or None instead unless a constructor surely sets it, since it may be missing then."""
    if recipe:
        return f'{recipe}({attribute.owner}, "{attribute.name}")'
    if attribute.name in _surely_set(tree):
        return f"{attribute.owner}.{attribute.name}"
    return f'getattr({attribute.owner}, "{attribute.name}", None)'


def _surely_set(tree: ast.Module) -> set[str]:
    """The attributes that the body of a class or of a constructor sets outside of branches, or registers."""
    found = set[str]()
    for node in nodes(tree):
        if isinstance(node, ast.ClassDef):
            constructors = [each for each in node.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"]
            plain = [*node.body, *(statement for each in constructors for statement in each.body)]
            targets = [target for statement in plain if isinstance(statement, ast.Assign) for target in statement.targets]
            targets += [statement.target for statement in plain if isinstance(statement, ast.AnnAssign) and statement.value]
            parts = [part for target in targets for part in ast.walk(target)]
            found |= {
                part.attr if isinstance(part, ast.Attribute) else part.id for part in parts if isinstance(part, ast.Attribute | ast.Name)
            }
            found |= {name for statement in plain for name in _registered(statement)}
    return found


def _registered(statement: ast.stmt) -> Iterator[str]:
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=method), args=[ast.Constant(value=str(name)), *_])):
            if method.startswith(("register_", "add_")):
                yield name
