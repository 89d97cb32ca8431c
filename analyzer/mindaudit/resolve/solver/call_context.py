"""Call contexts: a function is analyzed for one call, apart from its other calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mindaudit.resolve.values.domain import Value


class CallContext(NamedTuple):
    """One call of a function, with the values of its parameters and of the expressions that depend on them."""

    module: int
    function: int
    depends: Sequence[int]
    """For each expression of the module, the functions on whose parameters it depends, as a bit set."""
    bound: Mapping[str, Value]
    receiver: Value | None
    """The receiver of a method, if the context fixes it as well."""
    values: dict[int, Any]
    nesting: int
