"""`einx.get_at`."""

from __future__ import annotations

from collections.abc import Sequence

from mindspore import Tensor, ops
from mindspore.ops.primitive import constexpr

from mindaudit_data.recipes.einops.functions import rearrange
from mindaudit_data.recipes.einops.patterns import EinopsError, groups_of


def get_at(pattern: str, tensor: Tensor, index: Tensor) -> Tensor:
    """The tensor's values along its axis in brackets at the places that the index names: "b [n] d, b m -> b m d". Raises EinopsError."""
    source, places, result, shared = _plan(pattern)
    tensor = rearrange(tensor, source)
    index = rearrange(index, places)
    rows, count = _product(tensor.shape[:shared]), tensor.shape[shared]
    starts = (ops.arange(rows) * count).reshape(tensor.shape[:shared] + (1,) * (index.ndim - shared))
    table = tensor.reshape((rows * count, *tensor.shape[shared + 1 :]))
    index = ops.where(index < 0, index + count, index)
    taken = ops.gather(table, (index + starts).reshape(-1), 0)
    return rearrange(taken.reshape((*index.shape, *table.shape[1:])), result)


def _product(sizes: Sequence[int]) -> int:
    product = 1
    for size in sizes:
        product *= size
    return product


@constexpr
def _plan(pattern: str) -> tuple[str, str, str, int]:
    """Patterns for the tensor (shared axes, the one in brackets, the rest), for the index (shared axes, the rest) and for the result,
    and the number of shared axes. Raises EinopsError."""
    left, _, output = pattern.partition("->")
    source, places = left.split(",")
    inside = source[source.find("[") + 1 : source.find("]")].split()
    if len(inside) != 1 or "[" in places:
        raise EinopsError(f"{pattern!r}: exactly one axis of the tensor must be in brackets, and none of the index")
    source = source.replace("[", "").replace("]", "")
    names, wanted = ([axis for group in groups_of(side) for axis in group] for side in (source, places))
    shared = [axis for axis in wanted if axis in names]
    own = [axis for axis in wanted if axis not in names]
    rest = [axis for axis in names if axis not in (*shared, *inside)]
    return (
        f"{source} -> {' '.join([*shared, *inside, *rest])}",
        f"{places} -> {' '.join([*shared, *own])}",
        f"{' '.join([*shared, *own, *rest])} -> {output}",
        len(shared),
    )
