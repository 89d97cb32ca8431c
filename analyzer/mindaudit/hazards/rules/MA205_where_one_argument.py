"""where with one argument, which is nonzero in another spelling."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView


def check(view: FileView) -> Iterator[Hit]:
    """A hit is `torch.where` with a condition and nothing else."""
    for call in view.calls_of("torch.where"):
        if len(call.operands) == 1 and not call.starred:
            yield view.hit(call, call.level, condition=view.text_of(call.argument("condition")))
