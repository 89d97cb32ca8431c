"""with statements that a graph compiler sees."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.statements import compiled
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_GRADIENT = frozenset({"torch.no_grad", "torch.enable_grad", "torch.set_grad_enabled", "torch.inference_mode", "torch.autograd.no_grad"})


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the context manager."""
    for event in compiled(view, "with"):
        names = {atom.torch_class for atom in view.value(event.expressions[0]).atoms if isinstance(atom, at.Instance)}
        precise = any(name.endswith("autocast") for name in names)
        variant = "no_grad" if names & _GRADIENT else "autocast" if precise else ""
        yield view.hit(event, v.CERTAIN, None, variant=variant, construct="scope" if variant else "")
