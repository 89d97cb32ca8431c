"""The findings of a file for rewriting: the substitutions around an inner usage contain its substitution only if that is applied."""

from __future__ import annotations

import ast
import re
from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from mindaudit.classify import Table
from mindaudit.classify.candidates import is_free
from mindaudit.classify.inplace import continued
from mindaudit.classify.judge import Judge
from mindaudit.classify.signatures import signature
from mindaudit.classify.splice import inner_first, innermost_first
from mindaudit.model import Argument, Finding, Target, Usage
from mindaudit.rewrite.definitions.made_parameters import MAKER
from mindaudit.rewrite.imports.recipe_names import OTHER_NAME, called
from mindaudit.rewrite.tensors.gradient_state import GRADIENT
from mindaudit.rewrite.text.change import Change
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes
from mindaudit.rewrite.usages.any_object import of_any_object, of_tensor_or_array, of_tensor_or_object, part_of_any_object
from mindaudit.rewrite.usages.choice import DEVICE_OF, FUNCTIONS, TENSOR, Choice
from mindaudit.rewrite.usages.once import computed_once
from mindaudit.rewrite.usages.overwriting import overwriting
from mindaudit.rewrite.usages.served import changes_input, is_kept, is_served, serves
from mindaudit.rewrite.usages.smallest import smallest
from mindaudit.rewrite.usages.standing import standing
from mindaudit.rewrite.usages.tensor_classes import as_value, by_variable, is_surely_tensor, with_size
from mindaudit_data import counterparts

_OWN_DATA = re.compile(r"(self\.\w+)\.data = ")
_BOTH = frozenset({"tensor", "numpy"})


def judged(
    usages: Sequence[Usage], text: str, places: Places, target: Target, table: Table, choice: Choice, mended: Sequence[Change] = ()
) -> list[Finding]:
    """One finding per usage, innermost first, without those of variables, which change where these are set.

    A usage that is not applied stays as it is, with what is applied inside it. Hazards that are `mended` inside a usage are so in its
    substitution.
    """
    judge = Judge(text, target, table, frozenset(), continued(usages, text))
    findings, waiting = [], deque(mended)
    for index in innermost_first(usages):
        usage = with_size(usages[index], text)
        usage = replace(usage, rewritten=choice.recipes and not places.around(usage.span[0], ast.ClassDef))
        if _is_mended(usage, waiting, judge):
            continue
        instead = _written_instead(usage, waiting, judge)
        inner = judge.splicer.render(usage.span)
        finding = _finding_for_all_callers(usage, inner, places, judge, choice)
        if finding is not None:
            judge.keep(usage, finding)
        if finding is None or not choice.applies(finding):
            judge.splicer.add(usage.span, inner)
        if finding is not None and (choice.applies(finding) or not finding.substitution == inner != text[slice(*usage.span)]):
            findings.append(finding)  # unless what is written inside of it is all that there is to write
        if instead:
            judge.splicer.add(usage.span, instead)
    return findings


def _written_instead(usage: Usage, waiting: deque[Change], judge: Judge) -> str:
    """What a mended hazard writes in the place of an operator, of whose operands the splicer knows until the operator is judged; or ""."""
    stands = usage.kind == "operator" and waiting and waiting[0].span == usage.span
    return waiting.popleft().text(judge.splicer) if stands else ""


def _is_mended(usage: Usage, waiting: deque[Change], judge: Judge) -> bool:
    """Takes up the mended hazards inside of a usage. Whether one of them stands for the usage: an attribute, or what makes a parameter."""
    while waiting and inner_first(waiting[0].span) < inner_first(usage.span):
        change = waiting.popleft()
        judge.splicer.add(change.span, change.text(judge.splicer))
    stands = usage.kind == "attribute" or usage.torch_name == MAKER
    if not stands or not waiting or waiting[0].span != usage.span or waiting[0].wraps():
        return False
    judge.splicer.add(usage.span, waiting.popleft().text(judge.splicer))
    return True


def _finding_for_all_callers(usage: Usage, inner: str, places: Places, judge: Judge, choice: Choice) -> Finding | None:
    """The finding of a usage that takes whatever keywords a function is called with, if there is something to write for it.

    Otherwise, and in graphs, that for the keywords of the calls in the project, which leaves out those that others give.
    """
    general = usage if judge.target.mode == "graph" else replace(usage, arguments=tuple(map(_of_all_callers, usage.arguments)))
    if general != usage:
        finding = _finding(general, inner, places, judge, choice)
        if finding is None or (choice.applies(finding) and _takes(finding, usage, judge)) or _stands(finding, judge, choice):
            return finding
    return _finding(usage, inner, places, judge, choice)


def _takes(finding: Finding, usage: Usage, judge: Judge) -> bool:
    """Whether what is written for a call takes the keywords that calls in the project give."""
    given = {key for argument in usage.arguments for key, _ in argument.value.entries or ()}
    taken = signature(finding.mindspore_name or "", judge.target.mindspore, judge.table)
    return taken is None or given <= {each.name for each in taken}


def _stands(finding: Finding, judge: Judge, choice: Choice) -> bool:
    """Whether a call stays as it is, since the counterpart under torch's name takes all that it is given."""
    is_left = choice.stands_for(finding.usage.torch_name) and not choice.applies(finding)
    return is_left and is_served(finding, choice, judge.table, judge.target)


def _of_all_callers(argument: Argument) -> Argument:
    """An argument `**options` of a function's own parameter, of which only the calls in the project are known, with nothing known."""
    entries = argument.value.entries or ()
    return replace(argument, value=replace(argument.value, entries=None)) if any(each.optional for _, each in entries) else argument


