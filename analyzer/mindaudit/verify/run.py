"""The whole run: calls from torch, substitutions from the classifier, outcomes from MindSpore, evidence and disagreements to files."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from dataclasses import replace as replaced
from pathlib import Path
from typing import Any, Protocol

import mindaudit_data
from mindaudit.classify.candidates import OFFICIAL, is_in_place
from mindaudit.classify.judge import every
from mindaudit.classify.table import CatalogParameter, DropRule, EvidenceRow, HalfRow, MethodRow, Row, Table, TorchApi, Use
from mindaudit.model import Target, Usage
from mindaudit.verify import half_precision, methods, sampling
from mindaudit.verify.calls import Call
from mindaudit.verify.evidence import Job, Verdict, fuller, merge, read, replace, sum_up, write
from mindaudit.verify.journal import Journal
from mindaudit.verify.mindspore_side import Outcome
from mindaudit.verify.usages import usages_of
from mindaudit.verify.workers import run_all

Methods = dict[methods.Form, tuple[int, int]]
PROMISES = ("supported", "equivalent", "composable")
MODES = ("pynative", "graph")
BACKEND = "cpu"
ELSEWHERE = "ascend"
STAGES = {"pynative": 3000, "graph": 400}
"""How many jobs workers get before new ones take over."""


@dataclass(frozen=True, slots=True)
class Unproven:
    """A table without its evidence and documented backends: every candidate gets its chance again."""

    table: Table

    def mappings(self, torch_name: str) -> Sequence[Row]:
        """As the table has them."""
        return self.table.mappings(torch_name)

    def torch_api(self, name: str) -> TorchApi | None:
        """As the table has it."""
        return self.table.torch_api(name)

    def torch_overloads(self, name: str) -> Sequence[Sequence[CatalogParameter]]:
        """As the table has them."""
        return self.table.torch_overloads(name)

    def mindspore_backends(self, name: str, version: str) -> frozenset[str] | None:
        """None is documented for names that exist: documentation is often too narrow, and sometimes too wide."""
        return None if self.table.mindspore_backends(name, version) is None else frozenset()

    def mindspore_parameters(self, name: str, version: str) -> Sequence[CatalogParameter] | None:
        """As the table has them."""
        return self.table.mindspore_parameters(name, version)

    def evidence(self, mapping: str) -> Sequence[EvidenceRow]:
        """None."""
        return ()

    def half_precision(self, mapping: str) -> Sequence[HalfRow]:
        """None."""
        return ()

    def kernel_dtypes(self, name: str, backend: str) -> frozenset[str]:
        """None."""
        return frozenset()

    def methods(self, name: str) -> Sequence[MethodRow]:
        """None."""
        return ()

    def tested(self, name: str, backend: str, mode: str) -> int:
        """None."""
        return 0

    def used(self, name: str, backend: str) -> Sequence[Use]:
        """None."""
        return ()

    def recipe_apis(self, name: str) -> Sequence[str]:
        """As the table has them."""
        return self.table.recipe_apis(name)

    def drop_rules(self, parameter: str) -> Sequence[DropRule]:
        """As the table has them."""
        return self.table.drop_rules(parameter)

    def is_recipe(self, name: str) -> bool:
        """As the table has it."""
        return self.table.is_recipe(name)

    def substitute(self, name: str, version: str) -> str:
        """What the table knows to use instead of a call of another library."""
        return self.table.substitute(name, version)


def verify(
    table: Table,
    wanted: Sequence[str] = (),
    workers: int = 2,
    say: Callable[[str], None] = print,
    modes: Sequence[str] = MODES,
    journal: Path | None = None,
    few: bool = False,
) -> list[Verdict]:
    """Runs every row that applies to a torch call, of the wanted units or of all, in each mode, and sums up by row and mode.

    Needs torch and MindSpore on this machine. Calls, order and seeds are fixed, so that two runs give the same.
    Outcomes are kept in the `journal`, and not run again if it has them. With `few`, as always in graph mode, a row is tried on few calls.
    """
    calls = calls_from_torch(wanted)
    say(f"{len(calls)} torch calls")
    # torch must not have run in the process that forks workers, and MindSpore must be imported before and not have run either
    from mindaudit.verify import mindspore_side

    scope, version = mindspore_side.prepare(), mindspore_version()
    found: list[Verdict] = []
    for mode in modes:
        jobs = all_jobs(calls, Unproven(table), Target(version, mode, BACKEND))
        jobs = sampling.compilable(jobs) if mode == "graph" else jobs
        runner = Runner(jobs, mode, scope, Journal(journal, f"{version} {mode}"), workers, say)
        outcomes = runner.some() if few or mode == "graph" else runner.every()
        say(f"{len(outcomes)} substitutions ran on MindSpore {version}, {mode} mode")
        places = sorted(outcomes)
        found += sum_up([jobs[place] for place in places], [outcomes[place] for place in places], version, mode, BACKEND)
    return found


@dataclass(frozen=True, slots=True)
class Runner:
    """Runs the jobs of one mode in forked workers, some hundreds at a time: what a process has compiled it does not give back."""

    jobs: Sequence[Job]
    mode: str
    scope: Mapping[str, Any]
    journal: Journal
    workers: int
    say: Callable[[str], None]

    def every(self) -> dict[int, Outcome]:
        """Every job."""
        return self._run(range(len(self.jobs)), frozenset())

    def some(self) -> dict[int, Outcome]:
        """Some jobs of each row, and more of the rows that do not hold."""
        differentiated = sampling.differentiated(self.jobs)
        outcomes = self._run(sampling.first(self.jobs), differentiated)
        return outcomes | self._run(sampling.further(self.jobs, outcomes), differentiated)

    def _run(self, places: Sequence[int], differentiated: frozenset[int]) -> dict[int, Outcome]:
        asked = {place: (self.jobs[place], place in differentiated) for place in places}
        outcomes = {place: kept for place, job in asked.items() if (kept := self.journal.get(*job)) is not None}
        left = [place for place in places if place not in outcomes]
        stage = STAGES[self.mode]
        for start in range(0, len(left), stage):
            ran = self._stage(left[start : start + stage], differentiated)
            self.journal.add((*asked[place], outcome) for place, outcome in ran.items())
            outcomes |= ran
            self.say(f"{self.mode} mode: {len(outcomes)} of {len(places)}")
        return outcomes

    def _stage(self, places: Sequence[int], differentiated: frozenset[int]) -> dict[int, Outcome]:
        from mindaudit.verify import graph_side, mindspore_side

        def run(number: int) -> Outcome:
            job, place = self.jobs[places[number]], places[number]
            if self.mode == "graph":
                return graph_side.run(job.call, job.substitution, self.scope, place in differentiated)
            return mindspore_side.run(job.call, job.substitution, self.scope)

        return dict(zip(places, run_all(len(places), run, mindspore_side.settle, self.workers), strict=True))


def verify_half(
    table: Table, wanted: Sequence[str] = (), workers: int = 2, say: Callable[[str], None] = print, journal: Path | None = None
) -> list[half_precision.HalfVerdict]:
    """Runs few calls of every row in PyNative mode with float16 and bfloat16 inputs, where torch has a kernel for them."""
    found: list[half_precision.HalfVerdict] = []
    for dtype in half_precision.DTYPES:
        calls = calls_from_torch(wanted, dtype)
        from mindaudit.verify import mindspore_side

        scope, version = mindspore_side.prepare(), mindspore_version()
        jobs = list(jobs_for(calls, Unproven(table), Target(version, "pynative", BACKEND)))
        outcomes = Runner(jobs, "pynative", scope, Journal(journal, f"{version} pynative"), workers, say).some()
        say(f"{len(outcomes)} substitutions ran on MindSpore {version} in {dtype}")
        places = sorted(outcomes)
        verdicts = sum_up([jobs[place] for place in places], [outcomes[place] for place in places], version, "pynative", BACKEND)
        found += [half_precision.HalfVerdict(dtype, verdict) for verdict in verdicts]
    return found


def verify_methods(table: Table, wanted: Sequence[str] = (), workers: int = 2, say: Callable[[str], None] = print) -> Methods:
    """Runs calls of Tensor's methods as they are written, of the wanted units or of all, beside what would be written instead."""
    calls = calls_from_torch(wanted, "methods")
    from mindaudit.verify import mindspore_side

    scope = mindspore_side.prepare()
    jobs = list(methods.jobs_of(calls, table, Target(mindspore_version(), "pynative", BACKEND)))
    say(f"{len(jobs)} calls of methods, as they are and as they would be written")

    def run(number: int) -> Outcome:
        return mindspore_side.run(jobs[number][1].call, jobs[number][1].substitution, scope)

    return methods.sum_up(jobs, run_all(len(jobs), run, mindspore_side.settle, workers, _every_thousand(say)))


