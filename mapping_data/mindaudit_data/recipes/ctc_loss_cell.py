"""`torch.nn.CTCLoss`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Tensor, nn, ops

from mindaudit_data.recipes.exponentials import exp, log


class CTCLossCell(nn.Cell):
    """Connectionist temporal classification by the forward recursion over log probabilities (T, N, C) or (T, C).

    Targets are padded (N, S) or all labels in one row; lengths are tensors, tuples or lists. In Python loops over time, so
    compile once per input length. Source: Graves et al., 2006.
    """

    def __init__(self, blank: int = 0, reduction: str = "mean", zero_infinity: bool = False) -> None:
        super().__init__()
        self.blank = blank
        self.reduction = reduction
        self.zero_infinity = zero_infinity

    def _padded(self, targets: Tensor, lengths: Tensor, count: int) -> Tensor:
        """Targets as (N, S), rows filled up with whatever follows; what follows is never read."""
        if targets.ndim == 2:
            return targets
        width = targets.shape[0]
        starts = ops.cumsum(lengths, 0) - lengths
        places = starts.reshape((count, 1)) + ops.arange(0, width, 1).astype(mindspore.int32).reshape((1, width))
        return ops.gather(targets, ops.minimum(places, ops.ones_like(places) * (width - 1)), 0)

    def construct(self, log_probs: Tensor, targets: Tensor, input_lengths: Any, target_lengths: Any) -> Tensor:
        """The loss; "mean" divides each sample's by its target length first."""
        lengths_in = Tensor(input_lengths, mindspore.int32) if isinstance(input_lengths, (tuple, list)) else input_lengths
        lengths_out = Tensor(target_lengths, mindspore.int32) if isinstance(target_lengths, (tuple, list)) else target_lengths
        batched = log_probs.ndim == 3
        logs = log_probs if batched else log_probs.expand_dims(1)
        steps, count = logs.shape[0], logs.shape[1]
        lengths_in = lengths_in.astype(mindspore.int32).reshape((count,))
        lengths_out = lengths_out.astype(mindspore.int32).reshape((count,))
        labels = self._padded(targets.astype(mindspore.int32), lengths_out, count)
        size = labels.shape[1]
        blanks = ops.ones_like(labels) * self.blank
        # Blank, label, blank, label, …, blank.
        states = ops.cat((ops.stack((blanks, labels), 2).reshape((count, 2 * size)), blanks[:, :1]), 1)
        low = ops.ones((count, 2), logs.dtype) * -1e30
        jump = ops.logical_and(states[:, 2:] != self.blank, states[:, 2:] != states[:, :-2]).astype(logs.dtype)
        jump = ops.cat((ops.zeros((count, 2), logs.dtype), jump), 1)
        alpha = ops.gather_elements(logs[0], 1, states)
        alpha = ops.cat((alpha[:, :2], ops.ones_like(alpha[:, 2:]) * -1e30), 1)
        for step in range(1, steps):
            one = ops.cat((low[:, :1], alpha[:, :-1]), 1)
            two = ops.cat((low, alpha[:, :-2]), 1) + (1 - jump) * -1e30
            top = ops.stop_gradient(ops.maximum(ops.maximum(alpha, one), two))
            total = top + log(exp(alpha - top) + exp(one - top) + exp(two - top))
            moved = total + ops.gather_elements(logs[step], 1, states)
            alpha = ops.where((lengths_in > step).reshape((count, 1)), moved, alpha)
        last = (2 * lengths_out).reshape((count, 1))
        end = ops.gather_elements(alpha, 1, last)
        before = ops.gather_elements(alpha, 1, ops.maximum(last - 1, ops.zeros_like(last)))
        before = ops.where(last > 0, before, ops.ones_like(before) * -1e30)
        top = ops.stop_gradient(ops.maximum(end, before))
        loss = -(top + log(exp(end - top) + exp(before - top))).reshape((count,))
        # torch's gradient is that of the logits in front of log_softmax: it adds the probabilities.
        steps_read = (ops.arange(0, steps, 1).astype(mindspore.int32).reshape((steps, 1)) < lengths_in).astype(logs.dtype)
        mass = (exp(logs).sum(-1) * steps_read).sum(0)
        loss = loss + mass - ops.stop_gradient(mass)
        impossible = loss > 1e29
        infinite = ops.zeros_like(loss) if self.zero_infinity else ops.ones_like(loss) * float("inf")
        loss = ops.where(impossible, infinite, loss)
        if self.reduction == "mean":
            return (loss / ops.maximum(lengths_out, ops.ones_like(lengths_out)).astype(loss.dtype)).mean()
        if self.reduction == "sum":
            return loss.sum()
        return loss if batched else loss.reshape(())
