"""Curves of precision over recall."""

from __future__ import annotations

from typing import Any

import numpy as np

from mindaudit_data.recipes.framework.utils.tensorboard._messages import Array, as_array, for_plugin, summary_of, tensor_of

_MOST = 127  # the plugin's data hold no more thresholds
_LEAST = 1e-7


def pr_curve(tag: str, labels: Any, predictions: Any, num_thresholds: int = _MOST, weights: Any = None) -> Any:
    """The curve of predictions between 0 and 1, at evenly spaced thresholds."""
    count = min(num_thresholds, _MOST)
    weighted = 1.0 if weights is None else as_array(weights)
    true, false = _above(as_array(labels).astype(np.float64), as_array(predictions), weighted, count)
    missed, rejected = true[0] - true, false[0] - false
    precision, recall = true / np.maximum(_LEAST, true + false), true / np.maximum(_LEAST, true + missed)
    return _curve(tag, [true, false, rejected, missed, precision, recall], count)


def pr_curve_raw(
    tag: str, tp: Any, fp: Any, tn: Any, fn: Any, precision: Any, recall: Any, num_thresholds: int = _MOST, weights: Any = None
) -> Any:
    """A curve that is computed already. `weights` mean nothing, as in torch."""
    return _curve(tag, [as_array(each) for each in (tp, fp, tn, fn, precision, recall)], min(num_thresholds, _MOST))


def _above(labels: Array, predictions: Array, weights: Any, count: int) -> tuple[Array, Array]:
    """How many true and how many false ones lie at or above each threshold."""
    place = np.floor(predictions * (count - 1)).astype(np.int32)
    inside = (place >= 0) & (place < count)
    kinds = [np.broadcast_to(each * weights, place.shape)[inside] for each in (labels, 1.0 - labels)]
    true, false = [np.bincount(place[inside], kind, count)[::-1].cumsum()[::-1] for kind in kinds]
    return true, false


def _curve(tag: str, rows: list[Array], count: int) -> Any:
    from tensorboard.plugins.pr_curve.plugin_data_pb2 import PrCurvePluginData

    content = PrCurvePluginData(version=0, num_thresholds=count).SerializeToString()
    return summary_of(tag, tensor=tensor_of(np.stack(rows).astype(np.float32)), metadata=for_plugin("pr_curves", content))
