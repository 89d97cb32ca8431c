"""`torch.diff`; `mint.diff` does not run in a graph on CPU."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops


def differences(x: Tensor, n: int = 1, dim: int = -1, prepend: Tensor | None = None, append: Tensor | None = None) -> Tensor:
    """What each element along `dim` differs by from the one before it, `n` times over; of booleans, whether it differs. Any dtype."""
    if n == 0:
        return x
    parts = [part for part in (prepend, x, append) if part is not None]
    x = (ops.cat(parts, dim) if len(parts) > 1 else x).swapaxes(dim, -1)
    for _ in range(min(n, x.shape[-1])):
        x = ops.logical_xor(x[..., 1:], x[..., :-1]) if x.dtype == mindspore.bool_ else x[..., 1:] - x[..., :-1]
    return x.swapaxes(dim, -1)
