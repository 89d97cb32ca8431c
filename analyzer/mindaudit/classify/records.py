"""The records of a row's executions, and which of them apply to a target."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mindaudit.classify.table import EvidenceRow
from mindaudit.model import Target
from mindaudit_data.versions import TARGETS, number

_UNCOMPILED: Final = "cannot-compile"
FAILURES: Final = {
    "differs": "gave other results",
    "cannot-run": "could not run",
    _UNCOMPILED: "does not compile",
    "crashes": "ended the process",
}
_EVERYWHERE: Final = ("differs", _UNCOMPILED)
"""What holds on other backends too: the values, and what the compiler refuses before it looks for kernels."""
FORGIVEN: Final = 0.1
"""Share of executed samples that may differ before a row is passed over; it then states the difference."""


def failure(records: Sequence[EvidenceRow], target: Target) -> EvidenceRow | None:
    """The executed record by which a row must not be used on a target."""
    for record in speaking(records, target):
        if number(record.version) < number(target.mindspore):
            continue  # a later release may have mended it
        if record.state == _UNCOMPILED and target.mode != record.mode:
            continue  # it runs in PyNative mode
        if not held(record) and (record.backend == target.backend or record.state in _EVERYWHERE):
            return record
    return None


def held(record: EvidenceRow) -> bool:
    """Whether a record says that a row gives what torch gives, but for few samples."""
    return record.state not in FAILURES or (record.state == "differs" and record.samples - record.matched <= FORGIVEN * record.samples)


def speaking(records: Sequence[EvidenceRow], target: Target) -> list[EvidenceRow]:
    """The records that speak for a target, the nearest first: those of its backend, then of each other one."""
    backends = sorted({record.backend for record in records}, key=lambda backend: (backend != target.backend, backend))
    return [record for backend in backends for record in _nearest([each for each in records if each.backend == backend], target)]


def _nearest(records: Sequence[EvidenceRow], target: Target) -> Iterator[EvidenceRow]:
    """Of one backend: the record of the nearest release in the target's mode, and before it one of the other mode that is nearer."""
    seen: set[str] = set()
    for record in sorted(records, key=lambda each: (*_distance(each.version, target.mindspore), each.mode != target.mode)):
        if record.mode not in seen:
            yield record
        if record.mode == target.mode:
            return
        seen.add(record.mode)


def _distance(version: str, wanted: str) -> tuple[int, bool]:
    """How many releases lie between two, an older one after a newer one that is as far away."""
    places = {each: place for place, each in enumerate(TARGETS)}
    return abs(places.get(version, len(TARGETS)) - places.get(wanted, len(TARGETS))), number(version) < number(wanted)


def is_of(record: EvidenceRow, target: Target) -> bool:
    """Whether a record was made on the target's release, mode and backend."""
    return (record.version, record.mode, record.backend) == (target.mindspore, target.mode, target.backend)
