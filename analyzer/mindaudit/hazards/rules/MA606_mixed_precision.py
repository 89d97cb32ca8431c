"""Automatic mixed precision."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView

_NAMES = (
    "torch.autocast",
    "torch.amp.autocast",
    "torch.cuda.amp.autocast",
    "torch.cpu.amp.autocast",
    "torch.amp.GradScaler",
    "torch.cuda.amp.GradScaler",
    "torch.amp.autocast_mode.autocast",
    "torch.amp.grad_scaler.GradScaler",
)


def check(view: FileView) -> Iterator[Hit]:
    """A hit is where an autocast or a gradient scaler is made."""
    return view.hits_of(*_NAMES)
