"""Changes writes to tensors that graph mode does not support or that have no effect.

- A write to `.data` of a parameter or buffer of a network becomes a write to itself. Values and gradients stay the same, since graph mode
  does not differentiate writes to parameters.
- A write to a view whose tensor is not used again creates a new tensor: `x += y` becomes `x = x + y`.
- In PyNative mode, stores into a view go through a recipe, which also changes the tensor, or through a slice of it.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence

from mindaudit.model import Hazard, Span, Usage
from mindaudit.rewrite.text.augmented import computed
from mindaudit.rewrite.text.change import Change, refused
from mindaudit.rewrite.text.edits import first_inside
from mindaudit.rewrite.text.places import Places, is_own
from mindaudit.rewrite.text.trees import nodes, parsed
from mindaudit_data import views

CODE = "MA612"
THROUGH = "stored_through"
_DATA = ".data"
_SHARED = views.SHARED | views.BY_RECIPES | {"detach"}
_SHARING = frozenset({"T", "mT", "H", "mH", "data"})


def written_state(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """The targets of such writes without `.data`, and such reads for them, which would lose other gradients."""
    told = refused(hazards, CODE)
    for node in nodes(parsed(text)) if told else ():
        if isinstance(node, ast.stmt) and any(map(_is_own_data, _targets(node))):
            hazard = first_inside(told, places.span(node))
            reads = [each for each in ast.walk(node) if isinstance(each, ast.expr) and _is_own_data(each)] if hazard else []
            for start, end in map(places.span, reads):
                if text.endswith(_DATA, start, end):
                    yield Change((start, end), (((end - len(_DATA), end), ""),), hazard)


def computed_anew(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """The augmented assignments to names that graph mode does not support, as assignments."""
    told = refused(hazards, CODE)
    for node in nodes(parsed(text)) if told else ():
        hazard = told.get(places.span(node)) if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) else None
        if isinstance(node, ast.AugAssign) and hazard and hazard.mitigation and hazard.mitigation.code:
            yield Change((places.span(node.target)[1], places.span(node)[1]), computed(node, places), hazard)


def _targets(node: ast.stmt) -> Iterator[ast.expr]:
    """What a statement writes to, without the index of an item."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []
    yield from (each.value if isinstance(each, ast.Subscript) else each for each in targets)
    match node:
        case ast.Assign(value=ast.Call() as call) | ast.Expr(ast.Call() as call):
            method = call.func
            if isinstance(method, ast.Attribute) and method.attr.endswith("_") and not method.attr.endswith("__"):
                yield method.value


def _is_own_data(node: ast.expr) -> bool:
    """Whether an expression is `.data` of an attribute of self: graph mode sets no attribute of another object."""
    match node:
        case ast.Attribute(value=ast.Attribute(value=ast.Name(id="self")), attr="data"):
            return True
    return False


def written_through(text: str, usages: Sequence[Usage], hazards: Sequence[Hazard], places: Places, recipes: bool) -> Iterator[Change]:
    """Stores into a view by a recipe that reaches its tensor; without recipes those by `...`, a mask or a list into a slice of the view."""
    told = {each.span: each for each in hazards if each.code == CODE and each.mitigation and each.mitigation.code}
    sure = [each for each in usages if each.certainty != "possible"] if recipes else []
    made = {each.span for each in sure if _makes(each, _SHARED)}
    several = {each.span for each in sure if each.kind == "call" and _makes(each, views.SEVERAL)}
    parts = made | several
    counters = _counters(places.tree) if _DATA in text else frozenset()
    for node in nodes(places.tree) if told or parts or _DATA in text else ():
        if not isinstance(node, ast.Subscript) or not isinstance(node.ctx, ast.Store):
            continue
        hazard, (start, end) = told.get(places.span(node)), places.span(node.value)
        bracket = text.index("[", end)
        owner = node.value.value if isinstance(node.value, ast.Attribute) and node.value.attr == "data" else None
        is_data = owner is not None
        is_made = (start, end) in made or _is_bound_to(node.value, made, parts, places) or _is_item(node.value, several, places)
        is_made = is_made or _is_given_by_function(node.value, made, places) or (recipes and _is_viewed(node.value))
        is_chosen = owner is not None and hazard is None and not is_own(owner) and not _is_written_out(node.slice, counters)
        if recipes and (is_chosen or (not is_data and (hazard or is_made))):
            kept = ", True" if is_data or isinstance(node.value, ast.Name) else ""
            pieces = (((start, start), f"{THROUGH}("), ((bracket, bracket + 1), f"{kept}{viewed_tensor(node.value)})["))
            yield Change((start, bracket + 1), pieces, hazard, THROUGH)
        elif hazard and isinstance(node.slice, ast.Constant) and node.slice.value is ... and places.is_eager(start):
            yield Change(places.span(node.slice), ((places.span(node.slice), "()"),), hazard)  # what has no dimension takes no slice
        elif hazard:
            yield Change((bracket, bracket + 1), (((bracket, bracket + 1), "[:]["),), hazard)


