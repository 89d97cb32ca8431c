"""From usages to findings: the candidates' conditions decide the verdict, the winner's template the substitution."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from mindaudit.classify import adapt, conditions
from mindaudit.classify.answer import Answer, code_of, evidence_of, imports_of, mindspore_name, written_out
from mindaudit.classify.bind import Binding, bind, overloads
from mindaudit.classify.candidates import Candidate, find, is_in_place, refusal, template_of
from mindaudit.classify.fill import CannotFillError, Filler
from mindaudit.classify.inplace import OTHERS, assign
from mindaudit.classify.splice import Splicer, innermost_first
from mindaudit.classify.syntax import alone, enclosed
from mindaudit.classify.table import Row, Table
from mindaudit.classify.template import Template
from mindaudit.classify.uncalled import Uncalled, uncalled_name
from mindaudit.model import Argument, Evidence, Finding, Target, Usage, Verdict

COST: tuple[Verdict, ...] = ("out-of-scope", "supported", "equivalent", "composable", "custom-op", "unknown")
PROMISES = ("supported", "equivalent", "composable")
_ASSIGNMENT = re.compile(r"[^=(]+ = ")
_UNCALLED = ("reference", "base", "decorator", "annotation")


@dataclass(frozen=True, slots=True)
class Try:
    """What came of one candidate: an answer, whether its conditions hold, or why it does not fit."""

    row: Row
    truth: conditions.Truth
    answer: Answer | None = None
    failed: str = ""
    undecided: str = ""
    general: bool = False


def classify(usages: Sequence[Usage], text: str, target: Target, table: Table, shadowed: frozenset[str] = frozenset()) -> list[Finding]:
    """Judges all usages of one file.

    Takes the file's text and the names that its scope binds otherwise than substitutions mean them (`shadowed`).
    Gives one finding a usage, in the order of the usages.
    """
    judge = Judge(text, target, table, shadowed)
    findings: dict[int, Finding] = {}
    for index in innermost_first(usages):
        usage = usages[index]
        findings[index] = judge.finding(usage)
        judge.keep(usage, findings[index])
    return [findings[index] for index in range(len(usages))]


def every(usages: Sequence[Usage], text: str, target: Target, table: Table) -> list[tuple[Row, Answer]]:
    """All rows that apply to the outermost usage, each with its answer and not only the first: for trying them out."""
    judge = Judge(text, target, table, frozenset())
    order = [usages[index] for index in innermost_first(usages)]
    for usage in order[:-1]:
        judge.keep(usage, judge.finding(usage))
    attempts = [judge.attempt(order[-1], candidate) for candidate in find(order[-1].torch_name, table)]
    return [(attempt.row, attempt.answer) for attempt in attempts if attempt.truth and attempt.answer]


class Judge:
    """Judges the usages of one file, innermost first."""

    def __init__(self, text: str, target: Target, table: Table, shadowed: frozenset[str]) -> None:
        self.text = text
        self.target = target
        self.table = table
        self.shadowed = shadowed
        self.splicer = Splicer(text)
        self.judged: dict[tuple[int, int], Usage] = {}

    def keep(self, usage: Usage, finding: Finding) -> None:
        """Remembers a finding for the usages around it."""
        self.splicer.add(usage.span, finding.substitution)
        self.judged[usage.span] = usage

    def finding(self, usage: Usage) -> Finding:
        """The finding of one usage, alternatives considered."""
        if usage.kind == "import":
            return Finding(usage, "supported", reason="The import goes or changes with the names that it brings.")
        if usage.kind == "operator":
            return self._finished(usage, self._operator(usage))
        answer = self.answer(usage, usage.torch_name)
        for name in usage.alternatives:
            other = self.answer(usage, name)
            if COST.index(other.verdict) > COST.index(answer.verdict):
                answer = replace(
                    answer, verdict=other.verdict, substitution=None, notes=(*answer.notes, f"It may also be {name}: {other.text}")
                )
        return self._finished(usage, answer)

    def _operator(self, usage: Usage) -> Answer:
        """Python's operators work on MindSpore's tensors; what they compute is proven by the function of the same meaning."""
        candidate = next((c for c in find(usage.torch_name, self.table) if refusal(c, self.target, self.table) is None), None)
        evidence = evidence_of(candidate.row, template_of(candidate.row), self.table, self.target) if candidate else Evidence()
        text = self.splicer.render(usage.span)
        if is_in_place(usage.torch_name):
            return Answer(
                "equivalent", text, differences=(OTHERS,), notes=("The operator makes a new tensor for this name.",), evidence=evidence
            )
        return Answer("supported", text, notes=("The operator works on MindSpore's tensors as it is.",), evidence=evidence)

    def _finished(self, usage: Usage, answer: Answer) -> Finding:
        if usage.kind == "call" and answer.verdict in PROMISES and answer.substitution is None:
            answer = replace(answer, verdict="unknown")
        certainty = "likely" if answer.open and usage.certainty == "certain" else usage.certainty
        substitution = None if answer.substitution is None else written_out(_standing(answer.substitution), self.shadowed)
        return Finding(
            replace(usage, certainty=certainty) if certainty != usage.certainty else usage,
            answer.verdict,
            code_of(answer),
            answer.mindspore_name,
            substitution,
            imports_of(substitution, answer.recipe) if substitution else (),
            answer.recipe,
            answer.differences,
            answer.text,
            answer.evidence,
        )

    def answer(self, usage: Usage, name: str) -> Answer:
        """The answer for one torch name that may stand at a usage."""
        open_tries: list[Try] = []
        failures: list[str] = []
        for candidate in find(name, self.table):
            attempt = self.attempt(usage, candidate)
            if attempt.truth is None:
                open_tries.append(attempt)
            elif attempt.truth and attempt.answer:
                answer = attempt.answer if attempt.general else self._settle(open_tries, attempt)
                return replace(answer, notes=(*answer.notes, *_refused(failures))) if answer.verdict == "unknown" else answer
            elif attempt.failed and attempt.failed not in failures:
                failures.append(attempt.failed)
        return self._settle(open_tries, None) if open_tries else self._nothing(name, failures)

    def _nothing(self, name: str, failures: Sequence[str]) -> Answer:
        """The answer when no row applies."""
        if failures:
            return Answer("unknown", notes=_refused(failures))
        if self.table.torch_api(name) is None:
            return Answer("unknown", notes=(f"{name} is not a public name of torch {self.target.torch}.",), stranger=True)
        return Answer("unknown", notes=(f"The table has no evidence about {name} either way.",))

    def _settle(self, open_tries: Sequence[Try], winner: Try | None) -> Answer:
        """The winner's answer, or the costliest of those that could win if an undecided condition holds."""
        answers = [attempt.answer for attempt in (*open_tries, winner) if attempt and attempt.answer]
        if not open_tries or (len({answer.substitution for answer in answers}) == 1 and answers[0].substitution and winner):
            return answers[-1]
        costliest = max(answers, key=lambda answer: COST.index(answer.verdict))
        atoms = " and ".join(dict.fromkeys(attempt.undecided for attempt in open_tries))
        reason = f"Whether {atoms} cannot be seen here, and it decides what to write."
        return replace(costliest, substitution=None, recipe=None, notes=(reason,), open=True)

    # One candidate

    def attempt(self, usage: Usage, candidate: Candidate) -> Try:
        """What comes of one row at a usage."""
        row, template = candidate.row, template_of(candidate.row)
        reason = refusal(candidate, self.target, self.table)
        if reason is not None:
            return Try(row, False, failed=reason)
        if usage.kind in _UNCALLED:
            return self._uncalled(usage, row, template)
        return self._called(usage, candidate, template)

    def _uncalled(self, usage: Usage, row: Row, template: Template | None) -> Try:
        """A candidate where the API is named and not called."""
        atoms = [atom for atom in conditions.parse(row.when) if atom.test != "given"]
        empty = Binding((), {})
        truth = conditions.conjunction(conditions.holds(atom, empty, usage) for atom in atoms)
        if truth is False:
            return Try(row, False)
        named: Uncalled = uncalled_name(row, template, usage, self.table, self.target, self.splicer)
        answer = self._answer_of(row, template, named.text, named.differences, named.notes, usage)
        if named.text is None and row.verdict in PROMISES:
            return Try(row, True, replace(answer, open=True))
        return Try(row, truth, answer, undecided=row.when.replace("&", "and"))

    def _called(self, usage: Usage, candidate: Candidate, template: Template | None) -> Try:
        row = candidate.row
        failed = f"{row.torch_name}({row.overload}) does not take these arguments"
        for parameters in overloads(row.overload, row.torch_name, self.table, candidate.method):
            binding = bind(parameters, usage, candidate.method)
            if binding is not None:
                attempt = self._bound(usage, candidate, template, binding)
                if attempt.truth is not False:
                    return attempt
                failed = attempt.failed or failed
        return Try(row, False, failed=failed)

    def _bound(self, usage: Usage, candidate: Candidate, template: Template | None, binding: Binding) -> Try:
        row, adaptation = candidate.row, adapt.parse(candidate.row.adapt)
        typed = [
            conditions.Atom(f"{p.name} is {' or '.join(sorted(p.types))}", "type", p.name, tuple(p.types))
            for p in binding.parameters
            if p.types
        ]
        atoms = [*conditions.parse(row.when), *typed]
        truths = [conditions.holds(atom, binding, usage) for atom in atoms]
        truth = conditions.conjunction(truths)
        if truth is False:
            return Try(row, False)
        undecided = " and ".join(atom.text for atom, held in zip(atoms, truths, strict=True) if held is None)
        if template is None:
            return Try(row, truth, self._answer_of(row, None, None, (), (), usage), undecided=undecided, general=adaptation.general)
        settled = frozenset(binding.canonical(atom.parameter) for atom, held in zip(atoms, truths, strict=True) if atom.decides)
        filler = Filler(template, binding, usage, adaptation, self.table, self.target, self.argument_text, settled)
        try:
            text = filler.fill() if template.called or template.holes or usage.kind != "call" else self._call_of(filler)
            if candidate.in_place and not adaptation.in_place and not template.statement:
                text = self._assigned(text, usage, binding, filler)
        except CannotFillError as error:
            return Try(row, False, failed=str(error))
        filler.notes += self._kept(usage)
        answer = self._answer_of(row, template, text, tuple(filler.differences), tuple(filler.notes), usage)
        if answer.verdict == "supported" and (filler.raised or self._exceptions(row)):
            answer = replace(answer, verdict="equivalent")
        return Try(row, truth, answer, undecided=undecided, general=adaptation.general)

    def _call_of(self, filler: Filler) -> str:
        """A name that is called with the arguments as they are: `NAME({*})`."""
        from mindaudit.classify.template import parse

        name = "".join(part for part in filler.template.parts if isinstance(part, str))
        filler.template = parse(f"{name}({{*}})")
        return filler.fill()

    def _assigned(self, text: str, usage: Usage, binding: Binding, filler: Filler) -> str:
        receiver = binding.given.get(binding.parameters[0].name) if binding.parameters else None
        if receiver is None:
            raise CannotFillError("what it changes cannot be seen")
        assignment = assign(text, self.text, receiver.span, usage.statement, self.judged)
        if assignment is None:
            raise CannotFillError(f"it changes {self.text[slice(*receiver.span)]} in place, which cannot be assigned to")
        filler.differences.append(assignment.difference)
        return assignment.text

    def _kept(self, usage: Usage) -> list[str]:
        kept = [text for argument in _parts(usage) for text in self.splicer.kept(argument.span)]
        return [f"{' and '.join(dict.fromkeys(kept))} stays as it is, for want of a substitution"] if kept else []

    def argument_text(self, argument: Argument) -> str:
        """An argument as it reads after the substitutions inside it; an entry of an unpacked dict is taken out of it."""
        text = self.splicer.render(argument.span)
        return f'{enclosed(text, tight=True)}["{argument.keyword}"]' if argument.star == "**" and argument.keyword else text

    def _exceptions(self, row: Row) -> tuple[str, ...]:
        """The few executed samples for which a row does not hold, though it does for the rest."""
        return tuple(f"not for all inputs: {r.detail}" for r in self.table.evidence(row.id) if r.state == "differs" and r.detail)

    def _answer_of(
        self, row: Row, template: Template | None, text: str | None, differences: tuple[str, ...], notes: tuple[str, ...], usage: Usage
    ) -> Answer:
        name, recipe = mindspore_name(template, self.table) if template else (None, None)
        evidence = evidence_of(row, template, self.table, self.target)
        own = adapt.parse(row.adapt).differences
        reason = row.note.strip() or _plain_reason(cast(Verdict, row.verdict), name, recipe, usage.torch_name)
        return Answer(
            cast(Verdict, row.verdict), text, name, recipe, (*own, *differences, *self._exceptions(row)), (reason, *notes), evidence
        )


def _standing(substitution: str) -> str:
    """An expression over several lines in parentheses; an assignment has them around its value."""
    return substitution if _ASSIGNMENT.match(substitution) else alone(substitution)


def _refused(failures: Sequence[str]) -> tuple[str, ...]:
    return (f"No candidate of the table fits here: {'; '.join(failures[:3])}.",) if failures else ()


def _parts(usage: Usage) -> list[Argument]:
    return [*((usage.receiver,) if usage.receiver else ()), *usage.arguments]


def _plain_reason(verdict: Verdict, name: str | None, recipe: str | None, torch_name: str) -> str:
    """The reason for rows without a note."""
    if recipe:
        return f"The recipe {recipe} does it with existing operators."
    if verdict == "supported":
        return f"{name or 'The same expression'} gives the same result from the same arguments."
    if verdict == "equivalent":
        return f"{name or 'Another expression'} gives the same result once its arguments are adjusted."
    if verdict == "composable":
        return "Several MindSpore calls together give the same result."
    if verdict == "custom-op":
        return f"No MindSpore API for {torch_name} was found."
    if verdict == "out-of-scope":
        return "Host or data code that can stay as it is."
    return f"It is not known whether MindSpore has what {torch_name} does."
