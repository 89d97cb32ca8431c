"""`torch.nn.functional.embedding_bag`, `embedding` and `one_hot`."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops

from mindaudit_data.recipes.empty_result import empty_result
from mindaudit_data.recipes.no_gradients import GradientScope
from mindaudit_data.recipes.overwritten import overwritten
from mindaudit_data.recipes.scope import compiled_as


def embedding_bag(
    x: Tensor,
    weight: Tensor,
    offsets: Tensor | None = None,
    max_norm: float | None = None,
    norm_type: float = 2,
    scale_grad_by_freq: bool = False,
    mode: str = "mean",
    sparse: bool = False,
    per_sample_weights: Tensor | None = None,
    include_last_offset: bool = False,
    padding_idx: int | None = None,
) -> Tensor:
    """Sums, means or maxima of embeddings over bags: the rows of `x`, or parts of it that begin at `offsets`.

    `padding_idx` counts nowhere. `max_norm` shortens the vectors that are read, as `embedding` does.
    The table may stand first, as in torch. `scale_grad_by_freq` and `sparse` change nothing here.
    """
    if x.is_floating_point():
        x, weight = weight, x
    indices, bags, count = _bags(x, offsets, include_last_offset)
    rows = embedding(indices, weight, max_norm=max_norm, norm_type=norm_type)
    kept = ops.ones_like(indices).astype(weight.dtype)
    if padding_idx is not None:
        kept = (indices != padding_idx % weight.shape[0]).astype(weight.dtype)
    places = bags.reshape(-1, 1)
    if mode == "max":
        low = ops.where(kept.reshape(-1, 1) > 0, rows, ops.full_like(rows, float("-inf")))
        result = ops.tensor_scatter_max(ops.full((count, weight.shape[1]), float("-inf"), dtype=weight.dtype), places, low)
        return ops.where(result == float("-inf"), ops.zeros_like(result), result)
    factors = kept if per_sample_weights is None else kept * per_sample_weights.reshape(-1)
    total = ops.tensor_scatter_add(ops.zeros((count, weight.shape[1]), weight.dtype), places, rows * factors.reshape(-1, 1))
    if mode == "sum":
        return total
    size = ops.tensor_scatter_add(ops.zeros((count,), weight.dtype), places, kept)
    return total / ops.maximum(size, ops.ones_like(size)).reshape(-1, 1)


def embedding(x: Tensor, weight: Tensor, padding_idx: int | None = None, max_norm: float | None = None, norm_type: float = 2.0) -> Tensor:
    """Rows of `weight`; those longer than `max_norm` are shortened before, in a graph without changing `weight` itself.

    `padding_idx` gets no gradient.
    """
    if max_norm is not None:
        weight = _shortened(weight, x, max_norm, norm_type)
    rows = _rows(weight, x)
    if padding_idx is not None:
        padded = (x == padding_idx % weight.shape[0]).expand_dims(-1)
        rows = ops.where(padded, ops.stop_gradient(rows), rows)
    return rows


def _rows_of_graph(weight: Tensor, x: Tensor) -> Tensor:
    return ops.gather(weight, x, 0)


@compiled_as(_rows_of_graph)
def _rows(weight: Tensor, x: Tensor) -> Tensor:
    return ops.gather(weight, x, 0) if x.size else empty_result((*x.shape, *weight.shape[1:]), weight)


def _of_graph(weight: Tensor, x: Tensor, max_norm: float, norm_type: float) -> Tensor:
    return weight + ops.stop_gradient(_short(weight, x, max_norm, norm_type) - weight)


@compiled_as(_of_graph)
def _shortened(weight: Tensor, x: Tensor, max_norm: float, norm_type: float) -> Tensor:
    """The weight itself, in which the rows that `x` names are not longer than `max_norm`."""
    with GradientScope(False):
        overwritten(weight, _short(weight, x, max_norm, norm_type))
    return weight


def _short(weight: Tensor, x: Tensor, max_norm: float, norm_type: float) -> Tensor:
    norms = ops.vector_norm(weight, norm_type, axis=-1, keepdims=True)
    used = (ops.arange(weight.shape[0]).reshape(-1, 1) == x.reshape(1, -1)).any(1).expand_dims(-1)
    return ops.where(ops.logical_and(used, norms > max_norm), weight * (max_norm / (norms + 1e-7)), weight)


def one_hot(x: Tensor, num_classes: int = -1) -> Tensor:
    """int64 ones at the class of each element, zeros elsewhere; without `num_classes` the largest decides the shape."""
    classes = int(x.max()) + 1 if num_classes == -1 else num_classes
    return (x.expand_dims(-1) == ops.arange(classes)).astype(mindspore.int64)


def _bags(x: Tensor, offsets: Tensor | None, include_last_offset: bool) -> tuple[Tensor, Tensor, int]:
    """All indices in one row, the bag of each, and how many bags there are."""
    if offsets is None:
        owners = ops.broadcast_to(ops.arange(x.shape[0]).reshape(-1, 1), x.shape)
        return x.reshape(-1), owners.reshape(-1), x.shape[0]
    count = offsets.shape[0] - (1 if include_last_offset else 0)
    places = ops.arange(x.shape[0]).reshape(-1, 1)
    return x, (places >= offsets[:count].reshape(1, -1)).astype(mindspore.int64).sum(1) - 1, count
