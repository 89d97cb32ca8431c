"""Clipping of gradients stored in parameters."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView

_NAMES = tuple(f"torch.nn.utils.{name}" for name in ("clip_grad_norm_", "clip_grad_value_", "clip_grad_norm", "clip_grads_with_norm_"))


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a call that clips."""
    for call in view.calls_of(*_NAMES):
        yield view.hit(call, call.level, None, limit=view.text_of(call.argument("max_norm", "clip_value")))
