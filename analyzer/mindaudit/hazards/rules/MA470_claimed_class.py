"""Objects that stand for modules and give themselves out as these, by a property `__class__`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the property of a class whose objects can be called."""
    may_hold = any({"__class__", "__call__"} <= each.body.keys() for each in view.facts.classes)
    for node in view.syntax.nodes(ast.ClassDef) if may_hold else ():
        methods = {each.name: each for each in node.body if isinstance(each, ast.FunctionDef)}
        claimed = methods.get("__class__")
        if claimed and "__call__" in methods:
            for decorator in claimed.decorator_list:
                if isinstance(decorator, ast.Name) and decorator.id == "property":
                    span = view.syntax.span(decorator)
                    yield Hit(span, view.function_at(span[0]), v.LIKELY, None, {"name": node.name})
