"""Whether a name is bound anew on every way to a place of a function. Found in the syntax alone."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence

from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import blocks


def is_surely_bound(stores: Collection[ast.AST], place: int, body: Sequence[ast.stmt], places: Places) -> bool:
    """Whether one of the stores to a name runs before a place, whatever way is taken through a block to it."""
    for statement in body:
        start, end = places.span(statement)
        if start <= place < end:
            return _binds_at_its_head(statement, stores) or any(
                is_surely_bound(stores, place, block, places) for block in blocks(statement) if _holds(block, place, places)
            )
        if start > place:
            return False
        if _binds(statement, stores):
            return True
    return False


def _binds_at_its_head(statement: ast.stmt, stores: Collection[ast.AST]) -> bool:
    """Whether a loop or a scope binds the name for what is in it."""
    match statement:
        case ast.For(target=target) | ast.AsyncFor(target=target):
            heads: list[ast.AST] = [target]
        case ast.With(items=items) | ast.AsyncWith(items=items):
            heads = list(items)
        case _:
            return False
    return any(node in stores for head in heads for node in ast.walk(head))


def _holds(block: Sequence[ast.stmt], place: int, places: Places) -> bool:
    return bool(block) and places.span(block[0])[0] <= place < places.span(block[-1])[1]


def _binds(statement: ast.stmt, stores: Collection[ast.AST]) -> bool:
    """Whether a statement runs one of the stores in any case, or leaves the function or the loop where it does not."""
    match statement:
        case ast.If(body=body, orelse=orelse):
            return all(_binds_or_leaves(block, stores) for block in (body, orelse)) and _stores(statement, stores)
        case ast.For() | ast.AsyncFor() | ast.While() | ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return False
        case ast.Try(body=body, handlers=handlers, finalbody=final):
            ways = [body, *(handler.body for handler in handlers)]
            return all(_binds_or_leaves(block, stores) for block in ways) or any(_binds(each, stores) for each in final)
        case ast.With(body=body) | ast.AsyncWith(body=body):
            return any(_binds(each, stores) for each in body)
    return _stores(statement, stores)


def _binds_or_leaves(block: Sequence[ast.stmt], stores: Collection[ast.AST]) -> bool:
    return any(_binds(each, stores) or _leaves(each) for each in block)


def _leaves(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Return | ast.Raise | ast.Continue | ast.Break)


def _stores(statement: ast.stmt, stores: Collection[ast.AST]) -> bool:
    return any(node in stores for node in ast.walk(statement))
