"""Augmented assignments to what may be a tensor that others hold, and its methods in place: recipes change it, in PyNative mode."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from mindaudit.model import Span, Usage
from mindaudit.rewrite.imports.recipe_names import is_recipe
from mindaudit.rewrite.tensors.gradient_state import differentiated_by
from mindaudit.rewrite.text.augmented import called, is_read_twice
from mindaudit.rewrite.text.change import Change, called_on_owner
from mindaudit.rewrite.text.places import Places, is_own
from mindaudit.rewrite.text.trees import nodes
from mindaudit.rewrite.usages.choice import ANY
from mindaudit.rewrite.usages.in_place import is_held
from mindaudit.rewrite.usages.operators import OPERATORS

_COMPLEX: Final = re.compile(r"complex|cfloat|cdouble|\bfft\b|polar")
_COUNTER: Final = re.compile(r"(?:\w+_)?(?:count|counter|epoch|idx|index|iter|iteration|pointer|pos|position|ptr|step|update)s?|[ijkn]")
"""The last part of the name of a number that counts."""

_NUMEL: Final = "torch.Tensor.numel"
_LACKED: Final = frozenset({"backward", "cpu", "detach"})
"""What MindSpore's tensors or parameters have no method for."""
_OF_TORCH: Final = {"div": "rounding_mode", "nonzero": "as_tuple", "squeeze": "dim"}
"""Methods with a parameter that only torch's have, and that MindSpore's tensors do not take."""
_NAMED: Final = ("values", "indices")
"""What torch names in the pairs that methods give; MindSpore's are plain tuples."""
_PAIRING: Final = frozenset({"max", "median", "min", "sort"})


def unsure_changes(spans: Collection[Span], places: Places) -> Iterator[Change]:
    """`x += y` as `x = any_iadd(x, y)`."""
    for node in nodes(places.tree) if spans else ():
        if (
            isinstance(node, ast.AugAssign)
            and places.span(node) in spans
            and not _counts(node)
            and (recipe := OPERATORS.get(type(node.op)))
        ):
            start, end = places.span(node)
            is_plain = places.span(node.target)[0] == start and is_read_twice(node.target)
            if is_plain and is_held(ast.unparse(node.target), (start, end), places):
                yield Change((start, end), (((start, start), ""), *called(node, recipe, places)), None, recipe)


def changed_inputs(places: Places) -> Iterator[Span]:
    """The augmented assignments to the variable of a loop over what `autograd.grad` differentiates by, which are tensors."""
    calls = (node for node in nodes(places.tree) if isinstance(node, ast.Call))
    inputs = {each.id for call in calls for each in differentiated_by(call) if isinstance(each, ast.Name)}
    for node in nodes(places.tree) if inputs else ():
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            loops = places.around(places.span(node)[0], ast.For)
            if any(_goes_over(loop, node.target.id, inputs) for loop in loops):
                yield places.span(node)


def _goes_over(loop: ast.For, name: str, several: Collection[str]) -> bool:
    """Whether a loop gives a name the elements of one of several lists, also beside those of other lists."""
    match loop.target, loop.iter:
        case ast.Name(id=bound), ast.Name(id=source):
            return bound == name and source in several
        case ast.Tuple(elts=names), ast.Call(func=ast.Name(id="zip"), args=lists):
            pairs = zip(names, lists, strict=False)
            return any(isinstance(a, ast.Name) and a.id == name and isinstance(b, ast.Name) and b.id in several for a, b in pairs)
    return False


