"""unique and unique_consecutive: as many values as are distinct."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView

_NAMES = ("torch.unique", "torch.Tensor.unique", "torch.unique_consecutive", "torch.Tensor.unique_consecutive")


def check(view: FileView) -> Iterator[Hit]:
    """Every call is a hit: the number of distinct values is always data."""
    for call in view.calls_of(*_NAMES):
        yield view.hit(call, call.level, input=view.text_of(call.argument("input")))
