"""Gradients that are asked for explicitly."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a call that differentiates."""
    for call in (*view.calls_of("torch.autograd.grad", "torch.autograd.backward"), *view.calls_below("torch.autograd.functional.")):
        yield view.hit(call, call.level, None, inputs=view.text_of(call.argument("inputs")))
