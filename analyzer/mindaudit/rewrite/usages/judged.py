"""The findings of a file for rewriting: the substitutions around an inner usage contain its substitution only if that is applied."""

from __future__ import annotations

import ast
import builtins
import re
from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from mindaudit.classify import Table
from mindaudit.classify.candidates import is_free
from mindaudit.classify.inplace import OTHERS, continued
from mindaudit.classify.judge import Judge
from mindaudit.classify.splice import inner_first, innermost_first
from mindaudit.classify.uncalled import CHANGED
from mindaudit.model import LOST, Finding, Target, Usage, is_substitute
from mindaudit.rewrite.imports.recipe_names import OTHER_NAME, is_recipe
from mindaudit.rewrite.tensors.gradient_state import GRADIENT
from mindaudit.rewrite.text.change import Change
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes
from mindaudit.rewrite.usages.choice import ANY, DEVICE_OF, DISTRIBUTIONS, LAYERS, OVERWRITTEN, TENSOR, Choice, refused
from mindaudit.rewrite.usages.in_place import is_last_read
from mindaudit.rewrite.usages.once import computed_once
from mindaudit.rewrite.usages.saved_values import from_copy
from mindaudit.rewrite.usages.served import serves
from mindaudit.rewrite.usages.smallest import smallest
from mindaudit.rewrite.usages.standing import made_of, stand_in
from mindaudit_data import counterparts

_RESHAPING = frozenset(
    f"torch.Tensor.{name}_"
    for name in ("as_strided", "resize", "resize_as", "squeeze", "swapaxes", "swapdims", "t", "transpose", "unsqueeze")
)
"""What gives its receiver another shape: a store into all elements cannot."""
_BACKWARD = "backward"
_MAY_GIVE_ITSELF = frozenset({
    "to", "type", "type_as", "float", "double", "half", "bfloat16", "int", "long", "short", "bool", "char", "byte", "cpu", "cuda",
    "contiguous", "flatten", "ravel", "real", "resolve_conj", "resolve_neg", "coalesce", "to_dense", "pin_memory", "positive",
})  # fmt: skip
"""Methods of tensors that give the tensor itself where nothing is to be done."""
_FUNCTIONS = "torch.nn.functional."
_OPTIMIZERS = "torch.optim."
_CLASS_OF_TENSORS = re.compile(r"torch\.(?:cuda\.)?[A-Z]\w+Tensor")
_CONSTANTS = ("True", "False", "None")
_PASSED_ON = "Whoever calls it decides what to write."


def judged(
    usages: Sequence[Usage], text: str, places: Places, target: Target, table: Table, choice: Choice, mended: Sequence[Change] = ()
) -> list[Finding]:
    """One finding per usage, innermost first, without those of variables, which change where these are set.

    A usage that is not applied stays as it is, with what is applied inside it. Hazards that are `mended` inside a usage are so in its
    substitution.
    """
    judge = Judge(text, target, table, frozenset(), continued(usages))
    findings, waiting = [], deque(mended)
    for index in innermost_first(usages):
        usage = usages[index]
        while waiting and inner_first(waiting[0].span) < inner_first(usage.span):
            change = waiting.popleft()
            judge.splicer.add(change.span, change.text(judge.splicer))
        if waiting and waiting[0].span == usage.span and usage.kind == "attribute":
            judge.splicer.add(usage.span, waiting.popleft().text(judge.splicer))
            continue
        inner = judge.splicer.render(usage.span)
        method_of_none = usage.kind == "call" and usage.receiver and is_free(usage.torch_name, table)
        stays = choice.stays(usage) and not (target.mode == "graph" and _changes_input(usage))
        if stays or method_of_none or not places.direct(usage):
            judge.splicer.add(usage.span, inner)
            continue
        finding = _agreed(_standing(judge.finding(usage), places, judge, choice), judge)
        finding = _in_place(finding, choice, places, judge)
        if finding.recipe in choice.taken:
            finding = _by_other_name(finding, inner)
        if finding.recipe == DEVICE_OF:
            finding = replace(finding, usage=replace(finding.usage, certainty="likely"))  # it leaves alone what is no text
        elif usage.certainty == "possible":
            finding = _of_any_object(finding, judge, choice)
        elif usage.certainty == "likely" and usage.kind == "attribute" and usage.torch_name.removeprefix(TENSOR) in choice.parts:
            finding = _part_of_any_object(finding, judge, choice)
        of_python = target.mode == "graph" and _is_plain(finding)
        if (
            _is_helper(finding, choice, table)
            and not of_python
            and not _is_argument(finding, judge)
            and serves(usage, table, target.mindspore)
        ):
            judge.splicer.add(usage.span, inner)
            continue
        if choice.applies(finding) or usage.certainty == "possible":
            finding = smallest(finding, judge, places)
        if choice.applies(finding):
            finding = _as_target(computed_once(finding, judge, places), places)
        judge.keep(usage, finding)
        if not choice.applies(finding):
            judge.splicer.add(usage.span, inner)
            if finding.substitution == inner != text[slice(*usage.span)]:
                continue  # what is written inside of it is all that there is to write
        findings.append(finding)
    return findings


