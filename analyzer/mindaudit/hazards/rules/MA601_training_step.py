"""Training steps by backward, zero_grad and step."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the first call of backward in a function."""
    seen: set[int] = set()
    for call in sorted(view.calls_of("torch.Tensor.backward"), key=lambda call: call.span):
        if call.site.function not in seen:
            seen.add(call.site.function)
            yield view.hit(call, call.level, None)
