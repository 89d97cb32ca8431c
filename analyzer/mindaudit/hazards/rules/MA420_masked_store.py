"""Tensors that are stored through a boolean mask."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Event
from mindaudit.hazards.framework.hit import Hit, certain_enough
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.indexing import keys
from mindaudit.hazards.queries.masks import mask_level
from mindaudit.hazards.queries.statements import compiled
from mindaudit.resolve.values import atoms as at

_REDUCING = frozenset({"sum", "mean", "max", "min", "prod", "median", "std", "var", "norm"})


def check(view: FileView) -> Iterator[Hit]:
    """A hit is `x[mask] = tensor`; a single number is fine."""
    for event in compiled(view, "store_item"):
        container, key, value = event.expressions
        level = certain_enough(view.tensor(container), view.tensor(value), _mask(view, key))
        if level is not None and not _is_single(view, value):
            yield view.hit(event, level, None, **_texts(view, event))


def _mask(view: FileView, key: int) -> int | None:
    return next((level for part in keys(view, key) if (level := mask_level(view, part)) is not None), None)


def _is_single(view: FileView, value: int) -> bool:
    """Whether a stored tensor is a single number: of no dimensions, or a reduction over all of them."""
    return _reduces_all(view, value) or any(isinstance(atom, at.Tensor) and atom.rank == 0 for atom in view.value(value).atoms)


def _reduces_all(view: FileView, value: int) -> bool:
    e = view.expression(value)
    callee = view.expression(e.callee) if isinstance(e, ex.Call) and not e.arguments else None
    return isinstance(callee, ex.Attribute) and callee.name in _REDUCING


def _texts(view: FileView, event: Event) -> dict[str, str]:
    """The source of the base, the mask and the value of `base[mask] = value`."""
    target = view.source((event.start, event.end))
    base, _, mask = target.partition("[")
    line_end = view.text.find("\n", event.end)
    line = view.text[event.end : line_end if line_end >= 0 else len(view.text)]
    return {"base": base.strip(), "mask": mask.removesuffix("]").strip(), "value": line.partition("=")[2].strip()}