def _in_place(finding: Finding, choice: Choice, places: Places, judge: Judge) -> Finding:
    """The finding of an in-place call whose receiver would keep its old value, with something to write where that is no loss.

    In PyNative mode a recipe overwrites the receiver; what `x.data` gives is a copy in MindSpore: `x` itself is overwritten. In a graph,
    where the receiver gets another shape, and where a recipe already gives the new value, that value alone is written where nothing reads
    the receiver afterwards.
    """
    targets = [each.removesuffix(LOST) for each in finding.differences if each.endswith(LOST)]
    if not targets or finding.substitution is None:
        return finding
    others = tuple(each for each in finding.differences if not each.endswith(LOST))
    if finding.usage.torch_name in _RESHAPING and _is_made_here(finding.usage, judge):
        return replace(finding, differences=others)
    only_new = judge.target.mode == "graph" or finding.usage.torch_name in _RESHAPING
    if (only_new or finding.recipe) and is_last_read(targets[0], finding.usage.span, places):
        return replace(finding, differences=(*others, OTHERS))
    if only_new or not choice.brings(OVERWRITTEN):
        return finding
    target = _reshaped(finding.usage, judge) or targets[0]
    owner = target.removesuffix(".data")
    value = from_copy(finding.substitution, target, finding.usage, places)
    text = f"{OVERWRITTEN}({owner}, {value}){target.removeprefix(owner)}"
    return replace(finding, verdict="composable", substitution=text, recipe=finding.recipe or OVERWRITTEN, differences=others)


def _reshaped(usage: Usage, judge: Judge) -> str:
    """The receiver as it is written, if an in-place method gives it another shape: a store into it reaches the elements of the old one."""
    inner = judge.judged.get(usage.receiver.span) if usage.receiver else None
    if inner is None or usage.receiver is None or inner.kind != "call" or inner.torch_name not in _RESHAPING:
        return ""
    return judge.splicer.render(usage.receiver.span)


def _is_made_here(usage: Usage, judge: Judge) -> bool:
    """Whether the receiver is the result of another method of tensors, so that its shape is unknown otherwise."""
    made = judge.judged.get(usage.receiver.span) if usage.receiver else None
    name = made.torch_name if made and made.kind == "call" else ""
    return name.startswith(TENSOR) and not name.endswith("_") and name.removeprefix(TENSOR) not in _MAY_GIVE_ITSELF


def _of_any_object(finding: Finding, judge: Judge, choice: Choice) -> Finding:
    """The finding of a method that may be a tensor's, by the recipe that calls it on any object, where there is one.

    As a statement those without an underscore have no effect on a tensor, and stay.
    """
    usage, method = finding.usage, finding.usage.torch_name.removeprefix(TENSOR)
    recipe = f"{ANY}{method}"
    is_effect = method == _BACKWARD or method.endswith("_")
    has_effect = judge.target.mode == "pynative" if is_effect else not usage.statement
    if usage.receiver is None or usage.callee is None or not has_effect or usage.torch_name == method or not choice.brings(recipe):
        return finding
    receiver = judge.splicer.render(usage.receiver.span)
    arguments = judge.splicer.render((usage.callee[1], usage.span[1])).lstrip()[1:]
    if receiver.startswith("super(") or "#" in arguments:
        return finding
    text = f"{recipe}({receiver}{'' if arguments.lstrip().startswith(')') else ', '}{arguments}"
    usage = replace(usage, certainty="likely")
    return replace(finding, usage=usage, verdict="composable", substitution=text, recipe=recipe, imports=())


def _part_of_any_object(finding: Finding, judge: Judge, choice: Choice) -> Finding:
    """The finding of an attribute that a class of the project has, too, by the recipe that asks any object for it."""
    recipe = f"{ANY}{finding.usage.torch_name.removeprefix(TENSOR)}"
    if finding.usage.receiver is None or not choice.brings(recipe):
        return finding
    text = f"{recipe}({judge.splicer.render(finding.usage.receiver.span)})"
    return replace(finding, verdict="composable", substitution=text, recipe=recipe, imports=())


def _as_target(finding: Finding, places: Places) -> Finding:
    """The finding of a gradient that `x.grad += y` changes: the data of what a call gives can stand there, a call cannot."""
    if finding.usage.torch_name != GRADIENT or finding.recipe is None or not (finding.substitution or "").startswith(finding.recipe):
        return finding
    changed = (node.target for node in nodes(places.tree) if isinstance(node, ast.AugAssign))
    is_changed = finding.usage.span in map(places.span, changed)
    return replace(finding, substitution=f"{finding.substitution}.data") if is_changed else finding


