"""`torch.linalg.cholesky_ex`."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops

from mindaudit_data.recipes.cholesky import cholesky
from mindaudit_data.recipes.named_result import named_result


def cholesky_ex(x: Tensor, *, upper: bool = False) -> tuple[Tensor, Tensor]:
    """The Cholesky factor, and 0: a matrix that has none raises here."""
    return named_result((cholesky(x, upper), ops.zeros(x.shape[:-2], mindspore.int32)), "L", "info")
