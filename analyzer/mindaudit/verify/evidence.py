"""Sums up outcomes by mapping row, and keeps evidence.csv and DISAGREEMENTS.md."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from mindaudit.classify.candidates import OFFICIAL
from mindaudit.classify.records import FORGIVEN, failure
from mindaudit.model import Target
from mindaudit.verify.calls import Call
from mindaudit.verify.mindspore_side import Outcome

HEADER = ("mapping", "version", "mode", "backend", "state", "samples", "matched", "detail", "gradients")


@dataclass(frozen=True, slots=True)
class Job:
    """One substitution to run."""

    call: Call
    number: int
    """The call's place among all calls."""
    mapping: str
    preference: int
    substitution: str
    states_dtype: bool
    """Whether the row says that dtypes differ."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What executing a mapping row gave, as a line of evidence.csv."""

    mapping: str
    version: str
    mode: str
    backend: str
    state: str
    samples: int
    matched: int
    detail: str
    gradients: int = 0
    """Samples whose gradients were compared too, and are torch's."""

    def cells(self) -> tuple[str, ...]:
        """The line's cells."""
        place = (self.mapping, self.version, self.mode, self.backend)
        return (*place, self.state, str(self.samples), str(self.matched), self.detail, str(self.gradients))


def holds(job: Job, outcome: Outcome) -> bool:
    """Whether an outcome keeps what the row promises."""
    return outcome.state in ("equal", "no-gradient") or (outcome.state == "dtype" and job.states_dtype)


def sum_up(jobs: Sequence[Job], outcomes: Sequence[Outcome], version: str, mode: str, backend: str) -> list[Verdict]:
    """One line per mapping row that was run, ordered by row.

    A call on which a row fails does not count against it if a row in front of it serves that call: nobody gets there. Official rows are
    held against every call, since what is known of them is what they are in the table for.
    """
    by_row: dict[str, list[tuple[Job, Outcome]]] = defaultdict(list)
    for job, outcome in zip(jobs, outcomes, strict=True):
        by_row[job.mapping].append((job, outcome))
    served: set[int] = set()
    verdicts = {}
    for mapping in sorted(by_row, key=lambda name: by_row[name][0][0].preference):
        ran = [pair for pair in by_row[mapping] if holds(*pair) or pair[0].preference >= OFFICIAL or pair[0].number not in served]
        # Where only edges ran and all failed, nothing is known of the calls that people write.
        if any(holds(*pair) or not pair[0].call.edge for pair in ran):
            verdicts[mapping] = _of_row(mapping, ran, version, mode, backend)
            if failure([verdicts[mapping]], Target(version, mode, backend)) is None:
                served |= {job.number for job, outcome in ran if holds(job, outcome)}
    return [verdicts[mapping] for mapping in sorted(verdicts)]


def _of_row(mapping: str, ran: Sequence[tuple[Job, Outcome]], version: str, mode: str, backend: str) -> Verdict:
    matched = [pair for pair in ran if holds(*pair)]
    failed = [pair for pair in ran if not holds(*pair)]
    proper = [pair for pair in failed if not pair[0].call.edge]
    state = _state(matched, failed, proper)
    example = min(proper or failed, key=lambda pair: (pair[0].call.size, pair[0].call.text), default=None)
    example = example or next((pair for pair in matched if pair[1].state == "equal" and pair[1].detail), None)
    detail = f"{example[0].call.described()}: {example[1].detail or example[1].state}" if example else _gradient_detail(matched)
    gradients = sum(outcome.gradients for _, outcome in matched)
    return Verdict(mapping, version, mode, backend, state, len(ran), len(matched), " ".join(detail.split())[:300], gradients)


def _state(matched: Sequence[tuple[Job, Outcome]], failed: Sequence[tuple[Job, Outcome]], proper: Sequence[tuple[Job, Outcome]]) -> str:
    if matched and not proper:
        stated = any(outcome.state == "dtype" for _, outcome in matched)
        return "equal-but-edge" if failed else "equal-after-stated-change" if stated else "equal"
    states = {outcome.state for _, outcome in failed}
    if not matched and "cannot-compile" in states and "differs" not in states:
        return "cannot-compile"
    if states <= {"cannot-run"} and len(failed) > FORGIVEN * (len(matched) + len(failed)):
        return "cannot-run"
    if matched and "cannot-compile" in states and states <= {"cannot-compile", "cannot-run"}:
        return "compiles-in-part"
    if not matched and "crash" in states:
        return "crashes"
    return "differs"


def _gradient_detail(matched: Sequence[tuple[Job, Outcome]]) -> str:
    without = sum(outcome.state == "no-gradient" for _, outcome in matched)
    return f"no gradient in {without} of {len(matched)} samples" if without else ""


def fuller(old: Iterable[Verdict], new: Iterable[Verdict]) -> list[Verdict]:
    """The new lines, but the old one of a row on a target where that rests on more samples."""
    kept = {verdict.cells()[:4]: verdict for verdict in old}
    return [max(verdict, kept.get(verdict.cells()[:4], verdict), key=lambda each: each.samples) for verdict in new]


def merge(old: Iterable[Verdict], new: Iterable[Verdict], known: frozenset[str], wanted: frozenset[str]) -> list[Verdict]:
    """The lines to keep: the new ones, and old ones of other versions, modes and backends or of rows that were not asked for."""
    fresh = list(new)
    settings = {(verdict.version, verdict.mode, verdict.backend) for verdict in fresh}
    kept = [
        v for v in old if v.mapping in known and ((v.version, v.mode, v.backend) not in settings or (wanted and v.mapping not in wanted))
    ]
    return sorted([*kept, *fresh], key=lambda verdict: verdict.cells()[:4])


def read(path: Path) -> list[Verdict]:
    """The lines of evidence.csv; none if there is no such file."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return [
            Verdict(
                row["mapping"],
                row["version"],
                row["mode"],
                row["backend"],
                row["state"],
                int(row["samples"]),
                int(row["matched"]),
                row["detail"],
                int(row.get("gradients") or 0),
            )
            for row in csv.DictReader(file)
        ]


def write(path: Path, verdicts: Iterable[Verdict]) -> None:
    """Replaces evidence.csv as a whole."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADER)
    writer.writerows(verdict.cells() for verdict in verdicts)
    replace(path, text.getvalue())


def replace(path: Path, text: str) -> None:
    """Writes a file whole or not at all."""
    temporary = path.with_suffix(path.suffix + ".tmp")
    temporary.write_text(text, encoding="utf-8", newline="")
    temporary.replace(path)
