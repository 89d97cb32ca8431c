"""`torch.det`, `logdet` and `slogdet` for matrices of any size; MindSpore's want at least two rows."""

from __future__ import annotations

from mindspore import Tensor, ops

from mindaudit_data.recipes.exponentials import log
from mindaudit_data.recipes.named_result import named_result


def determinant(x: Tensor) -> Tensor:
    """The determinant of each matrix in the last two dimensions."""
    return x[..., 0, 0] if x.shape[-1] == 1 else ops.det(x)


def slogdet(x: Tensor) -> tuple[Tensor, Tensor]:
    """The sign and the logarithm of the absolute value of each determinant."""
    if x.shape[-1] == 1:
        return named_result((ops.sign(x[..., 0, 0]), log(ops.abs(x[..., 0, 0]))), "sign", "logabsdet")
    sign, logarithm = ops.slogdet(x)
    return named_result((sign, logarithm), "sign", "logabsdet")


def logdet(x: Tensor) -> Tensor:
    """The logarithm of each determinant; NaN where it is negative."""
    sign, logarithm = slogdet(x)
    return logarithm + log(ops.where(sign < 0, sign, sign * sign))
