"""Devices of tensors that are unpacked together with sizes."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.model import Span


def check(view: FileView) -> Iterator[Hit]:
    """A hit is `x.device` as one of several values that are assigned at once."""
    for site in view.reads("attribute"):
        e = view.expression(site.expression)
        if isinstance(e, ex.Attribute) and e.name == "device" and view.in_graph(site.function):
            level = view.tensor(e.base)
            if level is not None and _is_unpacked(view, (site.start, site.end)):
                yield view.hit(site, level, None)


def _is_unpacked(view: FileView, span: Span) -> bool:
    match view.syntax.at(span)[1:3]:
        case [ast.Tuple(), ast.Assign()]:
            return True
    return False
