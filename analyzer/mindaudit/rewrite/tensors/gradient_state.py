"""Replaces assignments of gradients and flags to tensors by recipes that keep them for `backward`, where the target has these."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from mindaudit.model import Hazard, Span, Usage
from mindaudit.rewrite.text.change import Change, called_on_owner, within
from mindaudit.rewrite.text.lines import indent_before, is_last, newline
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import blocks, nodes, parsed

CODE = "MA617"
GRADIENT = "torch.Tensor.grad"
NEEDED = "torch.Tensor.requires_grad"
_NEEDS: Final = "needs_gradient"
RECORDED = "recorded"
UNRECORDED: Final = "no_gradients"
_PARAMETER: Final = "Parameter"
_VARIABLE: Final = "Variable"
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
                of_other = _is_of_other(node)
                while node in cast:
                    node = cast[node]
                change = within(places.span(node), RECORDED, told[span])
                yield replace(change, pieces=(change.pieces[0], (change.pieces[1][0], ".data)"))) if of_other else change


def _is_of_other(call: ast.Call) -> bool:
    """Whether `Variable(x, requires_grad=True)` makes a tensor of one with a name, which shares its memory and needs no gradient itself."""
    is_variable = ast.unparse(call.func).rpartition(".")[2] == _VARIABLE
    return is_variable and any(isinstance(each, ast.Name | ast.Attribute | ast.Subscript) for each in call.args[:1])


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
