"""Numbers, tensors and histograms."""

from __future__ import annotations

from typing import Any

import numpy as np

from mindaudit_data.recipes.framework.utils.tensorboard._messages import Array, as_array, for_plugin, summary_of, tensor_of


def scalar(name: str, tensor: Any, collections: Any = None, new_style: bool = False, double_precision: bool = False) -> Any:
    """One number: as a tensor in the new style. `collections` means nothing, as in torch."""
    array = as_array(tensor)
    if array.size != 1:
        raise ValueError(f"{name} is written from one element, not from the shape {array.shape}")
    number = float(array.item())
    if not new_style:
        return summary_of(name, simple_value=number)
    held = np.array(number, np.float64 if double_precision else np.float32)
    return summary_of(name, tensor=tensor_of(held), metadata=for_plugin("scalars"))


def tensor_proto(tag: str, tensor: Any) -> Any:
    """A whole tensor."""
    shape = np.shape(tensor)
    return summary_of(tag, tensor=tensor_of(as_array(tensor).reshape(shape)), metadata=for_plugin("tensor"))


def histogram_raw(name: str, min: Any, max: Any, num: Any, sum: Any, sum_squares: Any, bucket_limits: Any, bucket_counts: Any) -> Any:
    """A histogram that is counted already."""
    numbers = {"min": min, "max": max, "num": num, "sum": sum, "sum_squares": sum_squares}
    buckets = {"bucket_limit": as_array(bucket_limits).tolist(), "bucket": as_array(bucket_counts).tolist()}
    return summary_of(name, histo={key: as_array(each).item() for key, each in numbers.items()} | buckets)


def histogram(name: str, values: Any, bins: Any, max_bins: int | None = None) -> Any:
    """How many of the values lie in each bin. Bins are as `numpy.histogram` takes them."""
    flat = as_array(values).astype(float).reshape(-1)
    if not flat.size:
        raise ValueError(f"{name} has no values to count")
    counts, edges = np.histogram(flat, bins=bins)
    if max_bins is not None and len(counts) > max_bins:
        counts, edges = _joined(counts, edges, len(counts) // max_bins)
    limits, buckets = _filled(counts, edges)
    return histogram_raw(name, flat.min(), flat.max(), flat.size, flat.sum(), flat @ flat, limits, buckets)


def _joined(counts: Array, edges: Array, step: int) -> tuple[Array, Array]:
    """Counts and edges of bins of which each covers several of the given ones."""
    return np.add.reduceat(counts, np.arange(0, len(counts), step)), np.append(edges[:-1:step], edges[-1])


def _filled(counts: Array, edges: Array) -> tuple[Array, Array]:
    """Upper limits and counts from an empty bucket, whose limit is the lower one of the first bin with values, to the last such bin."""
    filled = np.flatnonzero(counts)
    if not filled.size:
        raise ValueError("no value lies in any of the bins")
    first, last = filled[0], filled[-1] + 1
    return edges[first : last + 1], np.append(0, counts[first:last])