def unsure_methods(
    usages: Iterable[Usage],
    text: str,
    places: Places,
    moves: Iterable[Span] = (),
    gradients: Collection[Span] = (),
) -> Iterator[Change]:
    """`x.add_(y)`, `x.cpu()` and the `moves` of which no usage tells as `any_add_(x, y)` and so on; an object's own `backward` stays.

    So are methods in place of the `gradients` that something unknown may keep, to which nothing can be assigned.
    """
    told, moved = {usage.span for usage in usages if usage.torch_name != _NUMEL or usage.certainty == "certain"}, set(moves)
    read = {node.value for node in nodes(places.tree) if isinstance(node, ast.Attribute) and node.attr in _NAMED}
    for node in nodes(places.tree):
        match node:
            case ast.Call(func=ast.Attribute(value=owner, attr=name)) if (
                name.endswith("_")
                or name in _LACKED
                or _is_of_torch(node)
                or _counts_shape(owner, name)
                or (name in _PAIRING and node in read)
                or places.span(node) in moved
            ) and is_recipe(recipe := f"{ANY}{name}"):
                (start, end), owned = places.span(node), places.span(owner)
                opened = text.index("(", places.span(node.func)[1]) + 1
                is_first = not text[start : owned[0]].strip("( \n")
                is_told = (start, end) in told and not (owned in gradients and name.endswith("_"))
                if not is_told and is_first and not _is_super(owner) and not (name == "backward" and is_own(owner)):
                    separator = ", " if node.args or node.keywords else ""
                    dot = text.rindex(".", owned[1], opened)
                    pieces = ((start, start), f"{recipe}("), ((dot, opened), separator)
                    yield Change((start, end), pieces, None, recipe)


def unsure_parts(usages: Iterable[Usage], text: str, places: Places) -> Iterator[Change]:
    """`x.real` of which no usage tells as `any_real(x)`, in files that speak of complex numbers: of MindSpore's tensors it is a method."""
    told = {usage.span for usage in usages}
    for node in nodes(places.tree) if _COMPLEX.search(text) else ():
        match node:
            case ast.Attribute(value=owner, attr="real" | "imag" as name, ctx=ast.Load()) if not is_own(owner):
                span = places.span(node)
                if span not in told and places.span(owner)[0] == span[0] and not (_is_of_module(owner) and places.begins_with_import(span)):
                    yield called_on_owner(text, span, f"{ANY}{name}")


def _is_of_module(value: ast.expr) -> bool:
    """Whether a value is an attribute of a name, or comes from one: if that is imported, its library gives the value."""
    while isinstance(value, ast.Call | ast.Subscript | ast.Attribute):
        inner = value.func if isinstance(value, ast.Call) else value.value
        if isinstance(value, ast.Attribute) and isinstance(inner, ast.Name):
            return True
        value = inner
    return False


def _is_of_torch(call: ast.Call) -> bool:
    """Whether a method is given what only torch's takes.

    So is an order by `norm`, of which MindSpore's makes another norm of a matrix.
    """
    match call:
        case ast.Call(func=ast.Attribute(attr=name), keywords=keywords) if name in _OF_TORCH:
            return any(each.arg == _OF_TORCH[name] for each in keywords)
        case ast.Call(func=ast.Attribute(attr="norm"), args=[ast.Constant(value=int() | float() | str()), *_]):
            return True
        case ast.Call(func=ast.Attribute(attr="norm"), args=[]):
            return any(each.arg == "p" for each in call.keywords)
    return False


def _counts_shape(owner: ast.expr, name: str) -> bool:
    """Whether the elements of what is called a shape are counted: torch's shapes have a method for that."""
    match owner:
        case ast.Name(id=called) | ast.Attribute(attr=called):
            return name == "numel" and called.rpartition("_")[2] in ("shape", "size")
    return False


def _is_super(owner: ast.expr) -> bool:
    return isinstance(owner, ast.Call) and isinstance(owner.func, ast.Name) and owner.func.id == "super"


def _counts(node: ast.AugAssign) -> bool:
    """Whether a number is counted up or down, by its name."""
    match node.target:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Subscript(slice=ast.Constant(value=str(name))):
            return isinstance(node.value, ast.Constant) and isinstance(node.value.value, int) and _COUNTER.fullmatch(name) is not None
    return False
