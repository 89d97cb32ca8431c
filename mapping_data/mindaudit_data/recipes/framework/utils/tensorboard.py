"""`torch.utils.tensorboard`: the writer of tensorboardX, which needs to be installed, for MindSpore's tensors."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import tensorboardX
from mindspore import Tensor


class SummaryWriter(tensorboardX.SummaryWriter):
    """Gets tensors as arrays and numbers. Networks are not drawn."""

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        return partial(_with_arrays, found) if name.startswith("add_") else found

    def add_graph(self, *_: Any, **__: Any) -> None:
        """A warning: tensorboardX draws torch's networks alone."""
        warnings.warn("networks of MindSpore are not drawn", stacklevel=3)


def _with_arrays(method: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    return method(*_plain(args), **_plain(kwargs))


def _plain(value: Any) -> Any:
    """The value with an array in the place of each tensor, with a number in that of one without dimensions."""
    if isinstance(value, Tensor):
        return value.asnumpy() if value.ndim else value.item()
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return type(value)([_plain(item) for item in value]) if type(value) in (list, tuple) else value