def _every_thousand(say: Callable[[str], None]) -> Callable[[int], None]:
    said = 0

    def told(done: int) -> None:
        nonlocal said
        if done // 1000 > said:
            said = done // 1000
            say(f"{done} done")

    return told


def calls_from_torch(wanted: Sequence[str], kind: str = "") -> list[Call]:
    """The torch calls, made in a process of their own: all, those of Tensor's `methods`, or those in half precision, by its dtype."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        return pool.submit(_generate, tuple(wanted), kind).result()


def _generate(wanted: Sequence[str], kind: str) -> list[Call]:
    from mindaudit.verify import torch_half, torch_side

    if kind == "methods":
        return torch_side.generate_methods(wanted)
    calls = torch_side.generate(wanted)
    return list(torch_half.in_half_precision(calls, kind)) if kind else calls


def mindspore_version() -> str:
    """The installed MindSpore's version as the table writes it, without its patch level."""
    import mindspore

    return ".".join(mindspore.__version__.split(".")[:2])


def all_jobs(calls: Sequence[Call], table: Table, target: Target) -> list[Job]:
    """The jobs of a target, and those of rows that are for other backends where nothing needs a kernel: attributes of layers."""
    jobs = list(jobs_for(calls, table, target))
    known = {(job.number, job.mapping) for job in jobs}
    others = jobs_for(calls, table, replaced(target, backend=ELSEWHERE), asks_a_layer)
    return [*jobs, *(job for job in others if (job.number, job.mapping) not in known)]


