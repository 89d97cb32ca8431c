"""The substitutions of what may be a tensor's or another object's: recipes that ask any object."""

from __future__ import annotations

import re
from dataclasses import replace

from mindaudit.classify.judge import Judge
from mindaudit.model import Finding, Usage
from mindaudit.resolve.queries.method_names import SCALED
from mindaudit.rewrite.text.augmented import is_read_twice
from mindaudit.rewrite.usages.choice import ANY, TENSOR, Choice
from mindaudit.sources.syntax import or_none, parse_enclosed

_BACKWARD = "backward"
_OF_ARRAYS = frozenset(
    "all any argmax argmin argsort clip conj cumprod cumsum data device diagonal dot dtype flatten imag item itemsize max mean min nbytes "  # noqa: SIM905
    "ndim nonzero prod put ravel real repeat reshape resize round shape size sort squeeze std sum swapaxes take tolist trace transpose var "
    "view".split()
)
"""What both numpy.ndarray and torch.Tensor have."""
_OTHER = "other"
"""The type of objects of a project's classes."""
_SUPER = re.compile(r"super\([^()]*\)")
_TENSOR_CLASS = "from mindspore import Tensor"


def of_any_object(finding: Finding, judge: Judge, choice: Choice, eager: bool) -> Finding:
    """The finding of a method that may be a tensor's, by the recipe that calls it on any object, where there is one.

    Methods in place need a place that runs outside of graphs. As a statement those without an underscore have no effect on a tensor,
    and stay.
    """
    usage, method = finding.usage, finding.usage.torch_name.removeprefix(TENSOR)
    recipe = f"{ANY}{method}"
    has_effect = _has_effect(usage, method, judge.target.mode, eager)
    if method in SCALED and not _is_scaled(usage):
        return finding
    if usage.receiver is None or usage.callee is None or not has_effect or usage.torch_name == method or not choice.brings(recipe):
        return finding
    receiver = judge.splicer.render(usage.receiver.span)
    arguments = judge.splicer.render((usage.callee[1], usage.span[1])).lstrip()[1:]
    if _SUPER.fullmatch(receiver) or "#" in arguments:
        return finding
    text = f"{recipe}({receiver}{'' if arguments.lstrip().startswith(')') else ', '}{arguments}"
    usage = replace(usage, certainty="likely")
    return replace(finding, usage=usage, verdict="composable", substitution=text, recipe=recipe, imports=())


def _has_effect(usage: Usage, method: str, mode: str, eager: bool) -> bool:
    """Whether the recipe of a method has the effect of the method where that stands."""
    if method.endswith("_"):
        return eager
    return mode == "pynative" if method == _BACKWARD else not usage.statement


def _is_scaled(usage: Usage) -> bool:
    """Whether a number stands before the other tensor."""
    return [each.keyword for each in usage.arguments] == [None, None]


def part_of_any_object(finding: Finding, judge: Judge, choice: Choice) -> Finding:
    """The finding of an attribute that a class of the project has, too, by the recipe that asks any object for it."""
    recipe = f"{ANY}{finding.usage.torch_name.removeprefix(TENSOR)}"
    if finding.usage.receiver is None or not choice.brings(recipe):
        return finding
    text = f"{recipe}({judge.splicer.render(finding.usage.receiver.span)})"
    return replace(finding, verdict="composable", substitution=text, recipe=recipe, imports=())


def of_tensor_or_object(finding: Finding, inner: str, choice: Choice, judge: Judge, eager: bool) -> Finding:
    """The finding of a method that an object of the project may have, too: what is written for tensors leaves that object alone.

    `inner` is the usage's text with the substitutions inside of it.
    """
    usage, name = finding.usage, finding.usage.torch_name.removeprefix(TENSOR)
    if not eager or usage.receiver is None or usage.statement or usage.kind != "call" or name.endswith("_") or usage.torch_name == name:
        return finding
    types = usage.receiver.value.types
    may_be_other = _OTHER in types and "tensor" in types
    if not (may_be_other or (usage.certainty == "likely" and types != {"tensor"} and name in choice.imitated)):
        return finding
    if not choice.applies(finding) or finding.substitution == inner:
        return finding
    found = of_any_object(finding, judge, choice, eager)
    return found if found is not finding else _by_class(finding, judge.splicer.render(usage.receiver.span), inner)


def of_tensor_or_array(finding: Finding, inner: str, choice: Choice, judge: Judge, eager: bool) -> Finding:
    """The finding of what is an array's in some calls and a tensor's in others: what is written for the tensor leaves the array alone.

    `inner` is the usage's text with the substitutions inside of it.
    """
    usage = finding.usage
    name = usage.torch_name.removeprefix(TENSOR)
    if usage.receiver is None or usage.statement or name not in _OF_ARRAYS or not choice.applies(finding) or finding.substitution == inner:
        return finding
    found = of_any_object(finding, judge, choice, eager)
    if found is not finding:
        return found
    receiver = judge.splicer.render(usage.receiver.span)
    read = or_none(parse_enclosed, receiver)
    return _by_class(finding, receiver, inner) if eager or (read is not None and is_read_twice(read)) else finding


def _by_class(finding: Finding, receiver: str, inner: str) -> Finding:
    """The finding with the substitution for tensors alone; any other receiver gets the text that stood there."""
    text = f"({finding.substitution} if isinstance({receiver}, Tensor) else {inner})"
    return replace(finding, substitution=text, imports=(*finding.imports, _TENSOR_CLASS))
