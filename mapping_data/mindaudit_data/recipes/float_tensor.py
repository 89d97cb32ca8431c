"""`torch.Tensor(x)` whose argument is seen only when it runs: a size, or values.

MindSpore 2.0 and newer; exact, but that tensors of a size hold zeros where torch leaves them unset.
"""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Tensor, ops


def float_tensor(data: Any = ()) -> Tensor:
    """Zeros of a length if `data` is a number, else its values, as float32."""
    if isinstance(data, int):
        return ops.zeros((data,), mindspore.float32)
    return Tensor(data).astype(mindspore.float32)
