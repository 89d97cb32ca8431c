"""What becomes of `partial` objects in the function that makes them."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final, NamedTuple

from mindaudit.facts.records import ArgumentSite, CallSite
from mindaudit.hazards.framework.syntax import nodes_in
from mindaudit.hazards.framework.view import FileView
from mindaudit.model import Span

_BLOCKS: Final = ("body", "orelse", "finalbody")
_SIMPLE: Final = (ast.Constant, ast.Name, ast.Attribute, ast.Tuple, ast.UnaryOp)


class Partial(NamedTuple):
    """A partial object: the call that makes it, and the calls of it; `escapes` if it may be called elsewhere, too."""

    made: CallSite
    calls: tuple[CallSite, ...]
    escapes: bool

    @property
    def function(self) -> ArgumentSite:
        """The function that it calls."""
        return self.made.arguments[0]


def partials(view: FileView, sites: Sequence[CallSite]) -> list[Partial]:
    """The partial objects that calls of one function make."""
    spans = {call.span for call in view.calls_of("functools.partial")}
    made = [site for site in sites if (site.start, site.end) in spans and site.arguments and not site.arguments[0].star]
    return [_partial(view, site, sites) for site in made]


def _partial(view: FileView, made: CallSite, sites: Sequence[CallSite]) -> Partial:
    path = view.syntax.at((made.start, made.end))
    direct = tuple(site for site in sites if (site.callee_start, site.callee_end) == (made.start, made.end))
    function = next((node for node in path if isinstance(node, ast.FunctionDef)), None)
    name = _name(path)
    if direct or function is None or not name:
        return Partial(made, direct, not direct)
    loads = _loads(view, function, name)
    own = [load for load, store in loads if store == (made.start, made.end)]
    calls = tuple(site for site in sites if (site.callee_start, site.callee_end) in own)
    return Partial(made, calls, len(calls) < len(own) or any(store is None for _, store in loads))


def _loads(view: FileView, function: ast.FunctionDef, name: str) -> list[tuple[Span, Span | None]]:
    """The reads of a name, each with the value that it surely reads: the last one assigned before it, in a block around it."""
    uses = [node for node in nodes_in(function) if isinstance(node, ast.Name) and node.id == name]
    stores = sorted(view.syntax.span(node) for node in uses if isinstance(node.ctx, ast.Store))
    found = []
    for load in (view.syntax.span(node) for node in uses if isinstance(node.ctx, ast.Load)):
        last = next((store for store in reversed(stores) if store < load), None)
        found.append((load, _value(view, last, load) if last else None))
    return found


def _value(view: FileView, store: Span, load: Span) -> Span | None:
    """The value that is assigned to a name, if what reads it stands behind that in the same block."""
    path = view.syntax.at(store)
    statement = next((place for place, node in enumerate(path) if isinstance(node, ast.Assign)), len(path))
    match path[statement : statement + 2]:
        case [ast.Assign(targets=[target], value=value) as assign, around]:
            blocks: list[list[ast.stmt]] = [getattr(around, part, []) for part in _BLOCKS]
            end = view.syntax.span(assign)[1]
            is_behind = any(assign in block and end <= load[0] < view.syntax.span(block[-1])[1] for block in blocks)
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
                value = next(each for own, each in zip(target.elts, value.elts, strict=True) if view.syntax.span(own) == store)
            return view.syntax.span(value) if is_behind else None
    return None


def _name(path: Sequence[ast.AST]) -> str:
    """The name to which the value of an expression is assigned, alone or beside others; "" without one."""
    match path[:3]:
        case [_, ast.Assign(targets=[ast.Name(name)]), *_]:
            return name
        case [made, ast.Tuple(elts=values), ast.Assign(targets=[ast.Tuple(elts=targets)])] if len(values) == len(targets):
            target = next(target for value, target in zip(values, targets, strict=True) if value is made)
            return target.id if isinstance(target, ast.Name) else ""
    return ""


def written_out(view: FileView, partial: Partial, call: CallSite) -> str:
    """The call of the function behind a partial object; "" if what it holds may be another by then, or is hidden."""
    held = partial.made.arguments[1:]
    if any(each.star for each in held) or any(each.star == "**" for each in call.arguments):
        return ""
    if not all(_is_stable(view, partial.made, each) for each in partial.made.arguments):
        return ""
    given = {each.keyword for each in call.arguments if each.keyword}
    plain = [each for each in (*held, *call.arguments) if not each.keyword]
    named = [each for each in held if each.keyword and each.keyword not in given] + [each for each in call.arguments if each.keyword]
    texts = [_text(view, each) for each in (*plain, *named)]
    return f"{view.source((partial.function.start, partial.function.end))}({', '.join(texts)})"


def _text(view: FileView, argument: ArgumentSite) -> str:
    return (f"{argument.keyword}=" if argument.keyword else argument.star) + view.source((argument.start, argument.end))


def _is_stable(view: FileView, made: CallSite, argument: ArgumentSite) -> bool:
    """Whether an argument is a constant, or a name or an attribute that the function binds once at most."""
    path = view.syntax.at((argument.start, argument.end))
    function = next((node for node in path if isinstance(node, ast.FunctionDef)), None)
    if function is None or not all(isinstance(node, _SIMPLE) for node in nodes_in(path[0])):
        return False
    read = {
        node.id if isinstance(node, ast.Name) else node.attr for node in nodes_in(path[0]) if isinstance(node, ast.Name | ast.Attribute)
    }
    return all(_bindings(function).count(name) <= 1 for name in read)


def _bindings(function: ast.FunctionDef) -> list[str]:
    """The names and attributes that a function binds, parameters and inner functions among them, as often as it does.

    Comprehensions bind names of their own.
    """
    found = []
    own = {id(each) for node in nodes_in(function) if isinstance(node, ast.comprehension) for each in nodes_in(node.target)}
    for node in nodes_in(function):
        match node:
            case ast.Name(name, ctx=ast.Store()) if id(node) not in own:
                found.append(name)
            case ast.arg(name) | ast.FunctionDef(name):
                found.append(name)
            case ast.Attribute(attr=name, ctx=ast.Store()):
                found += [name, name]
    return found