def asks_a_layer(usage: Usage) -> bool:
    """Whether a usage reads an attribute of a layer."""
    return usage.kind == "attribute" and usage.torch_name.startswith("torch.nn.")


def jobs_for(calls: Iterable[Call], table: Table, target: Target, wanted: Callable[[Usage], bool] = lambda _: True) -> Iterable[Job]:
    """Each call of which the usage is wanted, with each row that promises something for it."""
    for number, call in enumerate(calls):
        usages = usages_of(call, "network" if target.mode == "graph" else "unknown")
        answers = list(every(usages, call.text, target, table)) if usages and wanted(usages[-1]) else []
        # Rows of an in-place method's own go first wherever they apply, so those of X say nothing about X_.
        own = [row.torch_name for row, _ in answers if is_in_place(row.torch_name) and row.preference < OFFICIAL]
        for row, answer in answers:
            if own and row.torch_name not in own:
                continue
            text = call.with_subject(answer.substitution) if answer.substitution is not None else ""
            if answer.verdict in PROMISES and text and "torch." not in text:
                states_dtype = any(difference.startswith("dtype") for difference in answer.differences)
                yield Job(call, number, row.id, row.preference, text, states_dtype)


class WholeTable(Table, Protocol):
    """A table that can list itself."""

    def mapped_names(self) -> Sequence[str]:
        """Every torch name that has a row."""
        ...


def keep(verdicts: Sequence[Verdict], table: WholeTable, partial: bool, few: bool = False) -> None:
    """Writes the results into the table's folder and the page of disagreements beside it.

    Lines of other versions and backends stay; after a partial run also those of rows that it did not reach, and after one of few calls
    those that rest on more.
    """
    rows = [row for name in table.mapped_names() for row in table.mappings(name)]
    known = frozenset(row.id for row in rows)
    path = Path(mindaudit_data.__file__).parent / "evidence.csv"
    reached = frozenset(verdict.mapping for verdict in verdicts) if partial else frozenset()
    old = read(path)
    merged = merge(old, fuller(old, verdicts) if few else verdicts, known, reached)
    write(path, merged)
    write_disagreements(path.parent.parent / "DISAGREEMENTS.md", merged, rows)


def write_disagreements(path: Path, verdicts: Sequence[Verdict], table_rows: Iterable[Row]) -> None:
    """The generated page that lists where a documented counterpart and its execution disagree."""
    rows = {row.id: row for row in table_rows}
    lines = [
        "# Where tables and execution disagree",
        "",
        "Generated by `mindaudit mapping verify`. Each line is a counterpart that a table or a common name suggests, and what running it",
        "against torch gave. `matched` counts samples; the example is the smallest one that failed.",
        "",
        "| torch | MindSpore | where | state | matched | example |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for verdict in verdicts:
        row = rows.get(verdict.mapping)
        if row is None or verdict.state in ("equal", "equal-but-edge", "equal-after-stated-change"):
            continue
        where = f"{verdict.version}, {verdict.mode}, {verdict.backend}"
        cells = (row.torch_name, f"`{row.template}`", where, verdict.state, f"{verdict.matched}/{verdict.samples}", verdict.detail)
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    replace(path, "\n".join(lines) + "\n")
