"""Distributed training."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView

_WRAPPING = (
    "torch.nn.DataParallel",
    "torch.nn.parallel.DistributedDataParallel",
    "torch.nn.parallel.DataParallel",
    "torch.utils.data.distributed.DistributedSampler",
)
_QUERIES = frozenset(
    f"torch.distributed.{name}" for name in ("is_available", "is_initialized", "get_rank", "get_world_size", "get_backend")
)


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a wrapper, a sampler, or a call into torch.distributed that does something."""
    for call in (*view.calls_of(*_WRAPPING), *view.calls_below("torch.distributed.")):
        if not call.names & _QUERIES:
            yield view.hit(call, call.level, None)
