"""From usages to findings: the conditions of the candidates decide the verdict, the template of the chosen row gives the substitution."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import mindaudit_data
from mindaudit.classify import conditions, template
from mindaudit.classify.answer import Answer, code_of, guarded, imports_of, is_assignable, unguarded, written_out
from mindaudit.classify.argument_texts import ArgumentTexts, CannotFillError
from mindaudit.classify.bind import OUT, Binding, bind
from mindaudit.classify.candidates import is_class, is_free, is_function, is_in_place, is_method, runs_in_pynative
from mindaudit.classify.dtypes import dtypes_of, failed_in, lacking
from mindaudit.classify.fill import Filler
from mindaudit.classify.inplace import ITSELF, OTHERS, Surroundings, assign, continued
from mindaudit.classify.names import is_dtype, mindspore_constant
from mindaudit.classify.partial_calls import UNSEEN, literal, ways
from mindaudit.classify.prepare import Prepared, prepared
from mindaudit.classify.splice import Splicer, innermost_first, is_tight
from mindaudit.classify.syntax import alone, enclosed, is_divisible
from mindaudit.classify.table import Row, Table
from mindaudit.classify.uncalled import uncalled_name
from mindaudit.model import Argument, Evidence, Finding, Span, Target, Usage, Value, Verdict

COST: Final[tuple[Verdict, ...]] = ("out-of-scope", "supported", "equivalent", "composable", "custom-op", "unknown")
PROMISES: Final = ("supported", "equivalent", "composable")
PYTHON_TYPES: Final = ("bool", "int", "float", "complex")
_UNCALLED: Final = ("reference", "base", "decorator", "annotation")
_NOTHING: Final = Binding((), {})
_NEAR: Final = 200
"""Characters before and after a usage among which its neighbours are looked for."""
_HELD: Final = "An attribute of the project's own that holds it; it changes where it is set."


@dataclass(frozen=True, slots=True)
class Try:
    """The outcome of one candidate: an answer, whether its conditions hold, or why it does not apply."""

    row: Row
    truth: conditions.Truth
    answer: Answer | None = None
    failed: str = ""
    undecided: str = ""
    general: bool = False
    either: bool = False


def classify(usages: Sequence[Usage], text: str, target: Target, table: Table, shadowed: frozenset[str] = frozenset()) -> list[Finding]:
    """Judges all usages of one file.

    Takes the file's text and the names that its scope binds otherwise than substitutions mean them (`shadowed`).
    Gives one finding per usage, in the order of the usages.
    """
    judge = Judge(text, target, table, shadowed, continued(usages, text))
    findings: dict[int, Finding] = {}
    with warnings.catch_warnings(action="ignore"):
        for index in innermost_first(usages):
            usage = usages[index]
            findings[index] = judge.finding(usage)
            judge.keep(usage, findings[index])
    return [findings[index] for index in range(len(usages))]


def every(usages: Sequence[Usage], text: str, target: Target, table: Table) -> list[tuple[Row, Answer]]:
    """All rows that apply to the outermost usage, with their answers; for trying them out."""
    judge = Judge(text, target, table, frozenset(), continued(usages, text))
    order = [usages[index] for index in innermost_first(usages)]
    for usage in order[:-1]:
        judge.keep(usage, judge.finding(usage))
    attempts = [judge.attempt(order[-1], candidate) for candidate in prepared(order[-1].torch_name, target, table)]
    return [(attempt.row, attempt.answer) for attempt in attempts if attempt.truth and attempt.answer]


class Judge:
    """Judges the usages of one file, innermost first."""

    def __init__(self, text: str, target: Target, table: Table, shadowed: frozenset[str], continued: frozenset[Span] = frozenset()) -> None:
        text = guarded(text, shadowed)
        self.text = text
        self.target = target
        self.table = table
        self.shadowed = shadowed
        self.splicer = Splicer(text)
        self.judged: dict[Span, Usage] = {}
        self.around = Surroundings(text, self._rendered, self.judged, target.mode == "pynative", continued)
        self._receivers: dict[Span, str] = {}
        """What in-place calls that go on in another one change, with the usages inside replaced."""

    def keep(self, usage: Usage, finding: Finding) -> None:
        """Remembers a finding for the usages around it."""
        if usage.receiver and usage.span in self.around.continued:
            self._receivers[usage.receiver.span] = self._rendered(usage.receiver.span)
        self.splicer.add(usage.span, finding.substitution and guarded(finding.substitution, self.shadowed))
        self.judged[usage.span] = usage

    def _rendered(self, span: Span) -> str:
        """The text of a span with its usages replaced; a call around it may have been replaced since."""
        return self._receivers.get(span) or self.splicer.render(span)

    def finding(self, usage: Usage) -> Finding:
        """The finding of one usage, alternatives considered."""
        if usage.kind == "call" and usage.receiver and is_free(usage.torch_name, self.table):
            usage = replace(usage, receiver=None)
        if usage.kind == "import":
            return Finding(usage, "supported", reason="The import goes or changes with the names that it brings.")
        if usage.kind == "operator":
            return self._finished(usage, self._operator(usage))
        first, *others = ways(usage)
        answer = self.answer(first.usage, first.name)
        for each in others:
            unseen = each.unseen and not first.unseen
            answer = _unseen(answer, each.told) if unseen else _joined(answer, each.told, self.answer(each.usage, each.name))
        return self._finished(usage, answer)

    def _fitted(self, usage: Usage, text: str) -> str:
        """The replacement of a usage, in parentheses if an adjacent operator would otherwise take only a part of it."""
        start, end = usage.span
        if usage.kind == "operator" or usage.statement or usage.whole or not is_divisible(text):
            return text
        return f"({text})" if is_tight(self.text[max(0, start - _NEAR) : start], self.text[end : end + _NEAR]) else text

    def _operator(self, usage: Usage) -> Answer:
        """Python's operators work on MindSpore's tensors; what they compute is proven by the function of the same meaning."""
        answers = (each.answer for each in prepared(usage.torch_name, self.target, self.table) if each.answer and not each.atoms)
        evidence = next((answer.evidence for answer in answers), Evidence())
        text = self.splicer.render(usage.span)
        if is_in_place(usage.torch_name):
            if usage.receiver:
                view = self.text[slice(*usage.receiver.span)]
                return Answer("unknown", notes=(f"The operator writes to a tensor by {view}, which is no view of it in MindSpore.",))
            return Answer(
                "equivalent", text, differences=(OTHERS,), notes=("The operator makes a new tensor for this name.",), evidence=evidence
            )
        return Answer("supported", text, notes=("The operator works on MindSpore's tensors as it is.",), evidence=evidence)

    def _finished(self, usage: Usage, answer: Answer) -> Finding:
        if usage.kind == "call" and answer.verdict in PROMISES and answer.substitution is None:
            answer = replace(answer, verdict="unknown")
        if answer.verdict == "supported" and answer.differences:
            answer = replace(answer, verdict="equivalent")
        certainty = "likely" if answer.open and usage.certainty == "certain" else usage.certainty
        substitution = None
        if answer.substitution is not None:
            substitution = unguarded(written_out(alone(self._fitted(usage, answer.substitution)), self.shadowed), self.shadowed)
        return Finding(
            replace(usage, certainty=certainty) if certainty != usage.certainty else usage,
            answer.verdict,
            code_of(answer),
            answer.mindspore_name,
            substitution,
            imports_of(substitution, answer.recipe) if substitution else (),
            answer.recipe,
            tuple(unguarded(each, self.shadowed) for each in answer.differences),
            unguarded(answer.text, self.shadowed),
            answer.evidence,
        )

    def answer(self, usage: Usage, name: str) -> Answer:
        """The answer for one torch name that may stand at a usage."""
        open_tries: list[Try] = []
        failures: list[str] = []
        for candidate in prepared(name, self.target, self.table, runs_in_pynative(usage, name, self.table)):
            attempt = self.attempt(usage, candidate)
            if attempt.truth is None and attempt.either and attempt.answer:
                return attempt.answer
            if attempt.truth is None and attempt.general and attempt.answer:
                return attempt.answer.assuming(attempt.undecided)
            if attempt.truth is None:
                open_tries.append(attempt)
            elif attempt.truth and attempt.answer:
                answer = attempt.answer if attempt.general else self._settle(open_tries, attempt, usage.kind in _UNCALLED)
                return replace(answer, notes=(*answer.notes, *_refused(failures))) if answer.verdict == "unknown" else answer
            elif attempt.failed and attempt.failed not in failures:
                failures.append(attempt.failed)
        return self._settle(open_tries, None, usage.kind in _UNCALLED) if open_tries else self._nothing(name, failures)

    def _nothing(self, name: str, failures: Sequence[str]) -> Answer:
        """The answer when no row applies: that of the class where nothing stands for it, as its members then have nothing either."""
        owner = name.rpartition(".")[0]
        answers = (each.answer for each in prepared(owner, self.target, self.table)) if is_class(owner, self.table) else ()
        answer = next((answer for answer in answers if answer), None)
        if answer and answer.verdict == "custom-op":
            return answer
        if failures:
            return Answer("unknown", notes=_refused(failures))
        api = self.table.torch_api(name)
        if api is None:
            return Answer("unknown", notes=(f"{name} is not a public name of torch {self.target.torch}.",), stranger=True)
        if not mindaudit_data.holds(api.since, api.until, self.target.torch):
            return Answer("unknown", notes=(f"torch {self.target.torch} no longer has {name} (removed in {api.until}).",), stranger=True)
        return Answer("unknown", notes=(f"The table has no evidence about {name} either way.",))

    def _settle(self, open_tries: Sequence[Try], winner: Try | None, uncalled: bool) -> Answer:
        """The winner's answer, or the costliest of those that could win if an undecided condition holds.

        Where all of them write the same, nothing is open; nor where a name stands `uncalled` and all of them give the same name.
        """
        answers = [attempt.answer for attempt in (*open_tries, winner) if attempt and attempt.answer]
        if not open_tries:
            return answers[-1]
        costliest = max(answers, key=lambda answer: COST.index(answer.verdict))
        if len({answer.substitution for answer in answers}) == 1 and costliest.substitution and (winner or uncalled):
            return costliest
        atoms = " and ".join(dict.fromkeys(attempt.undecided for attempt in open_tries))
        reason = f"Whether {atoms} cannot be seen here, and it decides what to write."
        return replace(costliest, substitution=None, recipe=None, notes=(reason,), open=True)

    # One candidate

    def attempt(self, usage: Usage, candidate: Prepared) -> Try:
        """The result of one row for a usage."""
        if candidate.answer is None:
            return Try(candidate.row, False, failed=candidate.refused)
        if usage.kind in _UNCALLED:
            return self._uncalled(usage, candidate, candidate.answer)
        return self._called(usage, candidate, candidate.answer)

    def _uncalled(self, usage: Usage, candidate: Prepared, answer: Answer) -> Try:
        """A candidate where the API is named and not called."""
        row = candidate.row
        truth = conditions.conjunction(conditions.holds(atom, _NOTHING, usage) for atom in candidate.atoms if atom.test != "given")
        if truth is False:
            return Try(row, False)
        named = uncalled_name(row, candidate.template, usage, self.table, self.target, self.splicer)
        answer = replace(answer, substitution=named.text, notes=(*answer.notes, *named.notes))
        if named.text is None and row.verdict in PROMISES:
            return Try(row, True, replace(answer, open=True))
        return Try(row, truth, answer, undecided=row.when.replace("&", "and"))

    def _called(self, usage: Usage, candidate: Prepared, answer: Answer) -> Try:
        row = candidate.row
        if usage.kind == "attribute" and usage.receiver and not is_method(usage.torch_name, self.table):
            return Try(row, True, replace(answer, substitution=self.splicer.render(usage.span), notes=(_HELD,)))
        failed = f"{row.torch_name}({row.overload}) does not take these arguments"
        for parameters, typed in candidate.lists:
            binding = bind(parameters, usage, candidate.candidate.method)
            if binding is not None:
                attempt = self._bound(usage, candidate, answer, binding, (*candidate.atoms, *typed))
                if attempt.truth is not False:
                    return attempt
                failed = attempt.failed or failed
        return Try(row, False, failed=failed)

    def _bound(self, usage: Usage, candidate: Prepared, answer: Answer, binding: Binding, atoms: Sequence[conditions.Atom]) -> Try:
        row, adaptation = candidate.row, candidate.adaptation
        truths = [conditions.holds(atom, binding, usage) for atom in atoms]
        truth = conditions.conjunction(truths)
        if truth is False:
            return Try(row, False)
        dtypes = dtypes_of(binding)
        if dtypes and (failed := failed_in(dtypes, row, self.table, self.target)):
            return Try(row, False, failed=failed)
        undecided = " and ".join(atom.text for atom, held in zip(atoms, truths, strict=True) if held is None)
        if candidate.template is None:
            return Try(row, truth, answer, undecided=undecided, general=adaptation.general, either=adaptation.either)
        settled = frozenset(binding.canonical(atom.parameter) for atom in atoms if atom.decides)
        is_eager = self.target.mode == "pynative" or runs_in_pynative(usage, row.torch_name, self.table)
        texts = ArgumentTexts(binding, usage, self.target, self.argument_text, is_eager)
        filler = Filler(candidate.template, texts, adaptation, self.table, settled, function=is_function(row.torch_name, self.table))
        try:
            text = self._filled(usage, candidate, binding, filler)
        except CannotFillError as error:
            return Try(row, False, failed=str(error))
        answer = replace(
            answer,
            verdict="equivalent" if filler.raised and answer.verdict == "supported" else answer.verdict,
            substitution=text,
            differences=(*answer.differences, *filler.differences, *lacking(dtypes, answer.mindspore_name, self.table, self.target)),
            notes=(*answer.notes, *filler.notes, *self._kept(usage)),
        )
        return Try(row, truth, answer, undecided=undecided, general=adaptation.general, either=adaptation.either)

    def _filled(self, usage: Usage, candidate: Prepared, binding: Binding, filler: Filler) -> str:
        own = filler.template
        named = own.plain and not own.called and not own.placeholders and usage.kind == "call" and not is_dtype(own.plain)
        text = self._call_of(filler) if named else filler.fill()
        if candidate.candidate.in_place and not candidate.adaptation.in_place and not own.statement:
            text = self._assigned(text, usage, candidate, binding, filler)
        if filler.overwrites:
            text = self._given_to(binding.given[binding.parameters[0].name], text, usage, filler)
        return self._stored(text, usage, binding, filler) if filler.stores else text

    def _call_of(self, filler: Filler) -> str:
        """A name that is called with the arguments as they are: `NAME({*})`."""
        name = "".join(part for part in filler.template.parts if isinstance(part, str))
        filler.template = template.parse(f"{name}({{*}})")
        return filler.fill()

    def _assigned(self, text: str, usage: Usage, candidate: Prepared, binding: Binding, filler: Filler) -> str:
        """The new value assigned to the receiver, which keeps its dtype where the plain form has one of its own (comparisons)."""
        receiver = binding.given.get(binding.parameters[0].name) if binding.parameters else None
        if receiver is None:
            raise CannotFillError("what it changes cannot be seen")
        api = self.table.torch_api(candidate.row.torch_name)
        if api is not None and api.returns.startswith("tensor[") and not is_in_place(candidate.row.torch_name):
            text = f"{enclosed(text, tight=True)}.astype({enclosed(self.argument_text(receiver), tight=True)}.dtype)"
        return self._given_to(receiver, text, usage, filler)

    def _given_to(self, receiver: Argument, text: str, usage: Usage, filler: Filler) -> str:
        """The new value where torch changes the receiver, assigned to it if that can be done."""
        assignment = assign(text, receiver.span, usage, self.around)
        if assignment is None:
            raise CannotFillError(f"it changes {self.text[slice(*receiver.span)]} in place, which cannot be assigned to")
        filler.differences += [assignment.difference] if assignment.difference else []
        return assignment.text

    def _stored(self, text: str, usage: Usage, binding: Binding, filler: Filler) -> str:
        """The call's value assigned to what it got as `out`, or inside of an expression the value alone."""
        if usage.span in self.around.continued:
            return text
        given = binding.given[OUT]
        out, may_be_none = self.argument_text(given), self.target.mode == "pynative" and "None" in given.value.types
        if not is_assignable(out) or not (usage.statement or usage.whole == "assigned") or may_be_none:
            filler.differences.append(ITSELF.format(out))
            return text
        filler.differences.append(OTHERS)
        return f"{out} = {alone(text)}"

    def _kept(self, usage: Usage) -> list[str]:
        kept = [text for argument in _parts(usage) for text in self.splicer.kept(argument.span)]
        return [f"{' and '.join(dict.fromkeys(kept))} stays as it is, for want of a substitution"] if kept else []

    def argument_text(self, argument: Argument) -> str:
        """An argument as it reads after the substitutions inside it; what a dict or a partial object holds is taken out of it.

        Raises CannotFillError for arguments of a partial object that are not known.
        """
        if argument.held and argument.star:
            raise CannotFillError(UNSEEN)
        if argument.held:
            return literal(argument.value) or enclosed(self.splicer.render(argument.span), tight=True) + argument.held
        text = self.splicer.render(argument.span)
        if argument.value.is_python_type and text == self.text[slice(*argument.span)]:
            return _dtype(text, argument.value)
        return f'{enclosed(text, tight=True)}["{argument.keyword}"]' if argument.star == "**" and argument.keyword else text


