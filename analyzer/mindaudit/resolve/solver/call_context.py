"""Call contexts: single calls of functions that are looked at alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mindaudit.resolve.values.domain import Value


class CallContext(NamedTuple):
    """One call of a function, looked at alone."""

    module: int
    function: int
    depends: Sequence[int]
    """For each expression of the module the functions on whose parameters it depends, as bits."""
    bound: Mapping[str, Value]
    receiver: Value | None
    """What the receiver of a method is, where that is assumed, too."""
    values: dict[int, Any]
    nesting: int
