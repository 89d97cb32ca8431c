"""Expanding to a size that may be 0."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.syntax import nodes_in
from mindaudit.hazards.framework.view import FileView
from mindaudit.model import Span
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_CALLS: Final = ("torch.Tensor.expand", "torch.broadcast_to", "torch.Tensor.broadcast_to")


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a size that is a difference or a remainder of what only a run knows, in a function that the compiler reads."""
    for call in view.calls_of(*_CALLS):
        if view.in_graph(call.site.function):
            for operand in call.operands:
                is_size = operand is not call.receiver and _may_be_nothing(view, operand.expression)
                if is_size and not _is_tested(view, operand.span):
                    yield Hit(operand.span, call.site.function, v.LIKELY, None, {})


def _may_be_nothing(view: FileView, index: int) -> bool:
    """Whether a number is a difference or a remainder, and not a constant."""
    e = view.unnarrowed(index)
    is_constant = any(isinstance(atom, at.Constant) for atom in view.value(index).atoms)
    return isinstance(e, ex.Binary) and e.operator in ("Subtract", "Modulo") and view.tensor(index) is None and not is_constant


def _is_tested(view: FileView, span: Span) -> bool:
    """Whether a branch around a size asks for a name that it has."""
    path = view.syntax.at(span)
    names = {node.id for node in nodes_in(path[0]) if isinstance(node, ast.Name)} if path else set()
    tests = (node.test for node in path if isinstance(node, ast.If | ast.IfExp))
    return any(isinstance(node, ast.Name) and node.id in names for test in tests for node in nodes_in(test))
