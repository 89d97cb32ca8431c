"""Tensors that are read by a list that may be empty."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Event
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.indexing import indexed_tensors
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a list in an index that is read, since MindSpore stores by empty lists as torch does, or a list of truth values.

    The code to write stands for the list.
    """
    for each, level, nodes in indexed_tensors(view, partial(_is_list, view)):
        is_stored = isinstance(each.place, Event)
        for part, node in zip(each.parts, nodes, strict=True):
            is_mask = _is_list(view, part) and _is_mask(view, node)
            if is_mask or (not is_stored and _is_list(view, part) and _may_be_nothing(view, part, node)):
                variant = _variant(nodes, node, is_mask, is_stored)
                hit = view.hit(each.place, min(level, v.LIKELY), None, variant=variant, index=view.syntax.source(node))
                yield hit._replace(replaces=view.syntax.span(node))


def _variant(nodes: Sequence[ast.expr], node: ast.expr, is_mask: bool, is_stored: bool) -> str:
    """Which code stands for a part of an index: behind the last one that is read `...` keeps further axes."""
    if not is_mask:
        return "" if len(nodes) > 1 else "alone"
    has_others = any(isinstance(each, ast.Constant) and each.value is ... for each in nodes)
    return "mask" if is_stored or has_others or node is not nodes[-1] else "last_mask"


def _is_mask(view: FileView, node: ast.expr) -> bool:
    """Whether a list is made by a comprehension that asks something of each element."""
    return any(isinstance(each, ast.ListComp) and _is_answer(each.elt) for each in (node, *_values(view, node)))


def _is_answer(node: ast.expr) -> bool:
    """Whether an expression gives a truth value: `x is y`, `x in y`, `x == "y"`, `not x`, `isinstance(x, y)`."""
    match node:
        case ast.Compare(left=left, ops=operators, comparators=others):
            is_plain = any(isinstance(each, ast.Constant) for each in (left, *others))
            return is_plain or all(isinstance(each, ast.Is | ast.IsNot | ast.In | ast.NotIn) for each in operators)
        case ast.BoolOp(values=values):
            return all(map(_is_answer, values))
        case ast.Call(func=ast.Name(id="isinstance" | "bool" | "hasattr" | "any" | "all")) | ast.UnaryOp(op=ast.Not()):
            return True
    return isinstance(node, ast.Constant) and isinstance(node.value, bool)


def _is_list(view: FileView, part: int) -> bool:
    """Whether a part of an index can only be a list, and one of unknown length or none."""
    value = view.value(part)
    lengths = [isinstance(atom, at.List) or not atom.items for atom in value.atoms if isinstance(atom, at.List | at.Items)]
    return any(lengths) and not value.open and all(isinstance(atom, at.List | at.Items | at.Grown) for atom in value.atoms)


def _may_be_nothing(view: FileView, part: int, node: ast.expr) -> bool:
    """Whether a list may be empty where a tensor is read by it."""
    return (_may_be_empty(view, node) or _is_given(view, part)) and not _is_tested(view, node)


def _may_be_empty(view: FileView, node: ast.expr) -> bool:
    """Whether a list is made by a comprehension that leaves elements out, or begins empty."""
    if not isinstance(node, ast.Name | ast.Attribute):
        return _begins_empty(node)
    return any(map(_begins_empty, _values(view, node)))


def _values(view: FileView, node: ast.expr) -> list[ast.expr]:
    """What a file assigns to a name or attribute."""
    names = {ast.unparse(node), node.attr if isinstance(node, ast.Attribute) else ""}  # a class's own attribute has no owner in its body
    return [value for target, value in _assigned(view) if ast.unparse(target) in names]


def _is_given(view: FileView, part: int) -> bool:
    """Whether an empty list, or one of numbers and unknown length, is what a function gets or a loop goes over: its maker is not seen."""
    held = [atom.elements for atom in view.value(part).atoms if isinstance(atom, at.List)]
    is_of_numbers = any(not each.open and all(v.type_name(atom) == "int" for atom in each.atoms) for each in held)
    return is_of_numbers and isinstance(view.unnarrowed(part), ex.Parameter | ex.Element)


def _assigned(view: FileView) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What is assigned in a file, with its values; those of `a, b = [], []` one by one."""
    for statement in view.syntax.nodes(ast.Assign):
        for target in statement.targets:
            match target, statement.value:
                case ast.Tuple(elts=targets), ast.Tuple(elts=values) if len(targets) == len(values):
                    yield from zip(targets, values, strict=True)
                case _:
                    yield target, statement.value
    yield from ((each.target, each.value) for each in view.syntax.nodes(ast.AnnAssign) if each.value)


def _begins_empty(node: ast.expr) -> bool:
    match node:
        case ast.ListComp(generators=generators):
            return any(each.ifs for each in generators)
        case ast.List(elts=[]) | ast.Call(func=ast.Name(id="list"), args=[], keywords=[]):
            return True
    return False


def _is_tested(view: FileView, node: ast.expr) -> bool:
    """Whether a place is reached only where a test that reads the list holds."""
    path = view.syntax.at(view.syntax.span(node))
    tests = [outer.test for inner, outer in pairwise(path) if isinstance(outer, ast.If | ast.IfExp) and inner is not outer.test]
    text = ast.unparse(node)
    return any(isinstance(each, ast.Name | ast.Attribute) and ast.unparse(each) == text for test in tests for each in ast.walk(test))
