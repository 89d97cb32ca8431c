"""What a campaign found, block by block; in a file if one is given, so that it can be stopped and go on."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple


class Failure(NamedTuple):
    """Something that the tool should have borne."""

    name: str
    """Of the input: its block and its number in it."""
    error: str
    detail: str


class Peak(NamedTuple):
    """The memory of the largest worker so far."""

    megabytes: int = 0
    name: str = ""
    """The input that made it so large."""


NOTHING: Final = Peak()


@dataclass(slots=True)
class Tally:
    """What was found in one block, or in many."""

    kinds: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)
    digests: dict[int, str] = field(default_factory=dict)
    """By block."""
    peak: Peak = NOTHING

    def merge(self, other: Tally) -> None:
        """Add what was found in another block."""
        self.kinds += other.kinds
        self.failures += other.failures
        self.digests |= other.digests
        self.peak = max(self.peak, other.peak)


def whole_lines(path: Path | None) -> list[str]:
    """The lines of a state, which may not exist yet; half of one, as a killed run may have left it, is removed from the file."""
    lines = path.read_text().splitlines(keepends=True) if path and path.exists() else []
    whole = [line for line in lines if line.endswith("\n")]
    if path and whole != lines:
        path.write_text("".join(whole))
    return whole


class Ledger:
    """The tallies of all blocks that are done, by hash seed and block. Each is one line of the file."""

    def __init__(self, path: Path | None = None, campaign: str = "") -> None:
        """`campaign` says what makes its inputs; a file of another one is refused with a ValueError."""
        self._path, self._lock = path, Lock()
        self._done: dict[tuple[int, int], Tally] = {}
        head, *lines = whole_lines(path) or [f"{campaign}\n"]
        if head != f"{campaign}\n":
            raise ValueError(f"{path} is of another campaign: {head.strip()}")
        if path and not lines:
            path.write_text(head)
        for line in lines:
            hash_seed, block, kinds, failures, digest, peak = json.loads(line)
            self._set(hash_seed, block, Tally(Counter(kinds), [Failure(*each) for each in failures], {block: digest}, Peak(*peak)))

    def open(self, hash_seed: int, blocks: Iterable[int]) -> list[int]:
        """Those blocks that are not done, or failed and are to be checked again."""
        return [block for block in blocks if (hash_seed, block) not in self._done or self._done[hash_seed, block].failures]

    def add(self, hash_seed: int, block: int, tally: Tally) -> None:
        """Note that a block is done."""
        with self._lock:
            self._set(hash_seed, block, tally)
            if self._path:
                line = json.dumps([hash_seed, block, tally.kinds, tally.failures, tally.digests[block], tally.peak])
                with self._path.open("a") as file:
                    file.write(f"{line}\n")

    def _set(self, hash_seed: int, block: int, tally: Tally) -> None:
        if (hash_seed, block) in self._done:
            # what is checked again may be another tool's by now: bytes of before prove nothing
            self._done = {key: done for key, done in self._done.items() if key[1] != block}
        self._done[hash_seed, block] = tally

    def total(self, hash_seed: int, blocks: Iterable[int]) -> Tally:
        """What was found in these blocks."""
        total = Tally()
        for block in blocks:
            total.merge(self._done[hash_seed, block])
        return total
