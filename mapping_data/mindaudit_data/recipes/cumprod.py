"""`torch.cumprod` with torch's gradient where elements are zero; that of `ops.cumprod` is NaN there."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor, ops

from mindaudit_data.recipes.floating import summed


def cumprod(x: Tensor, dim: int, *, dtype: Any = None) -> Tensor:
    """The running product along `dim`; whole numbers and booleans multiply as int64.

    One multiplication per step, so meant for dimensions of moderate length. Any backend; within 1e-6 relative in float32.
    """
    x = summed(x, dtype)
    if x.ndim == 0:
        return x
    products: list[Tensor] = []
    for part in ops.split(x, 1, dim):
        products.append(products[-1] * part if products else part)
    return ops.cat(products, dim)
