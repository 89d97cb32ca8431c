"""What calls pass to one parameter."""

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
        """A call passes this value from now on, or nothing; whether the join of all is to be made again."""
        before = self.by_source.pop(source, None)
        if value is not None:
            self.by_source[source] = value
        if before == value:
            return False
        is_first, was_last = self._counted(value, 1) == 1, self._counted(before, -1) == 0
        return is_first or was_last

    def _counted(self, value: Value | None, more: int) -> int:
        """How many calls pass a value, now that so many more do; nobody counts who passes nothing."""
        if value is None:
            return -1
        count = self._count.get(value, 0) + more
        if count:
            self._count[value] = count
        else:
            del self._count[value]
        return count

    def joined(self) -> Value | None:
        """What the parameter can be; None if no call passes anything."""
        return v.join(self._count) if self._count else None
