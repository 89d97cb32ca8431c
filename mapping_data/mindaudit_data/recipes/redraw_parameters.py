"""`reset_parameters` of torch's layers, for MindSpore's own layers, which lack it.

Any MindSpore version; the distributions are torch's, the random numbers are others.
"""

from __future__ import annotations

import math
from typing import Any

from mindspore import Parameter
from mindspore.common.initializer import Initializer, Normal, One, Uniform, Zero, initializer
from mindspore.nn import Cell

_VALUES: dict[str, Initializer] = {
    "gamma": One(),
    "beta": Zero(),
    "moving_mean": Zero(),
    "moving_variance": One(),
    "weight": One(),
    "bias": Zero(),
}
"""What the parameters of normalisations start with."""
_NORMALISING = ("moving_mean", "normalized_shape", "num_groups")
"""Attributes that normalisations alone have."""


def redraw_parameters(layer: Cell) -> None:
    """Gives a layer's parameters the values that torch starts with, drawn anew; a layer that can do so is asked to.

    Raises TypeError for a layer of another kind.
    """
    own: Any = getattr(layer, "reset_parameters", None)
    if own is not None:
        own()
    elif hasattr(layer, "hidden_size"):
        _fill_all(layer, Uniform(1.0 / math.sqrt(layer.hidden_size)))
    elif hasattr(layer, "padding_idx"):
        _reset_embedding(layer)
    elif hasattr(layer, "bn2d"):
        redraw_parameters(layer.bn2d)  # a BatchNorm3d is one of two dimensions
    elif any(hasattr(layer, name) for name in _NORMALISING):
        for name, parameter in layer._params.items():
            _fill(parameter, _VALUES[name])
    else:
        _reset_weight(layer)


def _reset_embedding(layer: Any) -> None:
    for parameter in layer._params.values():
        _fill(parameter, Normal(1.0))
        if layer.padding_idx is not None:
            parameter[layer.padding_idx] = 0


def _reset_weight(layer: Cell) -> None:
    """Linear layers and convolutions: weight and bias alike, by the number of inputs that an output has."""
    weight: Parameter | None = layer._params.get("weight")
    if weight is None or weight.ndim < 2:
        raise TypeError(f"nothing is known of how torch resets a {type(layer).__name__}")
    inputs = weight.shape[1] if hasattr(layer, "in1_channels") else weight.size // weight.shape[0]
    _fill_all(layer, Uniform(1.0 / math.sqrt(inputs)))


def _fill_all(layer: Cell, values: Initializer) -> None:
    for parameter in layer.get_parameters():
        _fill(parameter, values)


def _fill(parameter: Parameter | None, values: Initializer) -> None:
    if parameter is not None:
        parameter.set_data(initializer(values, parameter.shape, parameter.dtype))
