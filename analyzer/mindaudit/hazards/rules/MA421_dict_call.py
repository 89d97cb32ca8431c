"""Dicts that are made by a call in a network."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.call import Call
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.containers import has_tensor
from mindaudit.hazards.queries.dicts import PAIRS, enclosed, entries
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Value

_OF_TENSORS = frozenset({"dtype", "device"})
_MAKING = frozenset({"builtins.dict", "collections.OrderedDict", "dict.copy"})


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a call of dict, OrderedDict or a dict's copy with anything in it that is known only when the network runs."""
    for call in view.calls_of(*sorted(_MAKING)):
        if not view.in_graph(call.site.function) or not call.names <= _MAKING:
            continue
        variant, fields = _mended(view, call)
        contents = list(_contents(view, call))
        is_known = any(_depends(view, index) for index in contents)
        if is_known or (variant == "pairs" and any(_is_unknown(view.value(index)) for index in contents)):
            construct = "copy" if "dict.copy" in call.names else "call"
            yield view.hit(call, call.level if is_known else v.POSSIBLE, None, variant=variant, construct=construct, **fields)


def _depends(view: FileView, index: int) -> bool:
    """Whether an expression is known only when the network runs, or holds tensors."""
    value = view.value(index)
    return value.cause >= v.SHAPE or has_tensor(value) or _is_of_tensor(view, index)


def _is_unknown(value: Value) -> bool:
    """Whether something may hold anything."""
    return value.open or any(_is_unknown(held) for atom in value.atoms for held in v.held_values(atom))


def _is_of_tensor(view: FileView, index: int) -> bool:
    """Whether an expression reads the dtype or device of a tensor, which the interpreter does not hand back as a constant."""
    e = view.unnarrowed(index)
    return isinstance(e, ex.Attribute) and e.name in _OF_TENSORS and view.tensor(e.base) is not None


def _contents(view: FileView, call: Call) -> Iterator[int]:
    """The expressions that say what the new dict holds: the arguments, or what is copied."""
    if "dict.copy" in call.names:
        callee = view.unnarrowed(call.site.callee)
        yield callee.base if isinstance(callee, ex.Attribute) else -1
    yield from (argument.expression for argument in call.site.arguments)


def _mended(view: FileView, call: Call) -> tuple[str, dict[str, str]]:
    """Which wording fits, and what it mentions."""
    arguments = call.site.arguments
    if "dict.copy" in call.names:
        return "dict", {"source": view.source((call.site.base_start, call.site.base_end))}
    if all(argument.keyword for argument in arguments):
        return "keywords", {"entries": entries(view, call)}
    if len(arguments) == 1 and not arguments[0].star:
        variant = _kind(view.value(arguments[0].expression))
        return variant, {"source": enclosed(view.source((arguments[0].start, arguments[0].end)))}
    return "", {}


def _kind(value: Value) -> str:
    """dict or pairs: what a dict is made of; "" where that is unknown."""
    if value.open or not value.atoms:
        return ""
    if all(isinstance(atom, at.Dict) for atom in value.atoms):
        return "dict"
    return "pairs" if all(isinstance(atom, PAIRS) for atom in value.atoms) else ""
