"""Replaces assignments of gradients and flags to tensors by recipes that keep them for `backward`, where the target has these."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from mindaudit.model import Hazard, Span, Usage
from mindaudit.rewrite.tensors.late_recordings import begins_late
from mindaudit.rewrite.text.change import Change, called_on_owner, within
from mindaudit.rewrite.text.lines import indent_before, is_last, newline
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import blocks, nodes, parsed

CODE = "MA617"
GRADIENT = "torch.Tensor.grad"
NEEDED = "torch.Tensor.requires_grad"
BEGIN = "record_gradients"
_NEEDS: Final = "needs_gradient"
_DIFFERENTIATING: Final = frozenset({"torch.Tensor.backward", "torch.autograd.backward", "torch.autograd.grad"})
RECORDED = "recorded"
UNRECORDED: Final = "no_gradients"
_OPTIMIZING: Final = "optim"
"""In the names of optimizers, which begin to record when they are made."""
_PARAMETER: Final = "Parameter"
_DEFINITIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_EARLY: Final = ("init", "reset")
"""Parts of the names of functions that run before anything is recorded."""
_CASTS: Final = frozenset({"float", "double", "half", "bfloat16", "to", "cpu", "cuda"})
_SETTERS: Final = {"grad": "set_gradient", "requires_grad": RECORDED}


def gradient_state(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """The assignments as calls, and calls that create a tensor with the flag as calls inside of one that sets it.

    A tensor that is cast where it is created has the flag afterwards: MindSpore would use a recorded cast up in the first backward.
    """
    told = {each.span: each for each in hazards if each.code == CODE and each.severity != "note"}
    cast = dict(_casts(parsed(text))) if told else {}
    for node in nodes(parsed(text)) if told else ():
        match node:
            case ast.Assign(targets=[ast.Attribute(attr=name), *others]) if (not others or sets_gradients(node)) and (
                hazard := _of_any(node, told, places)
            ):
                yield stored(text, [*map(places.span, node.targets)], places.span(node), _SETTERS[name], hazard)
            case ast.Call() if (span := places.span(node)) in told:
                while node in cast:
                    node = cast[node]
                yield within(places.span(node), RECORDED, told[span])


def _casts(tree: ast.Module) -> Iterator[tuple[ast.expr, ast.Call]]:
    """What is cast or moved where it stands, with the call that does so."""
    for node in nodes(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=owner, attr=name)) if name in _CASTS:
                yield owner, node


def needed_gradients(text: str, usages: Sequence[Usage], places: Places) -> Iterator[Change]:
    """Reads of `x.requires_grad` as calls: MindSpore's flag tells of parameters alone."""
    found = {each.span: each for each in usages if each.torch_name == NEEDED and each.kind == "attribute" and each.certainty != "possible"}
    for node in nodes(parsed(text)) if found else ():
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and (span := places.span(node)) in found:
            yield called_on_owner(text, span, _NEEDS)


def deleted_gradients(text: str, usages: Sequence[Usage], places: Places) -> Iterator[Change]:
    """`del x.grad` as a call that sets none: MindSpore's parameters have no such attribute."""
    found = {each.span for each in usages if each.torch_name == GRADIENT and each.certainty != "possible"}
    for node in nodes(parsed(text)) if found else ():
        match node:
            case ast.Delete(targets=[ast.Attribute(value=owner, attr="grad") as target]) if places.span(target) in found:
                (begin, end), start = places.span(target), places.span(node)[0]
                dot, setter = text.index(".", places.span(owner)[1], end), _SETTERS["grad"]
                yield Change((start, begin), (((start, begin), f"{setter}("),))
                yield Change((begin, end), (((begin, begin), ""), ((dot, end), ", None)")), None, setter)


def data_stores(text: str, places: Places) -> Iterator[Change]:
    """Stores into a part of `x.data`, each in a scope that records nothing: MindSpore loses what is stored into a view while it records."""
    tree = parsed(text)
    alone: dict[ast.AST, ast.AST] = {block[0]: node for node in nodes(tree) for block in blocks(node) if len(block) == 1}
    for node in nodes(tree) if ".data" in text else ():
        start, end = places.span(node) if isinstance(node, ast.stmt) else (0, 0)
        if not _is_part_of_data(node) or not is_last(text, end):
            continue
        if indent_before(text, start) is not None:
            yield Change((start, end), (((start, start), f"with {UNRECORDED}(): "),), None, UNRECORDED)
        elif isinstance(owner := alone.get(node), ast.stmt) and (indent := indent_before(text, places.span(owner)[0])) is not None:
            before = text.rindex(":", 0, start) + 1
            opened = f"{newline(text)}{indent}    with {UNRECORDED}(): "
            yield Change((before, end), (((before, start), opened),), None, UNRECORDED)


def is_early(node: ast.AST) -> bool:
    """Whether a node is a function that runs before anything is recorded, by its name."""
    return isinstance(node, ast.FunctionDef) and any(part in node.name for part in _EARLY)


