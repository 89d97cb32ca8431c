"""The old flags `size_average` and `reduce` of torch's losses."""

from __future__ import annotations

_NUMBERS = {"none": 0, "mean": 1, "elementwise_mean": 1, "sum": 2}


def get_enum(reduction: str) -> int:
    """The number of a reduction. Raises ValueError for an unknown name."""
    if reduction not in _NUMBERS:
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return _NUMBERS[reduction]


def legacy_get_enum(size_average: bool | None, reduce: bool | None, emit_warning: bool = True) -> int:
    """The number of the reduction that two old flags ask for."""
    return get_enum(legacy_get_string(size_average, reduce))


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
