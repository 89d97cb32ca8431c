"""Incremental computation: a memo of values by node, with dependency edges from each node to those that have read it.

A node is made again only when something that it read has changed. A node that is read while it is being made answers with what it was
before (nothing at first) and notifies its readers when it is done, so that the nodes of a cycle approach a fixed point.
"""

from __future__ import annotations

import heapq
from array import array
from collections.abc import Callable, Iterable, Iterator
from enum import Enum, auto
from typing import Any, Final

NOBODY: Final = -1
"""As a reader: nothing is being made. As a node's readers: it never changes, so nobody needs to be notified."""
_FREE_CHANGES: Final = 12
"""After so many changes a node is widened, since its value oscillates or grows without end; others converge after a few."""
_MOST_CHANGES: Final = 60
"""After so many changes a node keeps its value; a widened one converges long before."""


class State(Enum):
    """The state of a node that has no value."""

    UNMADE = auto()
    BUSY = auto()


UNMADE: Final = State.UNMADE
BUSY: Final = State.BUSY


class MemoGraph:
    """A graph of values by node number; a subclass computes the nodes."""

    def __init__(self, count: int) -> None:
        """With nodes 0 … `count` - 1, none of them made yet."""
        self.values: list[Any] = [UNMADE] * count
        self.readers: list[int | list[int] | None] = [None] * count
        self.reader = NOBODY
        """The node that is being made."""
        self.provisional = False
        """Whether what is being made has read something that may still change."""
        self.waiting: list[tuple[int, int]] = []
        """The worklist: rank and number of the nodes that are to be made again."""
        self.unsettled: set[int] = set()
        """The nodes that a limit kept from being made again."""
        self._ranked = array("i")
        """The nodes in the order in which they are made again: what a node reads comes before it, but for cycles."""
        self._ranks = array("i", [NOBODY]) * count
        """For each node its place in that order; in arrays, since there are millions."""
        self._is_waiting: set[int] = set()
        self._changes: dict[int, int] = {}
        """How often a node's value has changed."""
        self._read_early: set[int] = set()
        self._cyclic: set[int] = set()
        """The nodes that were ever read while they were made; to make one anew would begin its cycle from nothing, again and again."""

    def make(self, node: int) -> Any:
        """Compute a node's value, which reads other nodes."""
        raise NotImplementedError

    def widen(self, known: Any, result: Any) -> Any:
        """The widened value of a node, so that its changes come to an end."""
        raise NotImplementedError

    def is_made_when_read(self, node: int) -> bool:
        """Whether a node without readers may be dropped until it is read again."""
        raise NotImplementedError

    def following(self, node: int) -> Iterable[int]:
        """The nodes to compute again after a node has changed: its readers."""
        readers = self.readers[node]
        return (() if readers == NOBODY else (readers,)) if isinstance(readers, int) else readers or ()

    def add(self) -> int:
        """Add a node and return its number."""
        self.values.append(UNMADE)
        self.readers.append(None)
        self._ranks.append(NOBODY)
        return len(self.values) - 1

    def add_reader(self, node: int) -> None:
        """Record that the node being computed reads this one."""
        reader = self.reader
        known = self.readers[node]
        if known is None:
            self.readers[node] = reader
        elif type(known) is int:
            if known != reader:
                self.readers[node] = [known, reader]
        elif known[-1] != reader:  # type: ignore[index]
            known.append(reader)  # type: ignore[union-attr]

    def begin(self, node: int, make: Callable[..., Any], *arguments: Any) -> None:
        """Compute a node for the first time."""
        outer, was_provisional = self.reader, self.provisional
        self.reader, self.provisional = node, False
        self.values[node] = BUSY
        result: Any = UNMADE
        try:
            result = make(*arguments)
        finally:
            self.reader = outer
            self.values[node] = result
            self.made(node, was_provisional)
        if node in self._read_early:
            self.notify_early(node)

    def made(self, node: int, was_provisional: bool) -> None:
        """Record that a node was computed for the first time; `was_provisional`: whether its reader was provisional before."""
        if not self.provisional:
            self.readers[node] = NOBODY
            self.provisional = was_provisional
            return
        if self._ranks[node] == NOBODY:
            self._ranks[node] = len(self._ranked)
            self._ranked.append(node)
        if node in self._is_waiting:
            self._queue(node)

    def notify_early(self, node: int) -> None:
        """Notify the nodes that read a node while it was busy."""
        self._read_early.discard(node)
        self.notify(node)

    def early(self, node: int) -> None:
        """Record that a busy node is read."""
        self._read_early.add(node)
        self._cyclic.add(node)

    def notify(self, node: int) -> None:
        """Put all readers of a node on the worklist."""
        readers, self.readers[node] = self.readers[node], None
        for reader in (readers,) if type(readers) is int else readers or ():  # type: ignore[union-attr]
            self.wait(reader)

    def wait(self, node: int) -> None:
        """Put a node on the worklist, unless it has changed too often."""
        if node in self._is_waiting or self.values[node] is UNMADE:
            return
        if self._changes.get(node, 0) >= _MOST_CHANGES:
            self.unsettled.add(node)
            return
        self._is_waiting.add(node)
        if self._ranks[node] != NOBODY:  # else it is queued when it is made
            self._queue(node)

    def _queue(self, node: int) -> None:
        heapq.heappush(self.waiting, (self._ranks[node], node))

    def order(self) -> None:
        """Rank the nodes in reverse postorder of `following`, so that few are computed from values that are about to change."""
        self._ranked = array("i", self._postorder())
        self._ranked.reverse()
        for place, node in enumerate(self._ranked):
            self._ranks[node] = place
        self.waiting = sorted((self._ranks[node], node) for _, node in self.waiting)

    def _postorder(self) -> Iterator[int]:
        """The ranked nodes and all that follow them, each after what follows it, except in cycles."""
        seen = bytearray(len(self.values))
        for root in self._ranked:
            stack = [(NOBODY, iter((root,)))]
            while stack:
                node, following = stack[-1]
                for each in following:
                    if not seen[each]:
                        seen[each] = True
                        stack.append((each, iter(self.following(each))))
                        break
                else:
                    stack.pop()
                    if node != NOBODY:
                        yield node

    def settle(self) -> None:
        """Work off the worklist until it is empty, or holds only nodes that have changed too often."""
        for _ in self.settling():
            pass

    def settling(self) -> Iterator[int]:
        """The same; yields each node after it is computed again."""
        while self.waiting:
            node = heapq.heappop(self.waiting)[1]
            self._remake(node)
            yield node

    def place(self, node: int) -> float:
        """The relative position of a ranked node: from 0 for the first to below 1."""
        return self._ranks[node] / len(self._ranked)

    def drop(self, is_kept: Callable[[int], bool]) -> list[int]:
        """Drop every value that has changed and all that was made from it; returns the nodes in the order of rank.

        Nodes that `is_kept` names stay, and so does what was made from them alone.
        """
        stack = [node for node in self._changes if not is_kept(node)]
        dropped = set(stack)
        while stack:
            new = [node for node in self.following(stack.pop()) if node not in dropped and node != NOBODY and not is_kept(node)]
            dropped.update(new)
            stack += new
        for node in dropped:
            self.values[node], self.readers[node] = UNMADE, None
            self._changes.pop(node, None)
        self.unsettled -= dropped
        return sorted(dropped, key=lambda node: self._ranks[node])

    def rest(self) -> None:
        """Freeze all values, so that nobody needs to be notified."""
        self.readers = [None if known is UNMADE else NOBODY for known in self.values]
        self._changes.clear()
        self._cyclic.clear()
        self._ranked = array("i")
        self._ranks = array("i", [NOBODY]) * len(self.values)

    def _remake(self, node: int) -> None:
        self._is_waiting.discard(node)
        known = self.values[node]
        if known is BUSY or known is UNMADE:
            return
        if self.readers[node] is None and node not in self._cyclic and self.is_made_when_read(node):
            self.values[node] = UNMADE
            return
        self.reader = node
        try:
            result = self.make(node)
        finally:
            self.reader = NOBODY
        if result != known:
            changes = self._changes[node] = self._changes.get(node, 0) + 1
            if changes > _FREE_CHANGES:
                result = self.widen(known, result)
                if result == known:
                    return
            self.values[node] = result
            self.notify(node)
