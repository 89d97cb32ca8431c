"""Data loaders."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.base import FileView, Hit


def check(view: FileView) -> Iterator[Hit]:
    """A hit is where a loader is made."""
    for call in view.calls_of("torch.utils.data.DataLoader"):
        fields = {
            name: view.text_of(operand) if (operand := call.operand(position, name)) else default
            for position, name, default in ((0, "dataset", "…"), (1, "batch_size", "1"), (2, "shuffle", "False"), (8, "drop_last", "False"))
        }
        yield view.hit(call, call.level, None, **fields)
