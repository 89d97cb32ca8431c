"""Functions of einx that work element by element: `einx.add("a b, b c -> a b c", x, y)`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mindspore import Tensor, ops
from mindspore.ops.primitive import constexpr

from mindaudit_data.recipes.einops.functions import rearrange
from mindaudit_data.recipes.einops.patterns import EinopsError, groups_of


@constexpr
def _patterns(pattern: str, ranks: tuple[int, ...]) -> tuple[tuple[str, ...], str]:
    """A pattern for each input that puts its axes where the output has them, and one for the result. Raises EinopsError.

    Without `->`, the output is the first input that has all axes. `ranks`: how many axes each input has, from which the number of those
    follows that `...` stands for.
    """
    left, arrow, output = pattern.partition("->")
    inputs = left.split(",")
    axes = [[axis.strip("()") if axis == "(...)" else axis for group in groups_of(each) for axis in group] for each in inputs]
    if not arrow:
        full = [each for each, its in zip(inputs, axes, strict=True) if set(its) >= {axis for every in axes for axis in every}]
        if not full:
            raise EinopsError(f"no input of {pattern!r} has all axes; name the output")
        output = full[0]
    wanted = [axis.strip("()") if axis == "(...)" else axis for group in groups_of(output) for axis in group]
    if lost := {axis for its in axes for axis in its} - set(wanted):
        raise EinopsError(f"{', '.join(sorted(lost))} is no axis of the output of {pattern!r}")
    named = [len([group for group in groups_of(each) if group not in (["..."], ["(...)"])]) for each in inputs]
    spread = max([rank - count for rank, count, its in zip(ranks, named, axes, strict=True) if "..." in its], default=0)
    ones = {"...": " ".join(["1"] * spread)}
    places = [" ".join(axis if axis in its else ones.get(axis, "1") for axis in wanted) for its in axes]
    return tuple(f"{each} -> {place}" for each, place in zip(inputs, places, strict=True)), f"{' '.join(wanted)} -> {output}"


def _elementwise(function: Callable[..., Tensor], several: bool = False) -> Callable[..., Tensor]:
    """The function for tensors with named axes; `several`: also for any number of them, from left to right."""

    def aligned(pattern: str, *tensors: Any, **lengths: int) -> Tensor:
        """The function's result for the tensors, or numbers, with their axes aligned. Raises EinopsError."""
        before, after = _patterns(pattern, tuple([each.ndim if isinstance(each, Tensor) else 0 for each in tensors]))
        operands = []
        for each, tensor in zip(before, tensors):  # noqa: B905 - the graph compiler knows no strict zip
            operands.append(rearrange(tensor, each, **_known(each, lengths)) if isinstance(tensor, Tensor) and tensor.ndim else tensor)
        made = _one_by_one(function, operands) if several else function(*operands)
        return rearrange(made, after, **_known(after, lengths))

    return aligned


def _one_by_one(function: Callable[..., Tensor], operands: Sequence[Any]) -> Tensor:
    """What a function of two makes of the first two operands, of that and the third, and so on."""
    made = operands[0]
    for each in operands[1:]:
        made = function(made, each)
    return made


@constexpr
def _known(pattern: str, lengths: dict[str, int]) -> dict[str, int]:
    """Those of the lengths that the pattern's left side names."""
    names = {axis for group in groups_of(pattern.partition("->")[0]) for axis in group}
    return {name: length for name, length in lengths.items() if name in names}


add = _elementwise(ops.add, several=True)
divide = true_divide = _elementwise(ops.div)
equal = _elementwise(ops.equal)
floor_divide = _elementwise(ops.floor_div)
greater = _elementwise(ops.greater)
greater_equal = _elementwise(ops.greater_equal)
less = _elementwise(ops.less)
less_equal = _elementwise(ops.less_equal)
logaddexp = _elementwise(ops.logaddexp, several=True)
logical_and = _elementwise(ops.logical_and, several=True)
logical_or = _elementwise(ops.logical_or, several=True)
maximum = _elementwise(ops.maximum, several=True)
minimum = _elementwise(ops.minimum, several=True)
multiply = _elementwise(ops.mul, several=True)
not_equal = _elementwise(ops.not_equal)
subtract = _elementwise(ops.sub)
where = _elementwise(ops.where)