def learned_steps(text: str, usages: Sequence[Usage], places: Places) -> Iterator[Change]:
    """`self.w -= …` of what may be a tensor that keeps a gradient as `self.w.data -= …`: MindSpore's operators make one that keeps none.

    Where it is known to be a tensor, its usage is rewritten so.
    """
    read = {text[slice(*each.receiver.span)] for each in usages if each.torch_name == GRADIENT and each.receiver}
    sure = {each.span for each in usages if each.certainty != "possible"}
    for node in nodes(places.tree) if read else ():
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Attribute) and places.span(node) not in sure:
            start, end = places.span(node.target)
            if text[start:end] in read and keeps_gradient(text[start:end], start, places):
                yield Change((end, end), (((end, end), ".data"),))


def begun_recordings(text: str, usages: Sequence[Usage], places: Places) -> Iterator[Change]:
    """A line that begins to record, where nothing in the outermost function or class around what differentiates does.

    What a function gets and differentiates was computed by then: the line stands before the function.
    """
    found = [each.span[0] for each in usages if each.torch_name in _DIFFERENTIATING]
    paths = {place: places.around(place, ast.stmt) for place in found}
    begun = {path[0]: False for path in paths.values()}
    for place, path in paths.items():
        begun[path[0]] |= _begins(path[0], places.tree) and not _begins_behind(place, path, places)
    given = {path[0] for place, path in paths.items() if not begun[path[0]] and _is_given(place, path, places)}
    for start in [_start(each, places) for each in given]:
        yield Change((start, start), (((start, start), f"{BEGIN}(){newline(text) * 3}"),), None, BEGIN)
    firsts = dict.fromkeys(_first_recorded(path, places.tree) for path in paths.values() if not begun[path[0]] and path[0] not in given)
    for start, _ in [places.span(each) for each in firsts if each is not None]:
        if (indent := indent_before(text, start)) is not None:
            yield Change((start, start), (((start, start), f"{BEGIN}(){newline(text)}{indent}"),), None, BEGIN)


def _is_given(place: int, path: Sequence[ast.stmt], places: Places) -> bool:
    """Whether what `autograd.grad` differentiates at a place was computed before the function around it was called: it is an argument."""
    functions = [each for each in path if isinstance(each, ast.FunctionDef)]
    calls = (node for node in ast.walk(path[-1]) if isinstance(node, ast.Call) and places.span(node)[0] == place)
    root = next((each for call in calls if differentiated_by(call) for each in call.args[:1]), None)
    if not functions or not isinstance(path[0], _DEFINITIONS) or not isinstance(root, ast.Name):
        return False
    parts = list(ast.walk(functions[-1]))
    bound = any(isinstance(part, ast.Name) and part.id == root.id and isinstance(part.ctx, ast.Store) for part in parts)
    return not bound and root.id in {part.arg for part in ast.walk(functions[-1].args) if isinstance(part, ast.arg)}


def _start(node: ast.stmt, places: Places) -> int:
    """Where a definition begins, with its decorators."""
    decorators = getattr(node, "decorator_list", [])
    return min([places.span(node)[0], *(places.span(each)[0] - 1 for each in decorators)])


def _begins(scope: ast.stmt, tree: ast.Module) -> bool:
    """Whether an optimizer, or a tensor that is differentiated by, is mentioned in a function or class, or in a file's own code so far.

    In own code it must be mentioned before a Parameter is made, from which something may be computed at once.
    """
    if isinstance(scope, _DEFINITIONS):
        return any(map(_is_beginning, ast.walk(scope)))
    for statement in [each for each in _own(tree) if each.lineno <= scope.lineno]:
        parts = list(ast.walk(statement))
        if any(map(_is_beginning, parts)):
            return True
        if any(_PARAMETER in _named(part) for part in parts):
            return False
    return False


def _begins_behind(place: int, path: Sequence[ast.stmt], places: Places) -> bool:
    """Whether an optimizer is only made when what is differentiated at a place is computed."""
    functions = [each for each in path if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)]
    body = functions[-1].body if functions else _own(places.tree)
    scope: Sequence[ast.stmt] = [path[0]] if isinstance(path[0], _DEFINITIONS) else body
    return begins_late(place, [node for each in scope for node in ast.walk(each) if _is_beginning(node)], body, places)


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


