"""Places where tensor data is copied to the host."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.call import Call, Operand
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.indexing import subscriptions
from mindaudit.hazards.queries.mendings import in_arithmetic
from mindaudit.hazards.queries.numpy_calls import makes_array
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_READING = ("torch.Tensor.item", "torch.Tensor.tolist", "torch.Tensor.numpy", "torch.Tensor.__array__")
_EXPORTING = frozenset({"torch.Tensor.tolist", "torch.Tensor.numpy", "torch.Tensor.__array__"})
_COMPARING = ("torch.equal", "torch.Tensor.equal", "torch.allclose", "torch.Tensor.allclose")
_CONVERTING = tuple(f"builtins.{name}" for name in ("int", "float", "bool", "complex"))
_EXTREMES = ("builtins.max", "builtins.min", "builtins.sorted")
_TOLD = frozenset({*_READING, *_COMPARING})


def check(view: FileView) -> Iterator[Hit]:
    """Hits: methods that read, conversions, builtins that compare, math and numpy on tensors, lists indexed by tensors."""
    for call in view.calls_of(*_READING):
        if call.names & _EXPORTING and _at_border(view, call.site.function):
            continue
        variant = "item" if "torch.Tensor.item" in call.names and in_arithmetic(view, call.span) else ""
        construct = "export" if call.names & _EXPORTING else ""
        yield view.hit(call, call.level, variant=variant, construct=construct, input=view.text_of(call.argument("input")))
    for call in view.calls_of(*_COMPARING):
        yield view.hit(call, call.level, variant="compare")
    for call in view.calls_tagged("data_dependent_output"):
        if not call.names & _TOLD:
            yield view.hit(call, call.level)
    for construct, calls in _handing_over(view).items():
        for call in calls:
            if not any(name.startswith("torch.") for name in call.names):  # a namespace that is numpy's for arrays, torch's for tensors
                yield from _converted(view, call, construct)
    for call in view.calls_of(*_EXTREMES):
        yield from _compared(view, call)
    yield from _indexing(view)


def _at_border(view: FileView, function: int) -> bool:
    """Whether a function is host code, or a method of a network that no forward reaches: data is exported there."""
    return view.on_host(function) or (view.scope(function).context == "network" and not view.in_graph(function))


def _handing_over(view: FileView) -> dict[str, Iterator[Call]]:
    """The calls of functions that need numbers, by construct, where the syntax levels differ."""
    return {
        "": view.calls_of(*_CONVERTING),
        "math": view.calls_below("math."),
        "numpy": (call for call in view.calls_below("numpy.") if not makes_array(view, call)),
    }


def _converted(view: FileView, call: Call, construct: str) -> Iterator[Hit]:
    """A conversion of a tensor; of what is only taken for one by convention it is a possibility."""
    levels = [level for operand in call.operands if (level := view.tensor(operand.expression)) is not None]
    if levels:
        convention = any(view.by_convention(operand.expression) for operand in call.operands)
        yield view.hit(call, v.POSSIBLE if convention else min(call.level, *levels), construct=construct)


def _compared(view: FileView, call: Call) -> Iterator[Hit]:
    """max(1, t): at least one of several operands is a tensor; max(ts): a sequence of tensors, or a tensor itself.

    Where there is a key, what it gives is compared.
    """
    key = next((operand for operand in call.operands if operand.keyword == "key" and view.text_of(operand) != "None"), None)
    plain = (_holds_tensor(view, operand.expression, call) for operand in call.operands if not operand.keyword)
    levels = [level for level in (_keys(view, key) if key else plain) if level is not None]
    if levels:
        function = view.source((call.site.callee_start, call.site.callee_end))
        construct = "clamp" if len(levels) < len(call.operands) else ""
        yield view.hit(call, min(call.level, *levels), variant="clamp", construct=construct, function=function)


def _keys(view: FileView, key: Operand) -> list[int | None]:
    """How sure it is that a function gives tensors; nothing is known of one that is not written out."""
    function = view.expression(key.expression)
    results = view.facts.functions[function.function].results if isinstance(function, ex.FunctionValue) else ()
    return [view.tensor(result) for result in results]


def _holds_tensor(view: FileView, index: int, call: Call) -> int | None:
    level = view.tensor(index)
    if level is not None or len(call.operands) > 1:
        return level
    held = [atom.elements for atom in view.value(index).atoms if isinstance(atom, (at.List, at.Iterator, at.Set))]
    if len(held) == 1 and held[0].atoms and all(isinstance(atom, at.Tensor) for atom in held[0].atoms):
        return min(held[0].level, v.LIKELY)
    return None


def _indexing(view: FileView) -> Iterator[Hit]:
    """A list, tuple or range indexed by a tensor asks it for a number."""
    for site, base, key in subscriptions(view):
        value = view.value(base)
        is_list = value.atoms and not value.open and all(isinstance(atom, (at.List, at.Items, at.Tuple)) for atom in value.atoms)
        level = view.tensor(key) if is_list else None
        if level is not None and not view.by_convention(key):
            yield view.hit(site, min(level, value.level))
