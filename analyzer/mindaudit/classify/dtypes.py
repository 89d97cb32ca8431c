"""The evidence of a row for the dtypes of a call's tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mindaudit.classify.bind import Binding
from mindaudit.classify.records import FAILURES, failure, speaking
from mindaudit.classify.table import HalfRow, Row, Table
from mindaudit.model import Target

_FAMILIES: Final = frozenset({"float", "int", "complex"})
"""Dtypes of which only the family is known."""


def dtypes_of(binding: Binding) -> tuple[str, ...]:
    """The known dtypes of the tensors of a call, that of the first tensor first."""
    dtypes = (argument.value.dtype for argument in binding.given.values())
    return tuple(dict.fromkeys(dtype for dtype in dtypes if dtype and dtype not in _FAMILIES))


def failed_in(dtypes: tuple[str, ...], row: Row, table: Table, target: Target) -> str:
    """The reason why a row is not used for tensors of these dtypes: it failed in half precision on the backend; "" without one."""
    rows = [each for each in table.half_precision(row.id) if each.dtype in dtypes and each.backend == target.backend]
    for dtype in sorted({each.dtype for each in rows}):
        if record := failure([each for each in rows if each.dtype == dtype], target):
            return f"{row.template} {FAILURES[record.state]} in {dtype} on {record.backend}"
    return ""


def speaking_in_half(rows: Sequence[HalfRow], target: Target) -> list[HalfRow]:
    """For each dtype, the half-precision record nearest to a target."""
    by_dtype = {dtype: [row for row in rows if row.dtype == dtype] for dtype in dict.fromkeys(row.dtype for row in rows)}
    nearest = [speaking(each, target)[0] for each in by_dtype.values()]
    return [row for row in rows if row in nearest]


def lacking(dtypes: tuple[str, ...], name: str | None, table: Table, target: Target) -> tuple[str, ...]:
    """The difference that the operator behind an API does not support the first tensor's dtype on the backend, if so."""
    taken = table.kernel_dtypes(name, target.backend) if name and dtypes else frozenset()
    return (f"dtype: {name} takes no {dtypes[0]} on {target.backend}",) if taken and dtypes[0] not in taken else ()
