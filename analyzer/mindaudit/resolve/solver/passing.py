"""The values that the calls of a function pass to one of its parameters."""

from __future__ import annotations

from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Value


class Passing:
    """The value that each call passes to a parameter; thousands of calls often pass a few different ones."""

    __slots__ = ("_count", "by_source")

    def __init__(self) -> None:
        self.by_source: dict[int, Value] = {}
        """By the node of the call."""
        self._count: dict[Value, int] = {}
        """How many calls pass it."""

    def passes(self, source: int, value: Value | None) -> bool:
        """Record that a call passes this value now, or nothing; returns whether the join has to be computed again."""
        before = self.by_source.get(source)
        if before == value:
            return False
        is_first = value is not None and self._comes(source, value)
        if value is None:
            del self.by_source[source]
        return (before is not None and self._leaves(before)) or is_first

    def _comes(self, source: int, value: Value) -> bool:
        """Add a call that passes this value; returns whether it is the first one."""
        self.by_source[source] = value
        count = self._count[value] = self._count.get(value, 0) + 1
        return count == 1

    def _leaves(self, value: Value) -> bool:
        """Remove a call that passes this value; returns whether it was the last one."""
        self._count[value] -= 1
        if self._count[value]:
            return False
        del self._count[value]
        return True

    def joined(self) -> Value | None:
        """The join of the passed values; None if no call passes anything."""
        return v.join(self._count) if self._count else None