def _finding(usage: Usage, inner: str, places: Places, judge: Judge, choice: Choice) -> Finding | None:
    """The finding of a usage, whose text with the substitutions inside of it is `inner`; None where that stays as it is."""
    stays = (
        choice.stays(usage)
        and not (judge.target.mode == "graph" and changes_input(usage))
        and not _is_named_otherwise(usage, places, judge)
    )
    method_of_none = usage.kind == "call" and usage.receiver and is_free(usage.torch_name, judge.table)
    if stays or method_of_none:
        return None
    if not places.direct(usage) and not is_surely_tensor(usage):
        return by_variable(usage, judge)
    finding = as_value(_agreed(standing(judge.finding(usage), places, judge, choice), judge), places, choice)
    finding = _of_own_data(overwriting(finding, choice, places, judge), judge, places)
    if finding.recipe in choice.taken:
        finding = _by_other_name(finding, inner)
    if usage.receiver is not None and (usage.receiver.value.types >= _BOTH or usage.receiver.value.array):
        finding = of_tensor_or_array(finding, inner, choice, judge, places.is_eager(usage.span[0]))
    finding = of_tensor_or_object(finding, inner, choice, judge, places.is_eager(usage.span[0]))
    finding = _asked(finding, judge, choice, places)
    if is_kept(finding, judge, choice):
        return None
    if choice.applies(finding) or usage.certainty == "possible":
        finding = smallest(finding, judge, places)
    return _as_target(computed_once(finding, judge, places), places) if choice.applies(finding) else finding


def _of_own_data(finding: Finding, judge: Judge, places: Places) -> Finding:
    """In graphs the finding of a write to `self.x.data` as one to `self.x`: graph mode sets no data, and differentiates no such write."""
    found = _OWN_DATA.match(finding.substitution or "")
    if found is None or judge.target.mode != "graph" or places.is_eager(finding.usage.span[0]):
        return finding
    return replace(finding, substitution=(finding.substitution or "").replace(f"{found[1]}.data", found[1]))


def _is_named_otherwise(usage: Usage, places: Places, judge: Judge) -> bool:
    """Whether a function of torch.nn.functional is called by another name that nothing stands for, or nothing that takes its keywords.

    Such as `torch.celu_(x)` and `torch.conv2d(input=x, weight=w)`.
    """
    written = places.meant(places.text[slice(*(usage.callee or usage.span))])
    if not usage.torch_name.startswith(FUNCTIONS) or written in ("", usage.torch_name):
        return False
    return not counterparts.has(written) or not serves(replace(usage, torch_name=written), judge.table, judge.target.mindspore)


def _asked(finding: Finding, judge: Judge, choice: Choice, places: Places) -> Finding:
    """The finding of what may be another object's than a tensor's, by a recipe that asks any object."""
    usage = finding.usage
    if finding.recipe == DEVICE_OF:
        return replace(finding, usage=replace(usage, certainty="likely"))  # it leaves alone what is no text
    if (
        finding.substitution is None
        and usage.alternatives
        and all(choice.stays(replace(usage, torch_name=each)) for each in usage.alternatives)
    ):
        return of_any_object(finding, judge, choice, places.is_eager(usage.span[0]))  # the others have the method themselves
    is_unseen = not choice.applies(finding) and any(each.star for each in usage.arguments)
    if usage.certainty == "possible" or is_unseen:
        found = of_any_object(finding, judge, choice, places.is_eager(usage.span[0]))
        return found if found is finding or not is_unseen else replace(found, differences=())  # the recipe takes what nobody sees
    if usage.certainty == "likely" and usage.torch_name.removeprefix(TENSOR) in choice.parts:
        if usage.kind == "attribute":
            return part_of_any_object(finding, judge, choice)
        is_eager = places.is_eager(usage.span[0])
        return of_any_object(finding, judge, choice, is_eager) if usage.kind == "call" and is_eager else finding
    return finding


def _as_target(finding: Finding, places: Places) -> Finding:
    """The finding of a gradient that `x.grad += y` changes: the data of what a call gives can stand there, a call cannot."""
    if finding.usage.torch_name != GRADIENT or finding.recipe is None or not (finding.substitution or "").startswith(finding.recipe):
        return finding
    changed = (node.target for node in nodes(places.tree) if isinstance(node, ast.AugAssign))
    is_changed = finding.usage.span in map(places.span, changed)
    return replace(finding, substitution=f"{finding.substitution}.data") if is_changed else finding


def _by_other_name(finding: Finding, inner: str) -> Finding:
    """The finding with the other name of its recipe, where the substitution has the own name once more than the text that it replaces."""
    name = called(finding.recipe or "")
    new = finding.substitution or ""
    if len(name.findall(new)) != len(name.findall(inner)) + 1 or not new.startswith(f"{finding.recipe}("):
        return finding
    other = f"{finding.recipe}{OTHER_NAME}"
    return replace(finding, recipe=other, substitution=name.sub(other, new, count=1))


def _agreed(finding: Finding, judge: Judge) -> Finding:
    """The finding with a substitution that is right for every possible class, or without one."""
    usage = finding.usage
    if finding.substitution is None or not usage.alternatives or usage.kind == "operator":
        return finding
    written = dict.fromkeys(judge.answer(usage, name).substitution for name in (usage.torch_name, *usage.alternatives))
    if len(written) == 1:
        return finding
    return replace(finding, substitution=_either(*written) if usage.kind == "attribute" and len(written) == 2 else None)


def _either(first: str | None, second: str | None) -> str | None:
    """The one of two attributes that an object has."""
    owner, _, name = (first or "").rpartition(".")
    other, _, its_name = (second or "").rpartition(".")
    if not owner or owner != other or not (name.isidentifier() and its_name.isidentifier()):
        return None
    return f'({first} if hasattr({owner}, "{name}") else {second})'
