"""Lists that grow in a branch on tensor data."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.syntax import nodes_in
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.statements import compiled
from mindaudit.hazards.queries.truths import truth

_GROWING = ("list.append", "list.extend", "list.insert")


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the call that grows a list, in either side of the branch."""
    growing = {call.span: call for call in view.calls_of(*_GROWING)}
    for event in compiled(view, "if") if growing else ():
        level = truth(view, event.expressions[0], event)
        if level is None:
            continue
        match view.syntax.at((event.start, event.end))[:2]:
            case [test, ast.If() as branch] if branch.test is test:
                inside = (node for statement in (*branch.body, *branch.orelse) for node in nodes_in(statement))
                spans = (view.syntax.span(node) for node in inside if isinstance(node, ast.Call))
                yield from (view.hit(growing[span], min(level, growing[span].level), None) for span in spans if span in growing)
