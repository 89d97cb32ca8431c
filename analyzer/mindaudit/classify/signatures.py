"""The parameters of MindSpore's APIs, and whether their defaults are torch's."""

from __future__ import annotations

from functools import lru_cache

from mindaudit.classify import conditions
from mindaudit.classify.bind import OverloadParameter, from_catalog
from mindaudit.classify.table import Table


@lru_cache(maxsize=8192)
def signature(name: str, version: str, table: Table) -> tuple[OverloadParameter, ...] | None:
    """The parameters of a MindSpore API without a method's receiver, None when unknown."""
    found = table.mindspore_parameters(name, version)
    if found is None:
        return None
    parameters = tuple(map(from_catalog, found))
    return parameters[1:] if parameters and parameters[0].name == "self" else parameters


def differs(ours: OverloadParameter, theirs: OverloadParameter) -> bool:
    """Whether both defaults are known and differ; None does not count, since it often means a default chosen by the API."""
    if ours.default in (None, "None") or theirs.default is None:
        return False
    mine, other = conditions.default_value(ours.default or ""), conditions.default_value(theirs.default)
    return mine.constant and other.constant and "dtype" not in mine.types and conditions.equals(mine, other.literal) is False
