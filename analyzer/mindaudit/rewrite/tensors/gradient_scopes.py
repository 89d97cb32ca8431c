"""Replaces `with torch.no_grad():` in graph mode, which lacks it: no gradient flows through the values that the block binds or returns."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.model import Hazard, Usage
from mindaudit.rewrite.text.change import Change, refused
from mindaudit.rewrite.text.lines import indent_before, is_last, newline
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import parsed, scopes

CODE = "MA402"
NO_SCOPE = "no_scope"
"""The recipe of a scope that graph mode supports and that has no effect."""
STOP = "ops.stop_gradient"
"""It accepts any value: also numbers, None, tuples and dicts."""
_ALWAYS = frozenset({"torch.no_grad", "torch.autograd.no_grad", "torch.autograd.grad_mode.no_grad", "torch.inference_mode"})
_SETS = frozenset({"torch.set_grad_enabled", "torch.autograd.grad_mode.set_grad_enabled"})
_INNER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.With, ast.Try, ast.Yield, ast.YieldFrom, ast.Delete)
"""What may hold more than the rules here know of."""


def without_gradients(text: str, usages: Sequence[Usage], hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """The changes of blocks that only bind plain names at their top level, and return."""
    refusals = refused(hazards, CODE)
    called = {usage.span: usage.torch_name for usage in usages if usage.kind == "call" and usage.span in refusals}
    for scope in scopes(parsed(text)) if called else ():
        for node in scope:
            match node:
                case ast.With(items=[ast.withitem(context_expr=ast.Call() as manager, optional_vars=None)]):
                    recorded = _recorded(manager, called.get(places.span(manager), ""))
                    if recorded is not None and (names := _bound(node, scope)) is not None:
                        yield from _changes(text, node, names, recorded, refusals[places.span(manager)], places)


def _recorded(manager: ast.Call, name: str) -> str | None:
    """The condition under which a scope records gradients, "" for one that never does; None if unknown or not to be evaluated twice."""
    match manager:
        case ast.Call(args=[], keywords=[]) if name in _ALWAYS:
            return ""
        case ast.Call(args=[flag], keywords=[]) if name in _SETS and _is_plain(flag):
            return ast.unparse(flag)
    return None


def _is_plain(flag: ast.expr) -> bool:
    """Whether an expression has only names, attributes and `not`, so that it can be evaluated twice."""
    return all(isinstance(node, ast.Name | ast.Attribute | ast.UnaryOp | ast.Not | ast.Load) for node in ast.walk(flag))


def _bound(block: ast.With, scope: Sequence[ast.AST]) -> list[str] | None:
    """The names that a block binds and that are read outside of it, in order; None where it does more than to bind names or return."""
    inside = [node for statement in block.body for node in ast.walk(statement)]
    if any(isinstance(node, _INNER) or _changes_another(node) for node in inside):
        return None
    within = set(map(id, inside))
    read = {node.id for node in scope if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in within}
    always = {
        name
        for statement in block.body
        if isinstance(statement, ast.Assign | ast.AugAssign | ast.AnnAssign)
        for name in _stored([statement])
    }
    names = list(dict.fromkeys(name for name in _stored(block.body) if name in read))
    return names if always.issuperset(names) else None


def _stored(statements: Sequence[ast.stmt]) -> Iterator[str]:
    for statement in statements:
        yield from (node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))


def _changes_another(node: ast.AST) -> bool:
    """Whether a node changes another object, by a store or by a method that is called for its effect."""
    match node:
        case ast.Attribute(ctx=ast.Store()) | ast.Subscript(ctx=ast.Store()):
            return True
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=owner, attr=name))):
            return name.endswith("_") or not (isinstance(owner, ast.Name) and owner.id == "self")
    return False


def _changes(text: str, block: ast.With, names: Sequence[str], recorded: str, hazard: Hazard, places: Places) -> Iterator[Change]:
    """The scope without effect, the lines after the block, and the returned value."""
    start, end = places.span(block)
    indent = indent_before(text, start)
    returned = [places.span(node.value) for node in ast.walk(block) if isinstance(node, ast.Return) and node.value]
    if indent is None or not is_last(text, end) or (recorded and returned):
        return
    manager = places.span(block.items[0].context_expr)
    place = text.find("\n", end) + 1 or len(text)
    lines = [f"{indent}{name} = {_stopped(name, recorded)}{newline(text)}" for name in names]
    line = (place, "".join(lines) if place > end else "".join(newline(text) + each.rstrip() for each in lines))
    yield Change(manager, ((manager, f"{NO_SCOPE}()"),), hazard, NO_SCOPE, line=line if names else None)
    for first, last in returned:
        yield Change((first, last), (((first, first), f"{STOP}("), ((last, last), ")")))


def _stopped(name: str, recorded: str) -> str:
    """A name's value, without a gradient where the scope records none."""
    return f"{name} if {recorded} else {STOP}({name})" if recorded else f"{STOP}({name})"
