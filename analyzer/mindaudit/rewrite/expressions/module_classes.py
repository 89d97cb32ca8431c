"""Changes tests on the class of a module for graph mode: `module.__class__`, which it supports, or recipes.

The recipes compare classes, and test for lists and dicts of modules, which graph mode treats as tuples and dicts.
A comparison of the class of a container or a tensor becomes `isinstance`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from mindaudit.model import Hazard, Span
from mindaudit.rewrite.text.change import Change, refused
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes, parsed

CODE = "MA443"
PLAIN = "MA471"
CONTAINER = "MA438"
CONTAINERS = {"ModuleList": "is_module_list", "ModuleDict": "is_module_dict"}
"""The recipes that test for containers of modules."""
SAME, AMONG = "same_class", "class_among"
_TIGHT = (ast.Name, ast.Attribute, ast.Call, ast.Subscript)
_COMPARED = {
    ast.Eq: (SAME, True), ast.Is: (SAME, True), ast.NotEq: (SAME, False), ast.IsNot: (SAME, False), ast.In: (AMONG, True),
    ast.NotIn: (AMONG, False),
}  # fmt: skip
"""By operator, the recipe and whether it is to be true."""


def module_classes(text: str, hazards: Sequence[Hazard], places: Places, recipes: bool) -> Iterator[Change]:
    """The classes of which the name is read, and, by recipes, those that are compared."""
    asked, tested = refused(hazards, CODE), refused(hazards, CONTAINER)
    for node in nodes(parsed(text)) if asked or tested else ():
        match node:
            case ast.Call(func=ast.Name(id="isinstance"), args=[module, ast.Attribute(attr=name) | ast.Name(id=name)]) if (
                recipes and name in CONTAINERS and (span := places.span(node)) in tested
            ):
                start, end = places.span(module)
                pieces = ((span[0], start), f"{CONTAINERS[name]}("), ((end, span[1]), ")")
                yield Change(span, pieces, tested[span], CONTAINERS[name])
            case ast.Attribute(value=ast.Call() as call, attr="__name__") if places.span(call) in asked:
                yield from _class(call, asked, places)
            case ast.Compare(left=left, ops=[operator], comparators=[right]) if recipes and type(operator) in _COMPARED:
                found = [each for each in (left, right) if isinstance(each, ast.Call) and places.span(each) in asked]
                comparison = _comparison(text, node, places) if found else None
                if comparison:
                    yield comparison
                    yield from (change for each in found for change in _class(each, asked, places))


def plain_classes(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """`type(x) is tuple` as `isinstance(x, tuple)`, around what stands in it."""
    told = {span: hazard for span, hazard in refused(hazards, PLAIN).items() if hazard.mitigation and hazard.mitigation.code}
    for node in nodes(parsed(text)) if told else ():
        match node:
            case ast.Compare(left=ast.Call(args=[operand]), comparators=[right]) if hazard := told.get(places.span(node)):
                (start, end), (first, last), classes = places.span(node), places.span(operand), places.span(right)
                inner, (opened, closed) = classes, ("", "")
                if isinstance(right, ast.List):  # a set becomes a tuple by itself
                    inner, (opened, closed) = (classes[0] + 1, classes[1] - 1), "()"
                negated = "not " if hazard.mitigation and hazard.mitigation.code.startswith("not ") else ""
                head = (start, first), f"{negated}isinstance("
                yield Change((start, end), (head, ((last, inner[0]), f", {opened}"), ((inner[1], end), f"{closed})")), hazard)


def _class(call: ast.Call, asked: Mapping[Span, Hazard], places: Places) -> Iterator[Change]:
    """`type(module)` as `module.__class__`."""
    span, module = places.span(call), call.args[0]
    (start, end), opened = places.span(module), "" if isinstance(module, _TIGHT) else "("
    closed = ")" if opened else ""
    yield Change(span, (((span[0], start), opened), ((end, span[1]), f"{closed}.__class__")), asked[span])


def _comparison(text: str, node: ast.Compare, places: Places) -> Change | None:
    """`a == b` as the call of a recipe, where nothing but the operator stands between both."""
    (start, end), between = places.span(node), (places.span(node.left)[1], places.span(node.comparators[0])[0])
    if places.span(node.left)[0] != start or places.span(node.comparators[0])[1] != end or set(text[slice(*between)]) & set("()#\\\n"):
        return None
    recipe, positive = _COMPARED[type(node.ops[0])]
    head = f"{recipe}(" if positive else f"not {recipe}("
    return Change((start, end), (((start, start), head), (between, ", "), ((end, end), ")")), recipe=recipe)
