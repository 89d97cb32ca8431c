"""topk with a k that varies."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.sizes import length_cause
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a k that depends on data or on an input's shape."""
    for call in view.calls_of("torch.topk", "torch.Tensor.topk"):
        k = call.argument("k")
        cause = length_cause(view, k.expression) if k else None
        if k and cause:
            level = v.POSSIBLE if view.by_convention(k.expression) else call.level
            yield view.hit(call, level, cause, input=view.text_of(call.argument("input")), k=view.text_of(k))
