"""In-place changes of tensors that others hold too: a loop's variable, and a parameter that its function does not give back.

Setting the name alone would lose the change. In PyNative mode a store into all elements makes it; a graph has no such store, so it is told
there.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.classify.inplace import OTHERS
from mindaudit.model import Finding, Span
from mindaudit.rewrite.edits import Edits
from mindaudit.rewrite.marks import unmark
from mindaudit.rewrite.places import Places
from mindaudit.rewrite.trees import nodes

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_REPEATED = (ast.For, ast.While, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
"""What runs what is in it again, or at another time."""


def keep_in_place(tree: ast.Module, edits: Edits, findings: Sequence[Finding], places: Places, mode: str) -> None:
    """Makes or tells the changes among the findings that are applied."""
    loops = [node for node in nodes(tree) if isinstance(node, ast.For)]
    names = {part.id for node in loops for part in ast.walk(node.target) if isinstance(part, ast.Name)}
    for finding in findings:
        target = (finding.substitution or "").partition(" = ")[0]
        if OTHERS not in finding.differences or not finding.usage.statement:
            continue
        name, place = unmark(target), finding.usage.span[0]
        is_looped = target in names
        if not is_looped and not _is_passed(target, place, tree, places):
            continue
        if mode == "pynative" and _stored(target, finding.usage.span, edits):
            continue
        told = "alone is set" if is_looped else "is set in this function only"
        remedy = "if what the loop goes over has to change" if is_looped else "if the caller's tensor has to change"
        edits.remarks.append((place, f"{name} {told}; write {name}[...] = … in PyNative mode {remedy}"))


def _stored(target: str, span: Span, edits: Edits) -> bool:
    """Whether the assignment that stands for a usage is now a store into all elements."""
    before, after = f"{target} = ", f"{target}[...] = "
    for number, (place, new) in enumerate(edits.replaced):
        if place == span and new.startswith(before):
            edits.replaced[number] = (place, after + new.removeprefix(before))
            return True
    return False


def _is_passed(name: str, place: int, tree: ast.Module, places: Places) -> bool:
    """Whether a name is still the parameter of the function around a place, which does not give it back."""
    functions = [node for node in nodes(tree) if isinstance(node, _FUNCTIONS) and _holds(places.span(node), place)]
    function = max(functions, key=lambda node: node.lineno, default=None)
    if function is None or name not in {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}:
        return False
    given_back = {part.id for node in _returns(function.body) for part in ast.walk(node) if isinstance(part, ast.Name)}
    stores = [node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)]
    return name not in given_back and all(places.span(node)[0] > place for node in stores)


def _returns(body: Sequence[ast.AST]) -> Iterator[ast.Return]:
    """The return statements of a function, without those of functions inside it."""
    for node in body:
        if isinstance(node, ast.Return):
            yield node
        elif not isinstance(node, (*_FUNCTIONS, ast.ClassDef, ast.Lambda)):
            yield from _returns(list(ast.iter_child_nodes(node)))


def _holds(span: Span, place: int) -> bool:
    return span[0] <= place < span[1]


def is_last_read(name: str, span: Span, places: Places) -> bool:
    """Whether a function sets a name itself and reads it nowhere after a place, which lies in no loop and in no function inside of it."""
    functions = [node for node in nodes(places.tree) if isinstance(node, _FUNCTIONS) and _holds(places.span(node), span[0])]
    function = max(functions, key=lambda node: node.lineno, default=None)
    if function is None:
        return False
    named = [node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == name]
    reads = [places.span(node)[0] for node in named if isinstance(node.ctx, ast.Load)]
    around = (node for node in ast.walk(function) if isinstance(node, _REPEATED))
    repeated = [places.span(node) for node in around if _holds(places.span(node), span[0])]
    is_own = any(isinstance(node.ctx, ast.Store) for node in named)
    return is_own and all(read < span[1] for read in reads) and not repeated
