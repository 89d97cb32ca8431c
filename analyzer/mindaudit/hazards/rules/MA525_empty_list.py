"""Tensors that are read by a list that may be empty."""

from __future__ import annotations

import ast
from collections.abc import Iterator
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
    """A hit is a list in an index that is read: MindSpore stores by empty lists as torch does. The code to write stands for the list."""
    for each, level, nodes in indexed_tensors(view, partial(_is_list, view)):
        for part, node in zip(each.parts, nodes, strict=True) if not isinstance(each.place, Event) else ():
            if _is_list(view, part) and (_may_be_empty(view, node) or _is_given(view, part)) and not _is_tested(view, node):
                variant = "" if len(nodes) > 1 else "alone"
                hit = view.hit(each.place, min(level, v.LIKELY), None, variant=variant, index=view.syntax.source(node))
                yield hit._replace(replaces=view.syntax.span(node))


def _is_list(view: FileView, part: int) -> bool:
    """Whether a part of an index can only be a list, and one of unknown length or none."""
    value = view.value(part)
    lengths = [isinstance(atom, at.List) or not atom.items for atom in value.atoms if isinstance(atom, at.List | at.Items)]
    return any(lengths) and not value.open and all(isinstance(atom, at.List | at.Items | at.Grown) for atom in value.atoms)


def _may_be_empty(view: FileView, node: ast.expr) -> bool:
    """Whether a list is made by a comprehension that leaves elements out, or begins empty."""
    if not isinstance(node, ast.Name | ast.Attribute):
        return _begins_empty(node)
    names = {ast.unparse(node), node.attr if isinstance(node, ast.Attribute) else ""}  # a class's own attribute has no owner in its body
    return any(ast.unparse(target) in names and _begins_empty(value) for target, value in _assigned(view))


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
