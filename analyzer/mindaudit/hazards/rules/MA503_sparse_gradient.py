"""Layers and optimizers that ask for sparse gradients."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import domain as v

_FLAGGED = {
    "torch.nn.Embedding": "sparse",
    "torch.nn.EmbeddingBag": "sparse",
    "torch.nn.functional.embedding": "sparse",
    "torch.gather": "sparse_grad",
}


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a call with the flag set, or a sparse optimizer."""
    for call in view.calls_of(*_FLAGGED):
        parameter = next(_FLAGGED[name] for name in sorted(call.names) if name in _FLAGGED)
        flag = call.argument(parameter)
        if flag and v.constants(view.value(flag.expression), "bool") == [True]:
            yield view.hit(call, call.level, None)
    yield from view.hits_of("torch.optim.SparseAdam")
