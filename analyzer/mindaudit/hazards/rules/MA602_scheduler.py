"""Learning-rate schedulers."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView

_PREFIX = "torch.optim.lr_scheduler."


def check(view: FileView) -> Iterator[Hit]:
    """A hit is where a scheduler is made."""
    for call in view.calls_below(_PREFIX):
        name = min(name for name in call.names if name.startswith(_PREFIX)).removeprefix(_PREFIX)
        if "." not in name:
            yield view.hit(call, call.level, None)