def _is_viewed(node: ast.expr) -> bool:
    """Whether an expression is `x.view(-1)` by its words: what nothing is known of can be a tensor, and the recipe takes any object."""
    match node:
        case ast.Call(func=ast.Attribute(attr="view"), args=[ast.UnaryOp(operand=ast.Constant(value=1))]):
            return True
    return False


def viewed_tensor(node: ast.expr) -> str:
    """The argument of the recipe that names the tensor of a view, `x` of `x.view(-1)`; "" where it has no name."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name))) | ast.Attribute(value=ast.Name(id=name), attr="T" | "mT" | "H"):
            return f", of={name}"
    return ""


def _counters(tree: ast.Module) -> frozenset[str]:
    """The names that loops over `range` bind."""
    loops = (node for node in nodes(tree) if isinstance(node, ast.For) and isinstance(node.target, ast.Name))
    return frozenset(each.target.id for each in loops if isinstance(each.target, ast.Name) and ast.unparse(each.iter).startswith("range("))


def _is_written_out(index: ast.expr, counters: frozenset[str]) -> bool:
    """Whether an index is made of slices and numbers alone: it chooses no items by a mask or a list, nor all by `...`."""
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    numbers = [each.id in counters if isinstance(each, ast.Name) else isinstance(each, ast.Constant | ast.UnaryOp) for each in parts]
    sure = (isinstance(each, ast.Slice) or number for each, number in zip(parts, numbers, strict=True))
    return all(sure) and not any(ast.unparse(each) == "..." for each in parts)


def _makes(usage: Usage, methods: Collection[str]) -> bool:
    """Whether a usage is one of these methods or functions, or an attribute that gives another tensor with the same elements."""
    owner, _, name = usage.torch_name.rpartition(".")
    is_view = name in methods if usage.kind == "call" else usage.kind == "attribute" and name in _SHARING
    return is_view and owner in ("torch", "torch.Tensor")


def _is_bound_to(base: ast.expr, made: Collection[Span], parts: Collection[Span], places: Places) -> bool:
    """Whether a name is last bound, before it is read here, to one of the expressions `made`, or to a part of one of `parts`."""
    place = places.span(base)[0]
    bindings = [found for node in nodes(places.tree) if isinstance(base, ast.Name) for found in _bindings(node, base.id)]
    last = max((each for each in bindings if places.span(each[0])[0] < place), key=lambda each: each[0].lineno, default=None)
    return last is not None and any(places.span(value) in (made if last[2] else parts) for value in last[1])


def _is_item(base: ast.expr, parts: Collection[Span], places: Places) -> bool:
    """Whether an expression is an item of one of the expressions `parts`, or of a name that is bound to one."""
    owner = base.value if isinstance(base, ast.Subscript) else None
    return owner is not None and (places.span(owner) in parts or _is_bound_to(owner, parts, (), places))


def _is_given_by_function(base: ast.expr, made: Collection[Span], places: Places) -> bool:
    """Whether an expression calls a function of the file that returns one of the expressions `made`."""
    name = base.func.id if isinstance(base, ast.Call) and isinstance(base.func, ast.Name) else ""
    functions = [node for node in nodes(places.tree) if name and isinstance(node, ast.FunctionDef) and node.name == name]
    given = (node.value for function in functions for node in ast.walk(function) if isinstance(node, ast.Return) and node.value)
    return any(places.span(value) in made for value in given)


def _bindings(node: ast.AST, name: str) -> Iterator[tuple[ast.stmt, list[ast.expr], bool]]:
    """The statement that a node is if it binds a name, with the values that the name is bound to, or if not true to parts of."""
    match node:
        case ast.Assign(targets=targets, value=value):
            yield from ((node, [value], isinstance(target, ast.Name)) for target in targets if _has_name(target, name))
        case ast.For(target=target, iter=ast.Call(func=ast.Name(id="zip" | "enumerate"), args=args)) if _has_name(target, name):
            yield node, args, False
        case ast.For(target=target, iter=value) if _has_name(target, name):
            yield node, [value], False


def _has_name(target: ast.expr, name: str) -> bool:
    """Whether a name is a target, or a part of one."""
    return any(isinstance(part, ast.Name) and part.id == name and isinstance(part.ctx, ast.Store) for part in ast.walk(target))
