"""Replaces calls of Python functions that graph mode does not support or runs differently by calls of recipes with the same arguments."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.model import Hazard
from mindaudit.rewrite.text.change import Change, refused
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes, parsed

BUILTIN = "MA413"
BUILTINS = ("all", "any", "sorted", "reversed", "max", "min", "round", "callable", "isfunction", "reduce")
"""Those that are left to Python or refused; the recipe of `all` is `all_of`."""
WRAPPER = "MA444"
GRADIENT = "MA465"
COPY = "MA520"


def called_recipes(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """The calls, with the name of the recipe instead."""
    told = {span: hazard for code in (BUILTIN, WRAPPER, GRADIENT) for span, hazard in refused(hazards, code).items()}
    told |= {hazard.span: hazard for hazard in hazards if hazard.code == COPY}
    for node in nodes(parsed(text)) if told else ():
        if isinstance(node, ast.Call) and (span := places.span(node)) in told:
            recipe = _recipe(node, told[span])
            if recipe:
                yield Change(span, ((places.span(node.func), recipe), ((span[1], span[1]), "")), told[span], recipe)


def _recipe(node: ast.Call, hazard: Hazard) -> str:
    """The recipe that takes a call's arguments; "" if there is none."""
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if hazard.code == BUILTIN and name in BUILTINS:
            return f"{name}_of"
        case ast.Call(args=[_], keywords=[]) if hazard.code == WRAPPER:
            return "wrapper_of"
        case ast.Call(func=ast.Name(id="partial") | ast.Attribute(attr="partial")) if hazard.code == GRADIENT:
            return "partial_of"
        case ast.Call() if hazard.code == COPY:
            return "deep_copy"
    return ""
