"""Names that neither MindSpore nor a counterpart has: the object that replaces them, and the comment about it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import TypeGuard

from mindaudit.model import Span
from mindaudit.rewrite.imports.module_names import MODULE
from mindaudit.rewrite.imports.none_tests import is_tested_for_none
from mindaudit.rewrite.text.edits import Edits
from mindaudit.rewrite.text.lines import logical_line_of, logical_lines
from mindaudit.rewrite.text.places import TESTS, Places
from mindaudit.rewrite.text.trees import nodes
from mindaudit_data import counterparts

MISSING = "Missing"
HOME = "mindaudit_data.recipes.framework"
NONE = "MindSpore has no counterpart, and using it raises an error"
FOREIGN = "its library needs torch, and nothing stands for it here"
COMPUTED = "which of torch's names this reads is decided at run time; one without a counterpart raises an error"
_REMEDY = "replace it, or remove what needs it"
_FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def add_missing(
    text: str, tree: ast.Module, edits: Edits, uses: Sequence[tuple[str, Span]], absent: Sequence[tuple[str, Span]], places: Places
) -> None:
    """Notes in the edits each use, by its full name and place, of a name without counterpart; those `absent` are known to have none.

    Where importing the file reads it, or a call passes it on, an object stands in that raises an error when something is done with it; in
    tests of types one that nothing is an instance of.
    """
    edits.remarks += [(span[0], COMPUTED) for node in nodes(tree) for span in _computed(node, places)]
    renamed = {start for (start, _), _ in edits.replaced}
    edits.remarks += [told for node in nodes(tree) for told in _as_text(node, places) if told[0] not in renamed]
    lacking = [*((name, span) for name, span in uses if not counterparts.has(name)), *absent]
    refused = [(name, span) for name, span in uses if counterparts.raises(name)]
    if refused:
        needed = {places.span(part) for node in nodes(tree) for part in _needed(node)}
        lacking += [each for each in refused if each[1] in needed]
    if not lacking:
        return
    imported = [places.span(node) for node in _at_import(tree) if _is_read(node)]
    lines = logical_lines(text)
    said = {logical_line_of(lines, place) for place, _ in edits.remarks}
    passed = {places.span(value) for node in nodes(tree) if isinstance(node, ast.Call) for value in _values(node)}
    for name, span in lacking:
        if is_tested_for_none(text[slice(*span)], span, places):
            continue
        if places.is_tested(span) and counterparts.module_for(name) and not counterparts.raises(name):
            _replace(edits, span, f'{MISSING}("{name}")')  # no object is one
            continue
        if logical_line_of(lines, span[0]) not in said:
            edits.remarks.append((span[0], f"{name}: {NONE if counterparts.module_for(name) else FOREIGN}; {_REMEDY}"))
        around = [each for each in imported if each[0] == span[0] and each[1] >= span[1]]
        whole = max(around, default=span if span in passed else None)
        # what only raises an error may be named: it stands for a class, too
        if (
            whole
            and counterparts.module_for(name)
            and not (whole == span and counterparts.raises(name))
            and not counterparts.looked_up(name)
        ):
            _replace(edits, whole, f'{MISSING}("{name}")')


def _computed(node: ast.AST, places: Places) -> Iterator[Span]:
    """The place of `getattr(torch.…, name)` with a name that is no literal, or of `torch.….__dict__`."""
    match node:
        case ast.Call(func=ast.Name(id="getattr"), args=[ast.Attribute() | ast.Name() as module, name, *_]):
            if not isinstance(name, ast.Constant) and counterparts.is_module(places.full_name(module)):
                yield places.span(node)
        case ast.Attribute(value=module, attr="__dict__") if counterparts.is_module(places.full_name(module)):
            yield places.span(node)


def _as_text(node: ast.AST, places: Places) -> Iterator[tuple[int, str]]:
    """Where a text is the name of a module of torch's that has a counterpart: something may import it by that name."""
    match node:
        case ast.Constant(value=str(name)) if MODULE.fullmatch(name) and counterparts.is_module(name):
            yield places.span(node)[0], f"where {name} is imported by this text, write {counterparts.module_for(name)}"


def _needed(node: ast.AST) -> Iterator[ast.expr]:
    """What a node calls, inherits from, decorates with or takes as an argument; not what annotations and tests of types name."""
    if isinstance(node, ast.Call) and not (isinstance(node.func, ast.Name) and node.func.id in TESTS):
        yield from (node.func, *_values(node))
    elif isinstance(node, ast.ClassDef):
        yield from (*node.bases, *node.decorator_list)
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        yield from node.decorator_list


def _values(call: ast.Call) -> Iterator[ast.expr]:
    """The values that a call passes on."""
    yield from (*call.args, *(keyword.value for keyword in call.keywords))


def _is_read(node: ast.AST) -> TypeGuard[ast.expr]:
    """Whether something is called or taken off an object, and not set there."""
    return isinstance(node, ast.Call) or (isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Load))


def _replace(edits: Edits, span: Span, new: str) -> None:
    """Adds a replacement instead of those inside it, unless it is inside one itself."""
    if not any(start <= span[0] and span[1] <= end for (start, end), _ in edits.replaced):
        edits.replaced = [each for each in edits.replaced if not (span[0] <= each[0][0] and each[0][1] <= span[1])]
        edits.replaced.append((span, new))
        edits.missing = True


def _at_import(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that are evaluated at import time, where an error would stop the import."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, _FUNCTIONS):
            yield from _of_definition(child)
        elif isinstance(child, ast.Try) and child.handlers:
            for part in (*child.orelse, *child.finalbody):
                yield part
                yield from _at_import(part)
        else:
            yield child
            yield from _at_import(child)


def _of_definition(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> Iterator[ast.AST]:
    """The nodes that are evaluated when a function is defined: all but its body."""
    decorators, returns = ([], None) if isinstance(node, ast.Lambda) else (node.decorator_list, node.returns)
    for part in (*decorators, node.args, returns):
        if part is not None:
            yield part
            yield from _at_import(part)
