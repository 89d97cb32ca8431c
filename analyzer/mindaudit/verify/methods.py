"""Which calls of Tensor's methods give torch's results on MindSpore as they are written, found by running them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import mindaudit_data
from mindaudit.classify.judge import Judge
from mindaudit.classify.methods import family_of, form_of
from mindaudit.classify.splice import innermost_first
from mindaudit.classify.table import Table
from mindaudit.model import Target
from mindaudit.verify.calls import Call
from mindaudit.verify.evidence import Job, holds, replace
from mindaudit.verify.mindspore_side import Outcome
from mindaudit.verify.usages import usages_of

HEADER = "method,input,arguments,version,mode,backend,samples,matched"
FILE = "methods.csv"


@dataclass(frozen=True, slots=True)
class Form:
    """A method with the kinds of its arguments, on a target."""

    method: str
    input: str
    """The family of the tensor's dtypes."""
    arguments: str
    version: str
    mode: str
    backend: str


def jobs_of(calls: Sequence[Call], table: Table, target: Target) -> Iterator[tuple[Form, Job]]:
    """Two jobs a call: what would be written instead, if anything, and the call as it is."""
    for number, call in enumerate(calls):
        usages = usages_of(call)
        order = [usages[index] for index in innermost_first(usages)]
        form = form_of(order[-1]) if order and order[-1].kind == "call" and order[-1].receiver and not call.statement else None
        if form is None:
            continue
        judge = Judge(call.text, target, table, frozenset())
        for usage in order[:-1]:
            judge.keep(usage, judge.finding(usage))
        finding, own = judge.finding(order[-1]), judge.splicer.render(order[-1].span)
        found = Form(order[-1].torch_name, family_of(str(call.inputs["x0"].dtype)), form, target.mindspore, target.mode, target.backend)
        for preference, text in enumerate((own, finding.substitution)):
            if text and "torch." not in text and (text != own or not preference):
                yield found, Job(call, number, found.method, preference, text, False)


def sum_up(jobs: Sequence[tuple[Form, Job]], outcomes: Sequence[Outcome]) -> dict[Form, tuple[int, int]]:
    """For each form the number of calls that some text serves, and of those that the call as it is serves no worse."""
    worth: dict[Form, dict[int, tuple[int, int]]] = defaultdict(dict)
    for (form, job), outcome in zip(jobs, outcomes, strict=True):
        found = 2 if outcome.state == "equal" else int(holds(job, outcome))
        own, best = worth[form].get(job.number, (0, 0))
        worth[form][job.number] = (found if job.preference == 0 else own, max(found, best))
    return {form: _counted([pair for pair in pairs.values() if pair[1]]) for form, pairs in worth.items()}


def _counted(pairs: Sequence[tuple[int, int]]) -> tuple[int, int]:
    return len(pairs), sum(own == best for own, best in pairs)


def keep(found: dict[Form, tuple[int, int]], partial: bool) -> None:
    """Writes the results into the table's folder.

    Lines of other versions, modes and backends stay; after a partial run also those of other methods.
    """
    path = Path(mindaudit_data.__file__).parent / FILE
    settings = {(form.version, form.mode, form.backend) for form in found}
    methods = {form.method for form in found}
    old = [line.rsplit(",", 5) for line in path.read_text("utf-8").splitlines()[1:]] if path.exists() else []
    lines = [
        ",".join(cells) for cells in old if tuple(cells[1:4]) not in settings or (partial and cells[0].partition(",")[0] not in methods)
    ]
    for form, (samples, matched) in found.items():
        if not samples:
            continue
        lines.append(f'{form.method},{form.input},"{form.arguments}",{form.version},{form.mode},{form.backend},{samples},{matched}')
    replace(path, "\n".join([HEADER, *sorted(lines)]) + "\n")
