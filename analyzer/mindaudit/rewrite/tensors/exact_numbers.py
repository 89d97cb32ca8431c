"""Writes numbers beside tensors of doubles as tensors, since MindSpore makes a float32 of a number."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.model import Hazard
from mindaudit.rewrite.text.change import Change
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes, parsed

CODE = "MA528"
RECIPE = "as_double"
_NAMED = ("pi", "e", "inf")


def exact_numbers(text: str, hazards: Sequence[Hazard], places: Places, recipes: bool) -> Iterator[Change]:
    """The numbers as float64 tensors; of what may be a tensor in some calls the recipe asks."""
    told = [each for each in hazards if each.code == CODE and each.severity != "note"]
    spans = {each.mitigation.replaces: each for each in told if each.mitigation and each.mitigation.replaces}
    for node in nodes(parsed(text)) if spans else ():
        if isinstance(node, ast.expr) and (hazard := spans.get(span := places.span(node))):
            is_written_out = _is_written_out(node)
            before, after = ("mindspore.tensor(", ", mindspore.float64)") if is_written_out else (f"{RECIPE}(", ")")
            if is_written_out or recipes:
                pieces = (((span[0], span[0]), before), ((span[1], span[1]), after))
                yield Change(span, pieces, hazard, "" if is_written_out else RECIPE)


def _is_written_out(node: ast.expr) -> bool:
    """Whether a number is computed from literals and `math.pi` alone."""
    match node:
        case ast.Constant():
            return True
        case ast.BinOp(left=left, right=right):
            return _is_written_out(left) and _is_written_out(right)
        case ast.UnaryOp(operand=operand):
            return _is_written_out(operand)
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.attr in _NAMED
