"""Tensors that a mask indexes and that may have no dimensions, inside of a recipe's call: MindSpore reads no items of them.

PyNative mode. Where nobody knows the dimensions, these are what a statement changes or stores element by element under a mask, from
what the same mask reads: `ratio[known] = total[known] / count[known]`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.indexing import Indexed, indexed
from mindaudit.hazards.queries.masked_changes import is_single
from mindaudit.hazards.queries.masks import mask_level, masked_level
from mindaudit.resolve.values import atoms as at
from mindaudit.rewrite.tensors.written_state import THROUGH
from mindaudit.rewrite.text.change import Change, untouched, within
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import scopes

_RECIPE: Final = "items_by_mask"


def masked_numbers(view: FileView, made: Sequence[Change], places: Places) -> Iterator[Change]:
    """The tensors for which nothing is `made` yet."""
    is_free = untouched(made)
    begun = {each.span[0] for each in made if each.recipe == THROUGH}
    masked = {(each.place.start, each.place.end): each for each in indexed(view) if len(each.parts) == 1}
    for scope in scopes(places.tree) if masked else ():
        read = [node for node in scope if isinstance(node, ast.Subscript) and places.span(node) in masked]
        stored = {id(target) for node in scope if isinstance(node, ast.Assign) for target in node.targets}
        sized = {ast.dump(base) for node in scope for base in _sized(node)}
        unsure = {id(node) for group in _changed_alike(scope) if not any(ast.dump(node.value) in sized for node in group) for node in group}
        for node in read:
            found = masked[places.span(node)]
            is_known = id(node) not in stored and (is_single(view, found.base) or is_single(view, found.parts[0]))
            is_unsure = id(node) in unsure and not _has_dimensions(view, found)
            if (
                (is_known or is_unsure)
                and _is_mask(view, found, node)
                and is_free(span := places.span(node.value))
                and span[0] not in begun
            ):
                yield within(span, _RECIPE)


def _changed_alike(scope: Sequence[ast.AST]) -> Iterator[Sequence[ast.Subscript]]:
    """What each statement stores under a mask and reads under the same one."""
    for statement in scope:
        match statement:
            case ast.Assign(targets=[ast.Subscript() as target]) | ast.AugAssign(target=ast.Subscript() as target):
                parts = [node for node in ast.walk(statement.value) if isinstance(node, ast.Subscript)]
                alike = [node for node in parts if ast.dump(node.slice) == ast.dump(target.slice)]
                if alike:
                    yield [target, *alike]


def _sized(node: ast.AST) -> Iterator[ast.expr]:
    """What surely has dimensions: its sizes are read, or single items and slices of it."""
    match node:
        case ast.Subscript(value=ast.Attribute(value=base, attr="shape")) | ast.Call(func=ast.Attribute(value=base, attr="size")):
            yield base
        case ast.Subscript(value=base, slice=ast.Constant() | ast.Slice() | ast.Tuple()):
            yield base
        case ast.Call(func=ast.Name(id="len"), args=[base]):
            yield base


def _is_mask(view: FileView, found: Indexed, node: ast.Subscript) -> bool:
    """Whether a mask indexes a tensor, as far as is known."""
    if masked_level(view, found.base) is None:
        return False
    e = view.unnarrowed(found.parts[0])
    is_test = isinstance(e, ex.Comparison) or (isinstance(e, ex.Unary) and e.operator == "BitInvert")
    return is_test or mask_level(view, found.parts[0], ast.unparse(node.slice)) is not None


def _has_dimensions(view: FileView, found: Indexed) -> bool:
    """Whether what is indexed, or the mask, is known to have dimensions."""
    atoms = view.value(found.base).atoms | view.value(found.parts[0]).atoms
    return any(isinstance(atom, at.Tensor) and atom.rank for atom in atoms)
