"""Where the operands of an operator are in the source."""

from __future__ import annotations

import ast

from mindaudit.facts.records import Site
from mindaudit.hazards.framework.view import FileView
from mindaudit.model import Span


def operand(view: FileView, site: Site, side: int) -> Span | None:
    """The place of the left (0) or right (1) operand of a binary operator; None for `x += y`."""
    match view.syntax.at((site.start, site.end))[:1]:
        case [ast.BinOp(left=left, right=right)]:
            return view.syntax.span(right if side else left)
    return None
