"""Samplers whose number of samples varies."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.base import FileView, Hit
from mindaudit.hazards.queries.sizes import length_cause

_COUNT = {
    "torch.multinomial": (1, "num_samples"), "torch.Tensor.multinomial": (1, "num_samples"), "torch.randperm": (0, "n"),
    "random.sample": (1, "k"), "random.choices": (3, "k"), "numpy.random.choice": (1, "size"), "numpy.random.permutation": (0, "x"),
}  # fmt: skip


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a number of samples that depends on data or on an input's shape."""
    for call in view.calls_of(*_COUNT):
        position, keyword = next(_COUNT[name] for name in sorted(call.names) if name in _COUNT)
        count = call.operand(position, keyword)
        cause = length_cause(view, count.expression) if count else None
        if count and cause:
            yield view.hit(call, call.level, cause, fixed=view.replaced(call.span, count.span, "MAX_COUNT"))
