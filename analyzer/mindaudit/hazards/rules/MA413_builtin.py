"""Builtins that the graph compiler fails on."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.call import Call
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a call of next, or of map with a function that uses local variables of the one around it."""
    for call in view.calls_of("builtins.map", "builtins.next"):
        name = "map" if "builtins.map" in call.names else "next"
        if view.in_graph(call.site.function) and (name == "next" or _maps_closure(view, call)):
            variant = name if name == "next" or len(call.operands) == 2 else ""
            fields = _comprehension(view, call) if variant == "map" else {}
            yield view.hit(call, call.level, None, variant=variant, construct=name, **fields)


def _comprehension(view: FileView, call: Call) -> dict[str, str]:
    """The parts of a comprehension that does what `map` does with one iterable: a lambda's body, or a call of the function."""
    function, iterable = (view.text_of(operand) for operand in call.operands)
    match view.syntax.at(call.operands[0].span)[:1]:
        case [ast.Lambda(args=ast.arguments(posonlyargs=[], args=[only], kwonlyargs=[], vararg=None, kwarg=None, defaults=[])) as mapped]:
            return {"element": view.syntax.source(mapped.body), "item": only.arg, "iterable": iterable}
    return {"element": f"({function})(item)", "item": "item", "iterable": iterable}


def _maps_closure(view: FileView, call: Call) -> bool:
    """Whether the mapped function reads a name that is local to the calling function."""
    mapped = call.operand(0)
    e = view.expression(mapped.expression) if mapped else None
    if not isinstance(e, ex.FunctionValue):
        return False
    inner = view.facts.functions[e.function]
    if inner.parent != call.site.function:
        return False
    own = {param.name for param in inner.params} | set(inner.bindings)
    outer = view.facts.functions[call.site.function].bindings
    words = set(re.findall(r"(?<![\w.])[^\W\d]\w*", view.text[inner.start : inner.end]))
    return bool((words - own - {inner.name}) & set(outer))
