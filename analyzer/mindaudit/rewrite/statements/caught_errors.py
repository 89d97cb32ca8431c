"""Errors of operations that a `try` catches, by recipes.

PyNative mode: MindSpore raises many of them later, outside of the `try`, and records no gradients after one.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from mindaudit.hazards.framework.view import FileView
from mindaudit.model import Usage
from mindaudit.rewrite.text.change import Change, within
from mindaudit.rewrite.text.edits import inside
from mindaudit.rewrite.text.lines import indent_before, is_last, newline
from mindaudit.rewrite.text.places import Places, is_bare_tuple
from mindaudit.rewrite.text.trees import nodes

_FINISHED: Final = "finished"
_CAUGHT: Final = "caught"
_ANY: Final = "BaseException"
_ERRORS: Final = frozenset({_ANY, "Exception", "RuntimeError", "ValueError", "TypeError", "IndexError"})
"""What an operation raises."""
_OPERATION: Final = re.compile(
    r"torch\.(Tensor|nn\.functional|linalg|fft|special|autograd)\..+|"
    r"torch\.(?!(load|save|device|manual_seed|compile|dtype)$|(set|get|is)_)[a-z]\w*"
)
"""Functions of torch that compute; those that ask or set something raise nothing later."""
_LEAVING: Final = (ast.Return, ast.Break, ast.Continue, ast.Raise)
_INNER: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


def caught_errors(view: FileView, usages: Iterable[Usage], places: Places) -> list[Change]:
    """The changes of each `try` that may run operations and catches what they raise: its end, where it is left, and its handlers."""
    tries = [node for node in nodes(places.tree) if isinstance(node, ast.Try)]
    called = [each.span for each in usages if each.kind == "call" and _OPERATION.fullmatch(each.torch_name)] if tries else []
    found = list[Change]()
    for node in tries:
        handlers = [each for each in node.handlers if _catches(each)]
        body = places.span(node.body[0])[0], places.span(node.body[-1])[1]
        if handlers and (any(inside(span, [body]) for span in called) or _may_call_operation(view, node, places)):
            ends = [*_ends(node, places)]
            found += (*ends, *(_handler(each, places) for each in handlers)) if ends else ()
    return list(dict.fromkeys(found))


def _catches(handler: ast.ExceptHandler) -> bool:
    """Whether a handler names an error that operations raise, or none at all."""
    named = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(each is None or (isinstance(each, ast.Name) and each.id in _ERRORS) for each in named)


def _may_call_operation(view: FileView, node: ast.Try, places: Places) -> bool:
    """Whether something is called, and a network's forward reaches it, or RuntimeError is caught, as torch's operations raise it."""
    has_calls = any(isinstance(part, ast.Call) for statement in node.body for part in ast.walk(statement))
    of_torch = view.module in view.project.reaching and any(_names_runtime_error(each) for each in node.handlers)
    return has_calls and (of_torch or view.in_graph(view.function_at(places.span(node)[0])))


def _names_runtime_error(handler: ast.ExceptHandler) -> bool:
    return handler.type is not None and "RuntimeError" in _names(handler.type)


def _ends(node: ast.Try, places: Places) -> Iterator[Change]:
    """A line at the end of the block, and before what leaves it; what is returned and assigned goes through the recipe."""
    leaving = [found for each in node.body for found in _leaving(each)]
    read = {name for handler in node.handlers for name in _names(handler)}
    returned = [each.value for each in leaving if isinstance(each, ast.Return) and each.value is not None]
    assigned = [each.value for each in _inside(node.body) if each is node.body[-1] or _is_read(each, read)]
    done = [each.value for each in node.body[:-1] if isinstance(each, ast.Expr) and isinstance(each.value, ast.Call)]
    yield from (_whole(value, places) for value in (*returned, *assigned, *done))
    for start, _ in [places.span(each) for each in leaving if getattr(each, "value", None) is None]:
        if (indent := indent_before(places.text, start)) is not None:
            yield _line(start, f"{_FINISHED}(){newline(places.text)}{indent}")
    start, end = places.span(node.body[-1])
    indent, after = indent_before(places.text, start), places.text.find("\n", end) + 1
    if not isinstance(node.body[-1], (*_LEAVING, ast.Assign)) and indent is not None and after and is_last(places.text, end):
        yield _line(after, f"{indent}{_FINISHED}(){newline(places.text)}")


def _whole(value: ast.expr, places: Places) -> Change:
    """A value inside of the recipe's call; a tuple without parentheses gets some."""
    start, end = span = places.span(value)
    if not is_bare_tuple(value, places):
        return within(span, _FINISHED)
    return Change(span, (((start, start), f"{_FINISHED}(("), ((end, end), "))")), None, _FINISHED)


def _inside(body: Sequence[ast.stmt]) -> Iterator[ast.Assign]:
    """The assignments in a block."""
    yield from (part for each in body for part in ast.walk(each) if isinstance(part, ast.Assign))


def _is_read(node: ast.Assign, read: Collection[str]) -> bool:
    """Whether what is assigned is read where it is computed, or by a handler: it stays as it was where an error comes."""
    stored = {name for target in node.targets for name in _names(target)}
    return not stored.isdisjoint({*read, *_names(node.value)})


def _names(node: ast.AST) -> Iterator[str]:
    yield from (part.id for part in ast.walk(node) if isinstance(part, ast.Name))


def _leaving(node: ast.AST, loops: bool = False) -> Iterator[ast.stmt]:
    """The statements in one that leave a function, or a loop that is not in it."""
    if isinstance(node, ast.Return) or (isinstance(node, ast.Break | ast.Continue) and not loops):
        yield node
    elif not isinstance(node, _INNER):
        loops = loops or isinstance(node, ast.For | ast.AsyncFor | ast.While)
        for part in ast.iter_child_nodes(node):
            yield from _leaving(part, loops)


def _handler(handler: ast.ExceptHandler, places: Places) -> Change:
    """What a handler names, inside of the recipe's call."""
    if handler.type is not None:
        return within(places.span(handler.type), _CAUGHT)
    place = places.span(handler)[0] + len("except")
    return Change((place, place), (((place, place), f" {_CAUGHT}({_ANY})"),), None, _CAUGHT)


def _line(place: int, text: str) -> Change:
    return Change((place, place), (((place, place), text),), None, _FINISHED)