def _dtype(text: str, value: Value) -> str:
    """MindSpore's dtype for a Python type that torch accepts as one. Raises CannotFillError for a name that refers to the type."""
    if text not in PYTHON_TYPES:
        raise CannotFillError(f"{text} is a type of Python, and MindSpore takes its own dtypes only")
    return mindspore_constant(str(value.literal)) or text


def _unseen(answer: Answer, told: str) -> Answer:
    """The answer, with a reason that mentions a partial object whose arguments are unknown, if no other reason lowers it."""
    return replace(answer, notes=(*answer.notes, f"It may also be {told}: {UNSEEN}."), open=True)


def _joined(answer: Answer, name: str, other: Answer) -> Answer:
    """The answer, with another possible class taken into account: the costlier verdict, and the code for each of the two."""
    if other.verdict in PROMISES and other.substitution:
        told = f"Where it is {name}, write {other.substitution}"
    else:
        told = f"It may also be {name}: {other.text}"
    costlier = COST.index(other.verdict) > COST.index(answer.verdict)
    substitution = None if costlier and other.verdict not in PROMISES else answer.substitution
    notes = answer.notes if told.endswith(f" {answer.substitution}") else (*answer.notes, told)
    return replace(answer, verdict=other.verdict if costlier else answer.verdict, substitution=substitution, notes=notes)


def _refused(failures: Sequence[str]) -> tuple[str, ...]:
    return (f"No candidate of the table fits here: {'; '.join(failures[:3])}.",) if failures else ()


def _parts(usage: Usage) -> list[Argument]:
    return [*((usage.receiver,) if usage.receiver else ()), *usage.arguments]
