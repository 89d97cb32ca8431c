"""`share_memory_` of tensors and `share_memory` of modules: processes that get them, or are forked, see what the others store.

PyNative mode, MindSpore 2.8 and newer, CPU; tensors of other devices stay as they are, as in torch.
"""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Tensor


def in_shared_memory(x: Any) -> Any:
    """The tensor or network itself, whose elements, parameters and buffers lie in memory that processes share."""
    if mindspore.get_context("device_target") == "CPU":
        for tensor in [x] if isinstance(x, Tensor) else _states(x):
            if not tensor.is_shared():
                tensor.untyped_storage()._share_fd_cpu_()
    return x


def any_share_memory_(x: Any) -> Any:
    """`x.share_memory_()` of what may be a tensor."""
    return in_shared_memory(x) if isinstance(x, Tensor) else x.share_memory_()


def _states(network: Any) -> list[Tensor]:
    states = [(*part._params.values(), *part.__dict__.get("_buffers", {}).values()) for _, part in network.cells_and_names()]
    return [each for own in states for each in own if each is not None]
