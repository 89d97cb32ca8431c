"""`Tensor.to_dense` and `Tensor.coalesce`: of MindSpore's sparse tensors, and of the dense ones that stand for torch's sparse ones.

MindSpore 2.0 and newer, PyNative mode; exact.
"""

from __future__ import annotations

from typing import Any

from mindspore import Tensor


def as_dense(x: Any) -> Tensor:
    """The tensor with its zeros."""
    return x if isinstance(x, Tensor) else x.to_dense()


def coalesced(x: Any) -> Any:
    """The tensor with one value for each place."""
    return x if isinstance(x, Tensor) else x.coalesce()
