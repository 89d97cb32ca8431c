"""Data loaders."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView


def check(view: FileView) -> Iterator[Hit]:
    """A hit is where a loader is made."""
    for call in view.calls_of("torch.utils.data.DataLoader"):
        fields = {
            name: view.text_of(operand) if (operand := call.argument(name)) else default
            for name, default in (("dataset", "…"), ("batch_size", "1"), ("shuffle", "False"), ("drop_last", "False"))
        }
        yield view.hit(call, call.level, None, **fields)
