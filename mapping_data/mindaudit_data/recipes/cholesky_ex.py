"""`torch.linalg.cholesky_ex`."""

from __future__ import annotations

from collections import namedtuple

import mindspore
from mindspore import Tensor, ops

Checked = namedtuple("Checked", ("L", "info"))


def cholesky_ex(x: Tensor, *, upper: bool = False) -> Checked:
    """The Cholesky factor, and 0: a matrix that has none raises here."""
    return Checked(ops.cholesky(x, upper), ops.zeros(x.shape[:-2], mindspore.int32))
