"""`torch.device` and what asks or sets devices: MindSpore places all tensors by one device target."""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import jit_class

_KINDS = {"CPU": "cpu", "GPU": "cuda", "Ascend": "npu"}


def _target() -> str:
    return _KINDS[mindspore.get_context("device_target")]


class device:
    """A device by name and number. It places nothing, and equals another one, or the text that a Tensor's device is, of the same kind.

    As a context manager it changes nothing.
    """

    def __init__(self, type: Any = None, index: int | None = None) -> None:
        named = _target() if type is None else f"cuda:{type}" if isinstance(type, int) else str(type)
        kind, _, number = named.partition(":")
        self.type: str = _KINDS.get(kind, kind)
        self.index = int(number) if number else index

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str) and other in _KINDS:
            other = device(other)
        return isinstance(other, device) and self.type == other.type and (self.index or 0) == (other.index or 0)

    def __hash__(self) -> int:
        return hash((self.type, self.index or 0))

    def __repr__(self) -> str:
        return f"device(type={self.type!r})" if self.index is None else f"device(type={self.type!r}, index={self.index})"

    def __str__(self) -> str:
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __enter__(self) -> device:
        return self

    def __exit__(self, *_: Any) -> None:
        """Nothing was changed."""


@jit_class
class Here(device):
    """The device target, asked for when its type is read; in graphs that is while they are compiled."""

    index = None

    def __init__(self) -> None:
        """Nothing is kept: the device target may be set later."""

    @property
    def type(self) -> str:  # type: ignore[override]
        """What torch calls the device target."""
        return _target()

    @property
    def target(self) -> str:
        """What MindSpore calls it."""
        return str(mindspore.get_context("device_target"))


def get_default_device() -> device:
    """The device target."""
    return device()


def set_default_device(device: Any) -> None:
    """Nothing: mindspore.set_device decides."""
