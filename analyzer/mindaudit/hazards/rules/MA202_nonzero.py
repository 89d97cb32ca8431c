"""nonzero and argwhere: as many rows as there are non-zero elements."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView


def check(view: FileView) -> Iterator[Hit]:
    """Every call is a hit: the number of rows is always data."""
    for call in view.calls_of("torch.nonzero", "torch.Tensor.nonzero", "torch.argwhere", "torch.Tensor.argwhere"):
        yield view.hit(call, call.level, input=view.text_of(call.argument("input")))
