"""Builtins that the graph compiler leaves to Python, which evaluates them when the compiled graph runs.

They cannot read the names of the enclosing function then, and their results are unknown at compile time.
"""

from __future__ import annotations

import ast
from typing import Final

from mindaudit.hazards.framework.call import Call
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.closures import names_around

LEFT_TO_PYTHON: Final = ("all", "any", "reversed", "sorted")


def reads_around(view: FileView, call: Call) -> bool:
    """Whether a comprehension or lambda in the arguments reads a name from around it; builtins are there wherever it runs."""
    match view.syntax.at(call.span)[:1]:
        case [ast.Call() as node]:
            return any(names_around(argument) for argument in (*node.args, *node.keywords))
    return False


def only_decides(view: FileView, call: Call) -> bool:
    """Whether a statement's test is made of a call, which may decide when the graph runs."""
    inner, *around = view.syntax.at(call.span) or [ast.Pass()]
    for node in around:
        match node:
            case ast.If(test=test) | ast.While(test=test) | ast.Assert(test=test):
                return test is inner
            case ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                inner = node
            case _:
                return False
    return False
