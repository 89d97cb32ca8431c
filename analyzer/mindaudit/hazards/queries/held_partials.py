"""What becomes of `partial` objects in the function that makes them."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from mindaudit.facts.records import ArgumentSite, CallSite
from mindaudit.hazards.framework.syntax import nodes_in
from mindaudit.hazards.framework.view import FileView
from mindaudit.model import Span
from mindaudit.resolve.symbols.class_hierarchy import is_network_object
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.torch_catalog import MODULE

_BLOCKS: Final = ("body", "orelse", "finalbody")
_SIMPLE: Final = (ast.Constant, ast.Name, ast.Attribute, ast.Tuple, ast.UnaryOp)


class Partial(NamedTuple):
    """A partial object: the call that makes it, where it is read, and the calls of it; `escapes` if it may be called elsewhere, too."""

    made: CallSite
    reads: tuple[Span, ...]
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


def read_at(view: FileView, function: int, span: Span) -> Partial | None:
    """The partial object that an expression in a function surely reads or makes."""
    sites = [site for site in view.facts.calls if site.function == function]
    return next((each for each in partials(view, sites) if span in each.reads), None)


def may_hold_tensor(view: FileView, partial: Partial) -> bool:
    """Whether a tensor may be among what a partial object holds by keyword."""
    values = (view.value(each.expression) for each in partial.made.arguments[1:] if each.keyword)
    return any(value.open or not value.atoms or v.can_be_tensor(value) for value in values)


def _partial(view: FileView, made: CallSite, sites: Sequence[CallSite]) -> Partial:
    path = view.syntax.at((made.start, made.end))
    direct = tuple(site for site in sites if (site.callee_start, site.callee_end) == (made.start, made.end))
    function = next((node for node in path if isinstance(node, ast.FunctionDef)), None)
    name = _name(path)
    if direct or function is None or not name:
        place = ((made.start, made.end),)
        return Partial(made, place, direct, not direct and not _mapped(view, place, sites))
    loads = _loads(view, function, name)
    own = tuple(load for load, store in loads if store == (made.start, made.end))
    calls = tuple(site for site in sites if (site.callee_start, site.callee_end) in own)
    known = len(calls) + _mapped(view, own, sites)
    return Partial(made, own, calls, known < len(own) or any(store is None for _, store in loads))


def _mapped(view: FileView, reads: Sequence[Span], sites: Sequence[CallSite]) -> int:
    """How often `map` calls what is read; a comprehension is written for that."""
    spans = {call.operands[0].span for call in view.calls_of("builtins.map") if len(call.operands) == 2 and call.site in sites}
    return len(spans.intersection(reads))


def is_alone(view: FileView, function: int, partial: Partial) -> bool:
    """Whether a function makes no other partial object of what one calls, and does not call that itself."""
    sites = [site for site in view.facts.calls if site.function == function]
    texts = [view.source((site.callee_start, site.callee_end)) for site in sites]
    texts += [view.source((each.function.start, each.function.end)) for each in partials(view, sites)]
    return texts.count(view.source((partial.function.start, partial.function.end))) == 1


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
    if any(each.star == "**" for each in call.arguments):
        return ""
    plain = [_text(view, each) for each in call.arguments if not each.keyword]
    return call_behind(view, partial, plain, {each.keyword: _text(view, each) for each in call.arguments if each.keyword})


def _is_torch(view: FileView, partial: Partial) -> bool:
    """Whether a partial object calls a function of torch's, which is another one in MindSpore."""
    return any(isinstance(atom, at.Torch | at.TorchMethod) for atom in view.value(partial.function.expression).atoms)


def call_behind(view: FileView, partial: Partial, plain: Sequence[str], named: Mapping[str, str]) -> str:
    """The same for arguments that are given as texts."""
    held = partial.made.arguments[1:]
    if _is_torch(view, partial) or any(each.star for each in held) or not all(_is_stable(view, each) for each in partial.made.arguments):
        return ""
    before = [_text(view, each) for each in held if not each.keyword]
    behind = [_text(view, each) for each in held if each.keyword and each.keyword not in named]
    return f"{view.source((partial.function.start, partial.function.end))}({', '.join([*before, *plain, *behind, *named.values()])})"


def _text(view: FileView, argument: ArgumentSite) -> str:
    return (f"{argument.keyword}=" if argument.keyword else argument.star) + view.source((argument.start, argument.end))


def _is_stable(view: FileView, argument: ArgumentSite) -> bool:
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


def calls_module(view: FileView, partial: Partial) -> bool:
    """Whether a partial object calls a module, of which a graph knows each call."""
    return any(_is_module(view, atom) for atom in view.value(partial.function.expression).atoms)


def _is_module(view: FileView, atom: v.Atom) -> bool:
    if isinstance(atom, at.Instance):
        return view.evaluator.torch.derives(atom.torch_class, MODULE)
    return is_network_object(view.evaluator, atom)