def _by_other_name(finding: Finding, inner: str) -> Finding:
    """The finding with the other name of its recipe, where the substitution has the own name once more than the text that it replaces."""
    name = re.compile(rf"(?<![\w.]){finding.recipe}(?=\()")
    new = finding.substitution or ""
    if len(name.findall(new)) != len(name.findall(inner)) + 1 or not new.startswith(f"{finding.recipe}("):
        return finding
    other = f"{finding.recipe}{OTHER_NAME}"
    return replace(finding, recipe=other, substitution=name.sub(other, new, count=1))


def _changes_input(usage: Usage) -> bool:
    """Whether a function is told to change its input, which no counterpart does in a graph: there the name is bound to the result."""
    told = any(each.keyword == "inplace" and each.value.literal is True for each in usage.arguments)
    return usage.kind == "call" and usage.torch_name.startswith(_FUNCTIONS) and (told or usage.torch_name.endswith("_"))


def _is_helper(finding: Finding, choice: Choice, table: Table) -> bool:
    """Whether a usage neither computes a tensor nor makes a layer, and a counterpart bears its name: it can stay as it is.

    Unless MindSpore has the same thing itself: then that is written. Nor where the counterpart refuses what it may get here, or where a
    constant stands for it with a difference: then the counterpart gives another answer.
    Distributions stay where they are promised, and what is asked of one stays. Optimizers stay where the recipes' are promised.
    """
    name = finding.usage.torch_name
    if name.startswith(_OPTIMIZERS) and finding.recipe is not None and choice.stands_for(name):
        return is_substitute(finding.differences)
    if name.startswith(DISTRIBUTIONS) and choice.stands_for(name) and not counterparts.raises(name):
        return finding.verdict == "composable" or bool(finding.usage.receiver)
    api = table.torch_api(name)
    if name.startswith((LAYERS, _OPTIMIZERS)) or f"{name}.".startswith(TENSOR) or not choice.stands_for(name) or api is None:
        return False
    if finding.usage.kind == "call" and finding.recipe is None and _CLASS_OF_TENSORS.fullmatch(name):
        return False  # of a size the counterpart, which gets a tuple, would make its numbers the data
    is_constant = finding.substitution in _CONSTANTS
    if refused(finding) or "tensor" in api.returns or (finding.differences if is_constant else finding.verdict == "supported"):
        return False
    if finding.usage.receiver is None:
        return api.kind in ("function", "class")
    return api.kind in ("method", "property") and not _is_built_in(name.rpartition(".")[0], table)


def _is_plain(finding: Finding) -> bool:
    """Whether a call in a network may be Python's own `isinstance`, which graph mode supports, unlike that of a counterpart."""
    return finding.usage.context == "network" and not finding.differences and (finding.substitution or "").startswith("isinstance(")


def _is_argument(finding: Finding, judge: Judge) -> bool:
    """Whether a call that creates no layer returns its argument, which is written instead."""
    usage, new = finding.usage, finding.substitution or ""
    is_layer = usage.torch_name.startswith(LAYERS)
    given = (judge.splicer.render(argument.span) for argument in usage.arguments)
    return usage.kind == "call" and not is_layer and any(new in (text, f"({text})") for text in given)


def _is_built_in(name: str, table: Table) -> bool:
    """Whether MindSpore's objects of a class are of a type of Python's own, which the counterpart only derives from."""
    return any(hasattr(builtins, row.template) for row in table.mappings(name))


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


def _standing(finding: Finding, places: Places, judge: Judge, choice: Choice) -> Finding:
    """The finding of a name that is not called, with a replacement that is right for all its uses."""
    usage, changed = finding.usage, CHANGED[1:] in finding.reason
    if usage.kind not in ("reference", "base", "annotation") or usage.receiver is not None or (choice.applies(finding) and not changed):
        return finding
    if usage.kind == "annotation" or places.tested(usage):
        return _class(finding, judge, choice, several=usage.kind != "annotation")
    if places.typed(usage) and len(made_of(usage.torch_name, judge.target, judge.table)) == 1:
        return _class(finding, judge, choice, several=False)
    other = stand_in(usage.torch_name, judge.target, judge.table) if not usage.alternatives else None
    if other is None or not (other.name or (usage.kind == "reference" and not places.compared(usage))):
        return replace(finding, substitution=None, reason=f"{finding.reason} {_PASSED_ON}") if changed else finding
    return replace(other.finding, usage=usage, substitution=other.text)


def _class(finding: Finding, judge: Judge, choice: Choice, several: bool) -> Finding:
    """The finding of a class that is asked for or stated, with the classes that its calls become."""
    names = made_of(finding.usage.torch_name, judge.target, judge.table)
    own = [name for name in names if choice.recipes or not is_recipe(name)]
    if not own or finding.usage.alternatives:
        return finding
    written = own if several else own[:1]
    recipe = next(filter(is_recipe, written), None)
    text = written[0] if len(written) == 1 else f"({', '.join(written)})"
    return replace(finding, verdict="equivalent", substitution=text, recipe=recipe)
