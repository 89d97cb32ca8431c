"""Builtins, and functions of Python's library, that the graph compiler fails on or leaves to Python."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mindaudit.hazards.framework.call import Call
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.left_to_python import LEFT_TO_PYTHON, only_decides, reads_around
from mindaudit.hazards.queries.mapped import comprehension, fails
from mindaudit.hazards.queries.reading import NUMBERS
from mindaudit.resolve.values import domain as v

_BUILTINS: Final = ("map", "next", "round", "zip", "filter", "max", "min", "callable", *LEFT_TO_PYTHON)
_NAMES: Final = (*(f"builtins.{name}" for name in _BUILTINS), "inspect.isfunction", "functools.reduce", "typing.cast")


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a call that the compiler fails on, or whose result it does not know though more than a branch depends on it."""
    for call in view.calls_of(*_NAMES):
        if view.in_graph(call.site.function):
            yield from _hits(view, call)


def _hits(view: FileView, call: Call) -> Iterator[Hit]:
    keywords = {argument.keyword for argument in call.site.arguments}
    match next(name.rpartition(".")[2] for name in sorted(call.names) if name in _NAMES):
        case "next":
            yield view.hit(call, call.level, None, variant="next", construct="next")
        case "map":
            yield from _mapped(view, call)
        case "round" if len(call.site.arguments) == 1 and _is_number(view, call):
            yield view.hit(call, call.level, None, variant="round", construct="round")
        case "zip" if "strict" in keywords:
            yield view.hit(call, call.level, None, variant="zip", construct="zip")
        case "filter" if len(call.operands) == 2 and view.text_of(call.operands[0]) == "None":
            yield view.hit(call, call.level, None, variant="filter", construct="filter", iterable=view.text_of(call.operands[1]))
        case ("max" | "min") as name if keywords & {"key", "default"}:
            yield view.hit(call, call.level, None, variant="extreme", construct=name)
        case ("callable" | "isfunction" | "reduce") as name:
            yield view.hit(call, call.level, None, variant="result", construct=name)
        case "cast" if len(call.operands) == 2:
            yield view.hit(call, call.level, None, variant="cast", construct="cast", value=view.text_of(call.operands[1]))
        case ("all" | "any" | "reversed" | "sorted") as name:
            if reads_around(view, call):
                yield view.hit(call, call.level, None, variant="python", construct=name)
            elif not only_decides(view, call):
                yield view.hit(call, call.level, None, variant="left", construct=f"{name}_left")


def _mapped(view: FileView, call: Call) -> Iterator[Hit]:
    """A hit is a `map` that ends compiling; that of one iterable is mended by a comprehension."""
    failure = fails(view, call)
    if failure:
        variant = "map" if len(call.operands) == 2 else ""
        fields = comprehension(view, call) if variant else {}
        yield view.hit(call, min(call.level, failure.level), None, variant=variant, construct=failure.construct, **fields)


def _is_number(view: FileView, call: Call) -> bool:
    """Whether what is rounded is certainly a number, as a tensor is rounded well."""
    atoms = [atom for operand in call.operands for atom in view.value(operand.expression).atoms]
    return bool(atoms) and all(v.type_name(atom) in NUMBERS for atom in atoms)