def _first_recorded(path: Sequence[ast.stmt], tree: ast.Module) -> ast.stmt | None:
    """The outermost loop; or else the first statement of the outermost function or block, unless what differentiates is in that one.

    Of a file's own code it is the first statement behind torch's import that imports nothing.
    """
    if loops := [each for each in path if isinstance(each, ast.For | ast.While)]:
        return loops[0]
    functions = [number for number, each in enumerate(path) if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)]
    number = functions[0] if functions else 0
    inner = path[number + 1] if len(path) > number + 1 else path[-1]
    around = [_behind_import(_own(tree))] if len(path) == 1 else blocks(path[number])
    block = next((each for each in around if inner in each), [])
    first = next((each for each in block if not isinstance(each, ast.Import | ast.ImportFrom) and not _is_text(each)), inner)
    return None if first is inner and _stands_first(path[number + 1 :]) else first


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
    """The names that a node itself mentions."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
            yield name
        case ast.alias(name=name) | ast.ImportFrom(module=str(name)):
            yield from name.split(".")


def keeps_gradient(target: str, place: int, places: Places) -> bool:
    """Whether the outermost function or class around a place, or else the file, reads a target's gradient or asks for one.

    So does a name that a parameter is made under.
    """
    around = [*ast.walk(_outermost(place, places))]
    return any(_asks_for_gradient(node, target) or _makes_parameter(node, target, places) for node in around)


def is_input(target: str, place: int, places: Places) -> bool:
    """Whether the outermost function or class around a place, or else the file, gives a target to `autograd.grad` to differentiate by."""
    calls = (node for node in ast.walk(_outermost(place, places)) if isinstance(node, ast.Call))
    return any(ast.unparse(each) == target for call in calls for each in differentiated_by(call))


def _outermost(place: int, places: Places) -> ast.AST:
    """The outermost function or class around a place, or else the file."""
    outermost = [node for node in places.tree.body if isinstance(node, _DEFINITIONS)]
    return next((node for node in outermost if places.span(node)[0] <= place < places.span(node)[1]), places.tree)


def _asks_for_gradient(node: ast.AST, target: str) -> bool:
    match node:
        case ast.Attribute(value=ast.Name() | ast.Attribute() as owner, attr="grad" | "requires_grad_"):
            return ast.unparse(owner) == target
        case ast.Attribute(value=ast.Name() | ast.Attribute() as owner, attr="requires_grad", ctx=ast.Store()):
            return ast.unparse(owner) == target
        case ast.Assign(value=ast.Call(func=ast.Attribute(attr="requires_grad_"))):
            return any(ast.unparse(each) == target for each in node.targets)
        case ast.Assign(value=ast.Call(keywords=keywords)):
            asked = any(each.arg == "requires_grad" and isinstance(each.value, ast.Constant) and each.value.value for each in keywords)
            return asked and any(ast.unparse(each) == target for each in node.targets)
    return False


def _makes_parameter(node: ast.AST, target: str, places: Places) -> bool:
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=made)) if name == target:
            return places.full_name(made).rpartition(".")[2] == _PARAMETER
    return False


def differentiated_by(node: ast.Call) -> Sequence[ast.expr]:
    """The second argument of `autograd.grad(y, x)`, and what it lists; nothing for other calls."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="autograd") | ast.Attribute(attr="autograd"), attr="grad")):
            named = [each.value for each in node.keywords if each.arg == "inputs"]
            found = [*node.args[1:2], *named]
            return [*found, *(part for each in found if isinstance(each, ast.List | ast.Tuple) for part in each.elts)]
    return ()


def _is_part_of_data(node: ast.AST) -> bool:
    """Whether a statement changes an item, a slice or a view of what the attribute `data` gives, or has a function change it."""
    match node:
        case ast.Assign(targets=targets):
            return any(map(_is_data, (part for target in targets for part in ast.walk(target))))
        case ast.AugAssign(target=part):
            return _is_data(part)
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=part, attr=name), args=args)) if name.endswith("_"):
            return any(map(_is_data, (part, *args)))
        case ast.Expr(value=ast.Call(func=ast.Name(id=name), args=args)) if name.endswith("_"):
            return any(map(_is_data, args))
    return False


def _is_data(part: ast.AST) -> bool:
    """Whether an expression takes an item, a slice or a view of the attribute `data`, perhaps through several."""
    match part:
        case ast.Subscript(value=base) | ast.Call(func=ast.Attribute(value=base)):
            return (isinstance(base, ast.Attribute) and base.attr == "data") or _is_data(base)
        case ast.Attribute(value=ast.Subscript(), attr="data"):
            return True
    return False


def sets_gradients(node: ast.Assign) -> bool:
    """Whether all targets of an assignment are gradients; the recipe gives them back, so that one call can stand in another."""
    return all(isinstance(each, ast.Attribute) and each.attr == "grad" for each in node.targets)


def _of_any(node: ast.Assign, told: Mapping[Span, Hazard], places: Places) -> Hazard | None:
    return next((told[span] for span in map(places.span, node.targets) if span in told), None)


def stored(text: str, targets: Sequence[Span], statement: Span, setter: str, hazard: Hazard | None = None) -> Change:
    """An assignment to attributes as a call of a recipe, for several targets one inside the other: the text of owners and value stays."""
    start, end = statement
    dots = [text.rindex(".", *each) for each in targets]
    between = [((dot, begin), f", {setter}(") for dot, (begin, _) in zip(dots, targets[1:], strict=False)]
    last = (dots[-1], text.index("=", targets[-1][1]) + 1), ","
    return Change(statement, (((start, start), f"{setter}("), *between, last, ((end, end), ")" * len(targets))), hazard, setter)
