"""Indices that may be masks of bytes, by which torch chooses as by truth values."""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Tensor


def index_of_bytes(index: Any) -> Any:
    """The index, with truth values for a tensor of uint8; anything else as it is. Any backend; exact."""
    return index.bool() if isinstance(index, Tensor) and index.dtype == mindspore.uint8 else index
