"""`torch.logit`. On CPU the gradient of `ops.logit` can end the process."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops

from mindaudit_data.recipes.exponentials import log


def logit(x: Tensor, eps: float | None = None) -> Tensor:
    """The logarithm of x / (1 - x), NaN outside of 0 … 1; with `eps`, x is brought between eps and 1 - eps. Any backend; exact."""
    if not x.is_floating_point():
        x = x.astype(mindspore.float32)
    if eps is not None:
        x = ops.clamp(x, eps, 1 - eps)
    return log(x / (1 - x))
