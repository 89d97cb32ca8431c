"""Replaces named parts of results by their positions: MindSpore's functions return plain tuples where torch's return named ones."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from mindaudit.classify.table import Table
from mindaudit.model import Span, Usage
from mindaudit.rewrite.text.change import Change
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes, parsed, scopes

NAMED = "named_result"
"""The recipe that gives the parts of a result their names."""


def parts_by_number(text: str, usages: Sequence[Usage], table: Table, places: Places, recipes: bool, mode: str) -> Iterator[Change]:
    """The changes of a file that let parts of results be read: `torch.max(x, 1).values` by its number.

    Of a variable, and of what a function gives, a recipe names the parts. In graphs a plain tuple is all there is, so a variable's parts
    are read by number, too; what functions outside of them give has names.
    """
    fields_of = {usage.span: fields for usage in usages if usage.certainty != "possible" and (fields := _fields(usage, table))}
    if not fields_of:
        return
    tree = parsed(text)
    named = {usage.span: fields_of[usage.span] for usage in usages if usage.result_named and usage.span in fields_of}
    yield from _read_directly(tree, text, named, places)
    if mode == "graph":
        yield from _read_later(tree, text, named, places)
    if recipes:
        yield from _with_names(tree, fields_of, places, mode)


def _fields(usage: Usage, table: Table) -> list[str]:
    """The names of the parts of a result; empty if it has none, as that of `torch.max(x)` has none without a dimension."""
    api = table.torch_api(usage.torch_name) if usage.kind == "call" else None
    given = (*usage.arguments, *([usage.receiver] if usage.receiver else []))
    if api and api.returns.startswith("tensor") and len(given) == 1 and not given[0].star:
        return []
    parts = re.search(r"namedtuple\(([^)]*)\)", api.returns) if api else None
    return re.findall(r"(\w+)=", parts[1]) if parts else []


def _read_directly(tree: ast.Module, text: str, named: Mapping[Span, Sequence[str]], places: Places) -> Iterator[Change]:
    """`torch.max(x, 1).values`: `named` has the fields by the span of the call."""
    for node in nodes(tree):
        if isinstance(node, ast.Attribute) and node.attr in (fields := named.get(places.span(node.value), ())):
            yield _numbered(node, fields, text, places)


def _read_later(tree: ast.Module, text: str, named: Mapping[Span, Sequence[str]], places: Places) -> Iterator[Change]:
    """`best = torch.max(x, 1)`, then `best.values`: where the name is never bound to anything else in its function."""
    for scope in scopes(tree):
        stored = Counter(name for node in scope if (name := _stored(node)))
        bound: defaultdict[str, list[Sequence[str]]] = defaultdict(list)
        for node in scope:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if fields := named.get(places.span(value)):
                    bound[name].append(fields)
        sure = {name: found[0] for name, found in bound.items() if len(found) == stored[name] and all(each == found[0] for each in found)}
        for node in scope:
            match node:
                case ast.Attribute(value=ast.Name(id=name), attr=attr) if attr in sure.get(name, ()):
                    yield _numbered(node, sure[name], text, places)


def _stored(node: ast.AST) -> str | None:
    """The name that a node binds or deletes, or that of a parameter."""
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
            return name
    return None


def _with_names(tree: ast.Module, named: Mapping[Span, Sequence[str]], places: Places, mode: str) -> Iterator[Change]:
    """`best = torch.max(x, 1)`, then `best.values`, and what a function returns, whose callers may read it so: by a recipe.

    For graphs only what is returned: numbers read the rest in any function, also in one that nobody is seen to compile.
    """
    read = {(node.value.id, node.attr) for node in nodes(tree) if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)}
    asked = set() if mode == "graph" else set(_asked(tree))
    read = set() if mode == "graph" else read
    returned = {node.value.id for node in nodes(tree) if isinstance(node, ast.Return) and isinstance(node.value, ast.Name)}
    for node in nodes(tree):
        match node:
            case ast.Return(value=ast.expr() as value) | ast.Lambda(body=value):
                yield from _within(value, named, places)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                fields = named.get(places.span(value), ())
                if name in returned or any((name, field) in read for field in fields):
                    yield from _within(value, named, places)
            case _ if asked:
                held = (each for each in _held(node) if not asked.isdisjoint(named.get(places.span(each), ())))
                yield from (change for each in held for change in _within(each, named, places))


def _asked(tree: ast.Module) -> Iterator[str]:
    """The names of attributes that a file reads and does not call."""
    called = {id(node.func) for node in nodes(tree) if isinstance(node, ast.Call)}
    yield from (node.attr for node in nodes(tree) if isinstance(node, ast.Attribute) and id(node) not in called)


def _held(node: ast.AST) -> Iterator[ast.expr]:
    """The values that a node puts where they may be read from later: into a tuple, a list, a dict, an attribute, an item or a call."""
    match node:
        case ast.Tuple(elts=elements, ctx=ast.Load()) | ast.List(elts=elements, ctx=ast.Load()):
            yield from elements
        case ast.Dict(values=values):
            yield from values
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()], value=value) | ast.NamedExpr(value=value):
            yield value
        case ast.ListComp(elt=value) | ast.GeneratorExp(elt=value) | ast.DictComp(value=value):
            yield value
        case ast.Call(args=arguments, keywords=keywords):
            yield from (*arguments, *(each.value for each in keywords))


def _within(value: ast.expr, named: Mapping[Span, Sequence[str]], places: Places) -> Iterator[Change]:
    """A call with named parts inside of the recipe that names them, also in a choice; nothing for another expression."""
    if isinstance(value, ast.IfExp):
        yield from (change for each in (value.body, value.orelse) for change in _within(each, named, places))
    start, end = span = places.span(value)
    if (fields := named.get(span)) and places.is_eager(start):
        names = ", ".join(f'"{field}"' for field in fields)
        yield Change(span, (((start, start), f"{NAMED}("), ((end, end), f", {names})")), recipe=NAMED)


def _numbered(node: ast.Attribute, fields: Sequence[str], text: str, places: Places) -> Change:
    span = places.span(node)
    dot = text.rindex(".", *span)
    if not text[places.span(node.value)[1] : dot].strip():  # an index stands on the line of what it is taken from
        dot = places.span(node.value)[1]
    return Change(span, (((dot, span[1]), f"[{fields.index(node.attr)}]"),))
