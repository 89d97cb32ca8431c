"""Activation checkpointing."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the call that runs a function under a checkpoint."""
    for call in view.calls_of("torch.utils.checkpoint.checkpoint", "torch.utils.checkpoint.checkpoint_sequential"):
        yield view.hit(call, call.level, None, function=view.text_of(call.argument("function", "functions")))
