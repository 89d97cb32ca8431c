"""`torch.nn.LinearCrossEntropyLoss`: a linear map and the cross entropy of its result."""

from __future__ import annotations

import math
from typing import Any

from mindspore import Tensor

from .. import functional
from ._loss_bases import _WeightedLoss
from .linear import Linear


class LinearCrossEntropyLoss(_WeightedLoss):
    """The cross entropy of a linear layer's result, with the layer inside; `out_features` adds dimensions behind the classes."""

    def __init__(
        self,
        in_features: int,
        num_classes: int,
        *,
        out_features: tuple[int, ...] = (),
        bias: bool = False,
        device: Any = None,
        dtype: Any = None,
        reduction: str = "mean",
        weight: Tensor | None = None,
        ignore_index: int | None = None,
        label_smoothing: float = 0.0,
        options: Any = None,
    ) -> None:
        super().__init__(weight, None, None, reduction)
        self.num_classes = num_classes
        self.out_features = out_features
        self.ignore_index = ignore_index
        self.label_smoothing = label_smoothing
        self.linear = Linear(in_features, math.prod(out_features, start=num_classes), bias, device, dtype)
        self.options = options

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """The loss."""
        shape = (self.num_classes, *self.out_features)
        weight, bias = self.linear.weight.reshape((*shape, self.linear.in_features)), self.linear.bias
        return functional.linear_cross_entropy(
            input,
            weight,
            target,
            linear_bias=bias if bias is None else bias.reshape(shape),
            weight=self.weight,
            reduction=self.reduction,
            ignore_index=self.ignore_index,
            label_smoothing=self.label_smoothing,
        )

    def extra_repr(self) -> str:
        """The options."""
        names = ("num_classes", "out_features", "reduction", "ignore_index", "label_smoothing", "options")
        parts = {name: getattr(self, name) for name in names}
        sizes = {"in_features": self.linear.in_features, "num_classes": parts.pop("num_classes")}
        ordered = {**sizes, "out_features": parts.pop("out_features"), "bias": self.linear.bias is not None, **parts}
        return ", ".join(f"{name}={value}" for name, value in ordered.items())
