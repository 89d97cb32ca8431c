"""`torch.nn.functional.ctc_loss` with lengths in lists; MindSpore's wants tensors and gives the alphas too."""

from __future__ import annotations

from collections.abc import Sequence

import mindspore
from mindspore import Tensor, ops

from mindaudit_data.recipes.exponentials import exp, log


def ctc_loss(
    log_probs: Tensor,
    targets: Tensor,
    input_lengths: Tensor | Sequence[int],
    target_lengths: Tensor | Sequence[int],
    blank: int = 0,
    reduction: str = "mean",
    zero_infinity: bool = False,
) -> Tensor:
    """Connectionist temporal classification: (time, batch, classes) log-probabilities against padded (batch, length) targets.

    Computes the forward recursion in log space over all samples at once; targets in one row after the other are padded first.
    """
    single = log_probs.ndim == 2
    if single:
        log_probs = log_probs.expand_dims(1)
    steps, wanted = _as_tensor(input_lengths).reshape(-1), _as_tensor(target_lengths).reshape(-1)
    labels = targets.reshape(1, -1) if single else _padded(targets, wanted)
    loss = _forward(log_probs, labels.astype(mindspore.int64), steps, wanted, blank) + _softmax_part(log_probs, steps)
    if zero_infinity:
        loss = ops.where(loss >= _NEVER / 2, ops.zeros_like(loss), loss)
    else:
        loss = ops.where(loss >= _NEVER / 2, ops.full_like(loss, float("inf")), loss)
    if reduction == "mean":
        return (loss / ops.maximum(wanted, ops.ones_like(wanted)).astype(loss.dtype)).mean()
    loss = loss.reshape(()) if single else loss
    return loss.sum() if reduction == "sum" else loss


_NEVER = 1e30


def _as_tensor(lengths: Tensor | Sequence[int]) -> Tensor:
    return lengths.astype(mindspore.int64) if isinstance(lengths, Tensor) else Tensor(list(lengths), mindspore.int64)


def _padded(targets: Tensor, lengths: Tensor) -> Tensor:
    if targets.ndim == 2:
        return targets
    ends = ops.cumsum(lengths, 0)
    places = (ends - lengths).reshape(-1, 1) + ops.arange(int(lengths.max())).reshape(1, -1)
    return ops.gather(targets, places.clip(0, targets.shape[0] - 1), 0)


def _forward(log_probs: Tensor, labels: Tensor, steps: Tensor, wanted: Tensor, blank: int) -> Tensor:
    """Minus the log-probability of each sample's labels."""
    batch, length = labels.shape
    blanks = ops.full((batch, length, 1), blank, dtype=mindspore.int64)
    path = ops.cat((ops.cat((blanks, labels.expand_dims(2)), 2).reshape(batch, 2 * length), blanks[:, :1, 0]), 1)
    size = 2 * length + 1
    never = ops.full((batch, 2), -_NEVER, dtype=log_probs.dtype)
    before = ops.cat((ops.full((batch, 2), -1, dtype=mindspore.int64), path[:, :-2]), 1)
    skip = ops.logical_and(path != blank, path != before)
    places = ops.arange(size)
    emitted = ops.gather_elements(log_probs, 2, ops.broadcast_to(path.expand_dims(0), (log_probs.shape[0], batch, size)))
    alpha = ops.where(places < 2, emitted[0], ops.full_like(emitted[0], -_NEVER))
    for t in range(1, log_probs.shape[0]):
        one = ops.cat((never[:, :1], alpha[:, :-1]), 1)
        two = ops.where(skip, ops.cat((never, alpha[:, :-2]), 1)[:, :size], ops.full_like(alpha, -_NEVER))
        following = _log_add(alpha, one, two) + emitted[t]
        alpha = ops.where((t < steps).reshape(-1, 1), ops.maximum(following, ops.full_like(following, -_NEVER)), alpha)
    last = ops.gather_elements(alpha, 1, (2 * wanted).reshape(-1, 1))
    other = ops.gather_elements(alpha, 1, (2 * wanted - 1).clip(0, size - 1).reshape(-1, 1))
    other = ops.where((wanted > 0).reshape(-1, 1), other, ops.full_like(other, -_NEVER))
    return -_log_add(last, other, ops.full_like(last, -_NEVER)).reshape(-1)


def _softmax_part(log_probs: Tensor, steps: Tensor) -> Tensor:
    """0 for each sample, with the gradient exp(log_probs): torch's gradient is that of a log-softmax, to which this adds nothing."""
    inside = (ops.arange(log_probs.shape[0]).reshape(-1, 1) < steps.reshape(1, -1)).astype(log_probs.dtype)
    total = (exp(log_probs).sum(2) * inside).sum(0)
    return total - ops.stop_gradient(total)


def _log_add(a: Tensor, b: Tensor, c: Tensor) -> Tensor:
    top = ops.stop_gradient(ops.maximum(ops.maximum(a, b), c))
    return top + log(exp(a - top) + exp(b - top) + exp(c - top))
