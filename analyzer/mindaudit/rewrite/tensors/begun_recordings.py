"""Lines that begin to record, before what is differentiated is computed: MindSpore records only what runs behind them.

PyNative mode.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from mindaudit.model import Usage
from mindaudit.rewrite.tensors.late_recordings import begins_late, comes_first, differentiated, first_computation, roots
from mindaudit.rewrite.text.change import Change
from mindaudit.rewrite.text.lines import indent_before, newline
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import blocks

BEGIN = "record_gradients"
_DIFFERENTIATING: Final = frozenset({"torch.Tensor.backward", "torch.autograd.backward", "torch.autograd.grad"})
_OPTIMIZING: Final = "optim"
"""In the names of optimizers, which begin to record when they are made."""
_LISTING: Final = frozenset({"parameters", "named_parameters"})
_PARAMETER: Final = "Parameter"
_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
_DEFINITIONS: Final = (*_FUNCTIONS, ast.ClassDef)


def begun_recordings(text: str, usages: Sequence[Usage], places: Places) -> Iterator[Change]:
    """A line that begins to record, where nothing in the outermost function or class around what differentiates does.

    What a function gets and differentiates was computed by then: the line stands before the function.
    """
    found = [each.span[0] for each in usages if each.torch_name in _DIFFERENTIATING]
    paths = {place: places.around(place, ast.stmt) for place in found}
    unbegun = {place: path for place, path in paths.items() if not _is_begun(place, path, places)}
    given = {path[0] for place, path in unbegun.items() if _is_given(place, path, places)}
    for start in [_start(each, places) for each in given]:
        yield Change((start, start), (((start, start), f"{BEGIN}(){newline(text) * 3}"),), None, BEGIN)
    firsts = dict.fromkeys(_first_recorded(place, path, places) for place, path in unbegun.items() if path[0] not in given)
    for start, _ in [places.span(each) for each in firsts if each is not None]:
        if (indent := indent_before(text, start)) is not None:
            line = start - len(indent), f"{indent}{BEGIN}(){newline(text)}"
            yield Change((start, start), (((start, start), ""),), None, BEGIN, line)


def _is_given(place: int, path: Sequence[ast.stmt], places: Places) -> bool:
    """Whether what is differentiated at a place was computed before the function around it was called: of an argument alone."""
    functions = [each for each in path if isinstance(each, ast.FunctionDef)]
    if not functions or not isinstance(path[0], _DEFINITIONS):
        return False
    parts = list(ast.walk(functions[-1]))
    bound = {part.id for part in parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    given = {part.arg for part in ast.walk(functions[-1].args) if isinstance(part, ast.arg)} - bound
    return not given.isdisjoint(roots(differentiated(place, list(ast.walk(path[-1])), places)))


def _start(node: ast.stmt, places: Places) -> int:
    """Where a definition begins, with its decorators."""
    decorators = getattr(node, "decorator_list", [])
    return min([places.span(node)[0], *(places.span(each)[0] - 1 for each in decorators)])


def _is_begun(place: int, path: Sequence[ast.stmt], places: Places) -> bool:
    """Whether an optimizer, or a tensor that is differentiated by, is there when what is differentiated at a place is computed."""
    functions = [each for each in path if isinstance(each, _FUNCTIONS)]
    outermost = path[0]
    body = functions[-1].body if functions else _own(places.tree)
    scope: Sequence[ast.stmt] = [outermost] if isinstance(outermost, _DEFINITIONS) else body
    beginnings = [node for each in scope for node in _beginnings(each)]
    if begins_late(place, beginnings, body, places):
        return False
    if not isinstance(outermost, _DEFINITIONS):
        return _begins_in_own_code(outermost, places)
    inner = set(ast.walk(functions[-1])) if functions else set[ast.AST]()
    computed = first_computation(body, places)
    begun = [node for node in beginnings if node not in inner or comes_first(node, place, functions[-1], places)]
    return any(node not in inner or _is_before(node, computed, places) for node in begun)


def _is_before(beginning: ast.AST, place: int, places: Places) -> bool:
    """Whether what begins to record does so before a place; an optimizer that steps was made elsewhere."""
    is_step = isinstance(beginning, ast.Attribute) and beginning.attr == "step"
    return is_step or not isinstance(beginning, ast.expr | ast.stmt) or places.span(beginning)[0] < place


def _begins_in_own_code(statement: ast.stmt, places: Places) -> bool:
    """Whether what begins to record is mentioned in a file's own code up to a statement, before something may be computed.

    From a Parameter something may be computed at once.
    """
    own = _own(places.tree)
    computed = first_computation(own, places)
    for each in [each for each in own if each.lineno <= statement.lineno]:
        if beginnings := _beginnings(each):
            return any(_is_before(node, computed, places) for node in beginnings)
        if any(_PARAMETER in _named(part) for part in ast.walk(each)):
            return False
    return False


def _beginnings(statement: ast.stmt) -> list[ast.AST]:
    """What begins to record in a statement: not the assignments `p.requires_grad = True` in a loop over parameters, which stay."""
    parts = list(ast.walk(statement))
    loops = [part for part in parts if isinstance(part, ast.For) and not _LISTING.isdisjoint(_called(part.iter))]
    staying = {id(part) for loop in loops for part in ast.walk(loop) if isinstance(part, ast.Assign)}
    return [part for part in parts if id(part) not in staying and _is_beginning(part)]


def _called(expression: ast.expr) -> Iterator[str]:
    """The names of the methods that an expression calls."""
    for part in ast.walk(expression):
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute):
            yield part.func.attr


def _is_beginning(node: ast.AST) -> bool:
    """Whether a node mentions an optimizer, or lets a tensor that is no Parameter be differentiated by."""
    match node:
        case ast.Assign(targets=[ast.Attribute(attr="requires_grad")], value=value):
            return not _is_false(value)
        case ast.Call(func=ast.Attribute(attr="requires_grad_"), args=args, keywords=keywords):
            return not any(map(_is_false, [*args, *(each.value for each in keywords)]))
        case ast.Call(func=callee, keywords=keywords) if _PARAMETER not in _named(callee):
            return any(each.arg == "requires_grad" and not _is_false(each.value) for each in keywords)
    match node:
        case ast.Attribute(value=ast.Name() | ast.Attribute() as owner, attr="step"):
            return "opt" in ast.unparse(owner).lower()
    return _OPTIMIZING in _named(node)


def _is_false(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and not value.value


def _own(tree: ast.Module) -> list[ast.stmt]:
    """The statements of a file outside of functions and classes."""
    return [each for each in tree.body if not isinstance(each, _DEFINITIONS)]


def _first_recorded(place: int, path: Sequence[ast.stmt], places: Places) -> ast.stmt | None:
    """The outermost loop; or else the first statement of the outermost function or block, unless that takes what was computed before.

    So it is where something is computed before the loop. Of a file's own code it is the first statement behind torch's import that
    imports nothing.
    """
    functions = [number for number, each in enumerate(path) if isinstance(each, _FUNCTIONS)]
    body = getattr(path[functions[-1]], "body", []) if functions else _own(places.tree)
    loops = [each for each in path if isinstance(each, ast.For | ast.While)]
    is_computed_before = bool(loops) and first_computation(body, places) < places.span(loops[0])[0]
    if loops and not is_computed_before:
        return loops[0]
    number = functions[0] if functions else 0
    is_own = len(path) == 1 or (is_computed_before and not functions)
    inner = path[0] if is_own else path[number + 1] if len(path) > number + 1 else path[-1]
    around = [_behind_import(_own(places.tree))] if is_own else blocks(path[number])
    block = next((each for each in around if inner in each), [])
    first = next((each for each in block if not isinstance(each, ast.Import | ast.ImportFrom) and not _is_text(each)), inner)
    is_computed_here = isinstance(differentiated(place, list(ast.walk(path[-1])), places), ast.Call)
    return None if first is inner and _stands_first(path[number + 1 :]) and not is_computed_here else first


def _behind_import(statements: Sequence[ast.stmt]) -> Sequence[ast.stmt]:
    """The statements behind the first import of torch: there recipes are imported, too. All of them where torch has another name."""
    first = next((number for number, each in enumerate(statements) if _imports_torch(each)), 0)
    return statements[first:]


def _imports_torch(node: ast.stmt) -> bool:
    names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
    names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
    return any(name.partition(".")[0] == "torch" for name in names)


def _stands_first(path: Sequence[ast.stmt]) -> bool:
    """Whether each statement on a path is the first one of its block in the statement before."""
    return all(any(block[0] is inner for block in blocks(outer)) for outer, inner in pairwise(path))


def _is_text(node: ast.stmt) -> bool:
    """Whether a statement is a docstring."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _named(node: ast.AST) -> Iterator[str]:
    """The names that a node itself mentions; an import makes no optimizer."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
            yield name
