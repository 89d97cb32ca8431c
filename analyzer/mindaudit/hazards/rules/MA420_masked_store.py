"""Tensors that are stored through a boolean mask."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Event
from mindaudit.hazards.framework.hit import Hit, certain_enough
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.indexing import keys
from mindaudit.hazards.queries.masked_changes import is_single
from mindaudit.hazards.queries.masks import mask_level
from mindaudit.hazards.queries.mendings import covers, same_dtype
from mindaudit.hazards.queries.statements import compiled


def check(view: FileView) -> Iterator[Hit]:
    """A hit is `x[mask] = tensor`; a single number is fine."""
    for event in compiled(view, "store_item"):
        container, key, value = event.expressions
        level = certain_enough(view.tensor(container), view.tensor(value), _mask(view, key))
        if level is not None and not is_single(view, value):
            yield _mended(view, event, view.hit(event, level, None, value="…"))


def _mask(view: FileView, key: int) -> int | None:
    return next((level for part in keys(view, key) if (level := mask_level(view, part)) is not None), None)


def _mended(view: FileView, event: Event, hit: Hit) -> Hit:
    """The hit with the value that is stored; with code where `x[mask] = y[mask]` has a mask of the shape of `x`."""
    match view.syntax.at(hit.span)[:2]:
        case [ast.Subscript() as target, ast.Assign(targets=[_], value=value) as statement]:
            fields = {**hit.fields, "value": view.syntax.source(value)}
            container, key, _ = event.expressions
            if isinstance(value, ast.Subscript) and ast.dump(value.slice) == ast.dump(target.slice) and covers(view, key, container):
                texts = {"base": target.value, "mask": target.slice}
                found = {name: view.syntax.source(node) for name, node in texts.items()}
                found["other"] = view.syntax.source(value.value) + _cast(view, event, found["base"])
                return hit._replace(variant="gathered", fields=fields | found, replaces=view.syntax.span(statement))
            return hit._replace(fields=fields)
    return hit


def _cast(view: FileView, event: Event, base: str) -> str:
    """What gives the stored tensor the dtype of the one that it goes into, as storing does; "" where both have one."""
    container, _, value = event.expressions
    e = view.expression(value)
    known = isinstance(e, ex.Subscript) and same_dtype(view, container, e.base)
    return "" if known else f".astype({base}.dtype)"
