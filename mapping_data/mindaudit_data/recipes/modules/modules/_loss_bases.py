"""Bases of losses."""

from __future__ import annotations

from mindspore import Tensor

from .._reduction import legacy_get_string
from .module import Module

Flag = bool | None


class _Loss(Module):
    """What all losses share: the reduction, also by the old flags."""

    reduction: str

    def __init__(self, size_average: Flag = None, reduce: Flag = None, reduction: str = "mean") -> None:
        super().__init__()
        old = size_average is not None or reduce is not None
        self.reduction = legacy_get_string(size_average, reduce) if old else reduction


class _WeightedLoss(_Loss):
    """What losses with weights share: the weight is a buffer."""

    def __init__(self, weight: Tensor | None = None, size_average: Flag = None, reduce: Flag = None, reduction: str = "mean") -> None:
        super().__init__(size_average, reduce, reduction)
        self.register_buffer("weight", weight)
