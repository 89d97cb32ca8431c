"""The old flags `size_average` and `reduce` of torch's losses."""

from __future__ import annotations


def legacy_get_string(size_average: bool | None, reduce: bool | None, emit_warning: bool = True) -> str:
    """The reduction that two old flags ask for."""
    if reduce is False:
        return "none"
    return "sum" if size_average is False else "mean"


def chosen(size_average: bool | None, reduce: bool | None, reduction: str) -> str:
    """The reduction asked for; old flags win over the name, as in torch. Raises ValueError for an unknown name."""
    if size_average is not None or reduce is not None:
        return legacy_get_string(size_average, reduce)
    if reduction not in ("none", "mean", "sum", "batchmean"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return reduction
