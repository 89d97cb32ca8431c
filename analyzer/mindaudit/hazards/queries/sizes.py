"""The dependence of a number that decides a shape: on data, on shapes, or on neither."""

from __future__ import annotations

from mindaudit.hazards.framework.hit import Cause
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.origins import counts
from mindaudit.hazards.queries.reading import NUMBERS, reads_data
from mindaudit.resolve.values import domain as v


def length_cause(view: FileView, index: int) -> Cause:
    """data: a tensor, a number read from one, or the size of what was made by data. shape: what else is known only at run time."""
    value = view.value(index)
    tensor = view.tensor(index)
    if tensor is not None and tensor > v.POSSIBLE and value.cause >= v.DATA:
        return "data"
    if not value.atoms:
        return "data" if value.open and reads_data(view.evaluator, view.module, index) else None
    if not any(v.type_name(atom) in NUMBERS for atom in value.atoms):
        return None
    if counts(view, index) or (value.cause >= v.DATA and reads_data(view.evaluator, view.module, index)):
        return "data"
    return "shape" if value.cause >= v.SHAPE else None
