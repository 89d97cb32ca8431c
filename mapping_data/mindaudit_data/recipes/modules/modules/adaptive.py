"""`torch.nn.AdaptiveLogSoftmaxWithLoss`. The computation is that of the recipe `AdaptiveLogSoftmaxWithLossCell`."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from typing import Any

import mindspore
from mindspore import Tensor, ops

from ...adaptive_log_softmax_with_loss_cell import AdaptiveLogSoftmaxWithLossCell
from .container import ModuleList, Sequential
from .linear import Linear
from .module import Module

_ASMoutput = namedtuple("_ASMoutput", ["output", "loss"])


class AdaptiveLogSoftmaxWithLoss(Module):
    """Softmax over many classes in clusters of falling frequency, and its negative log likelihood."""

    def __init__(
        self,
        in_features: int,
        n_classes: int,
        cutoffs: Sequence[int],
        div_value: float = 4.0,
        head_bias: bool = False,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        limits = list(cutoffs)
        if not limits or limits != sorted(set(limits)) or min(limits) <= 0 or max(limits) > n_classes - 1:
            raise ValueError("cutoffs should be a sequence of unique, positive integers sorted in an increasing order")
        self.in_features = in_features
        self.n_classes = n_classes
        self.cutoffs = [*limits, n_classes]
        self.div_value = div_value
        self.head_bias = head_bias
        self.shortlist_size = self.short = self.cutoffs[0]
        self.n_clusters = len(self.cutoffs) - 1
        self.head_size = self.shortlist_size + self.n_clusters
        self.head = Linear(in_features, self.head_size, head_bias, device, dtype)
        self.tail = ModuleList()
        for i in range(self.n_clusters):
            hidden, size = int(in_features // div_value ** (i + 1)), self.cutoffs[i + 1] - self.cutoffs[i]
            first, second = Linear(in_features, hidden, False, device, dtype), Linear(hidden, size, False, device, dtype)
            self.tail.append(Sequential(first, second))

    def reset_parameters(self) -> None:
        """Initialise all layers anew."""
        self.head.reset_parameters()
        for first, second in self.tail:
            first.reset_parameters()
            second.reset_parameters()

    log_prob = AdaptiveLogSoftmaxWithLossCell.log_prob

    def forward(self, input_: Tensor, target_: Tensor) -> Any:
        """The log probability of each target, and the mean loss; input (N, in_features) or (in_features)."""
        rows = input_ if input_.ndim == 2 else input_.expand_dims(0)
        places = target_.astype(mindspore.int32).reshape((-1, 1))
        output = ops.gather_elements(self.log_prob(rows), 1, places).squeeze(1)
        return _ASMoutput(output if input_.ndim == 2 else output.squeeze(0), -output.mean())

    def predict(self, input: Tensor) -> Tensor:
        """The most likely class of each row."""
        return self.log_prob(input).argmax(1)
