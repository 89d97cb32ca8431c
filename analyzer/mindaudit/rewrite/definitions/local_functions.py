"""Turns lambdas into functions before their statements: those in loops and with defaults, which graph mode handles wrongly.

`xs.append(lambda v, k=k: v * k)` becomes `xs.append(made_function(k))`, after a definition of `made_function`, which returns the function.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from mindaudit.model import Hazard, Span
from mindaudit.rewrite.text.change import Change, refused
from mindaudit.rewrite.text.edits import Edits, inside
from mindaudit.rewrite.text.lines import indent_before, is_last, newline
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import SCOPES, bound_inside, nodes, parsed

CODE = "MA442"
_STATEMENTS = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Return, ast.If, ast.For)
_INDENT = "    "


@dataclass(frozen=True, slots=True)
class LocalFunction:
    """A lambda that becomes a function before its statement."""

    node: ast.Lambda
    span: Span
    statement: Span
    name: str
    assigned: bool
    """Whether the statement does nothing but to call it by this name; the definition takes its place."""
    kept: tuple[str, ...]
    """The names of which its defaults keep the values."""
    hazards: tuple[Hazard, ...]

    def change(self) -> Change:
        """The change that replaces the lambda."""
        text = f"made_{self.name}({', '.join(self.kept)})" if self.kept else self.name
        return Change(self.span, ((self.span, text),), self.hazards[0], others=self.hazards[1:])

    def definition(self, body: str, indent: str, end: str) -> str:
        """The lines of the definition, the first one without its indent."""
        returned = f"({body})" if "\n" in body else body
        lines = [f"def {self.name}({_parameters(self.node.args, self.kept)}):", f"{_INDENT}return {returned}"]
        if self.kept:
            inner = [*lines, f"return {self.name}"]
            lines = [f"def made_{self.name}({', '.join(self.kept)}):", *(_INDENT + line for line in inner)]
        return f"{end}{indent}".join(lines)


def local_functions(text: str, hazards: Sequence[Hazard], places: Places) -> list[LocalFunction]:
    """The lambdas that can be changed so: everything that they read is known before their statement, which begins its line."""
    told = refused(hazards, CODE)
    if not told:
        return []
    parents = {child: node for node in nodes(parsed(text)) for child in ast.iter_child_nodes(node)}
    names = _free_names(text)
    lambdas = sorted((node for node in nodes(parsed(text)) if isinstance(node, ast.Lambda)), key=lambda node: places.span(node))
    return [found for node in lambdas if (found := _function(text, node, [*_around(node, parents)], told, places, names))]


def _around(node: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> Iterator[ast.AST]:
    """The nodes around an expression, from the innermost to its statement."""
    while not isinstance(node, ast.stmt):
        node = parents[node]
        yield node


def _free_names(text: str) -> Iterator[str]:
    """Names for functions that the file does not use."""
    taken = {node.id for node in nodes(parsed(text)) if isinstance(node, ast.Name)}
    taken |= {node.arg for node in nodes(parsed(text)) if isinstance(node, ast.arg)}
    number = 0
    while True:
        number += 1
        name = f"function{number}" if number > 1 else "function"
        if taken.isdisjoint((name, f"made_{name}")):
            yield name


def _function(
    text: str, node: ast.Lambda, around: Sequence[ast.AST], told: Mapping[Span, Hazard], places: Places, names: Iterator[str]
) -> LocalFunction | None:
    defaults = _defaults(node.args)
    lost = {name: told[places.span(value)] for name, value in defaults.items() if places.span(value) in told}
    hazards = [told[span] for span in [places.span(node)] if span in told] + [*lost.values()]
    statement = around[-1]
    left_alone = any(_is_left_alone(each) for each in around) or _binds_what_is_read(around[:-1], node)
    if not hazards or left_alone or not _is_simple(defaults, lost) or _holds_another(node) or "#" in text[slice(*places.span(node))]:
        return None
    if not isinstance(statement, _STATEMENTS) or not _begins_line(text, statement, places):
        return None
    is_called = isinstance(around[0], ast.Call) and around[0].func is node
    span, place = _with_parentheses(text, places.span(node)) if is_called else places.span(node), places.span(statement)
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if value is node and not lost and is_last(text, place[1]):
            return LocalFunction(node, span, place, name, True, (), tuple(hazards))
    return LocalFunction(node, span, place, next(names), False, tuple(lost), tuple(hazards))


def _with_parentheses(text: str, span: Span) -> Span:
    """The span of a lambda that is called directly, with its parentheses."""
    start, end = span
    return (start - 1, end + 1) if text[start - 1] == "(" and text.startswith(")(", end) else span


def _defaults(arguments: ast.arguments) -> dict[str, ast.expr]:
    """The defaults by their parameters, in order."""
    positional = [*arguments.posonlyargs, *arguments.args]
    last = positional[len(positional) - len(arguments.defaults) :]
    found = {each.arg: value for each, value in zip(last, arguments.defaults, strict=True)}
    return found | {each.arg: value for each, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if value}


def _is_simple(defaults: Mapping[str, ast.expr], lost: Mapping[str, Hazard]) -> bool:
    """Whether the defaults are constants, or, if graph mode does not find them, names of the parameters, which no call passes."""
    own = all(isinstance(value, ast.Name) and value.id == name for name, value in defaults.items() if name in lost)
    return own and all(isinstance(value, ast.Constant) for name, value in defaults.items() if name not in lost)


def _is_left_alone(call: ast.AST) -> bool:
    """Whether a call becomes a comprehension."""
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "map"


def _holds_another(node: ast.Lambda) -> bool:
    return any(isinstance(inner, ast.Lambda | ast.NamedExpr) for inner in ast.walk(node) if inner is not node)


def _binds_what_is_read(around: Sequence[ast.AST], node: ast.Lambda) -> bool:
    """Whether comprehensions or lambdas around a lambda bind a name that it reads."""
    read = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
    return any(not read.isdisjoint(bound_inside(scope)) for scope in around if isinstance(scope, SCOPES))


def _begins_line(text: str, statement: ast.stmt, places: Places) -> bool:
    start = places.span(statement)[0]
    return indent_before(text, start) is not None and not text.startswith("elif", start)


def _parameters(arguments: ast.arguments, kept: Sequence[str]) -> str:
    """The parameters of a function without those whose values it keeps."""
    defaults = _defaults(arguments)
    positional = [each for each in arguments.args if each.arg not in kept]
    keyword = [each for each in arguments.kwonlyargs if each.arg not in kept]
    remaining = [defaults[each.arg] for each in (*arguments.posonlyargs, *positional) if each.arg in defaults]
    of_keywords = [defaults.get(each.arg) for each in keyword]
    return ast.unparse(ast.arguments(arguments.posonlyargs, positional, arguments.vararg, keyword, of_keywords, arguments.kwarg, remaining))


def define(text: str, edits: Edits, found: Sequence[LocalFunction], render: Callable[[Span], str], places: Places) -> None:
    """Writes the definitions; `render` gives the new text of a lambda's body."""
    end = newline(text)
    for each in found:
        start = each.statement[0]
        indent = indent_before(text, start) or ""
        definition = each.definition(render(places.span(each.node.body)), indent, end)
        edits.replaced = [(span, new) for span, new in edits.replaced if span == each.span or not inside(span, [each.span])]
        if each.assigned:
            edits.replaced = [(span, new) for span, new in edits.replaced if span != each.span]
            edits.replaced.append((each.statement, definition))
        else:
            line = start - len(indent)
            edits.replaced.append(((line, line), f"{indent}{definition}{end}"))
