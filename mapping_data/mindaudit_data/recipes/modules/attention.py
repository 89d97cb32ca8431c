"""`torch.nn.attention`: which implementation of attention may run. MindSpore has one and chooses nothing, so a choice has no effect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import IntEnum


class SDPBackend(IntEnum):
    """torch's implementations of attention, with torch's numbers."""

    ERROR = -1
    MATH = 0
    FLASH_ATTENTION = 1
    EFFICIENT_ATTENTION = 2
    CUDNN_ATTENTION = 3
    OVERRIDEABLE = 4


@contextmanager
def sdpa_kernel(backends: SDPBackend | Sequence[SDPBackend], set_priority: bool = False) -> Iterator[None]:
    """A scope in which only these implementations may run in torch; without effect here."""
    yield
