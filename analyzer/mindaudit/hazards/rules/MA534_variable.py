"""Variables made of what was computed, which torch does not differentiate through."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.integer_casts import carries
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """Hits: `Variable(x + y)` of a tensor that may carry gradients; of what a function gets nobody knows."""
    for call in view.calls_of("torch.autograd.Variable"):
        data = call.operand(0, "data")
        if data and view.has_gradients(call.site.function) and carries(view, data.expression):
            yield view.hit(call, v.LIKELY, None, operand=view.source(data.span))._replace(replaces=data.span)
