"""The usages that stay unchanged, since the counterpart under torch's name has the same effect."""

from __future__ import annotations

import builtins
import re

from mindaudit.classify.bind import bind, from_catalog
from mindaudit.classify.judge import Judge
from mindaudit.classify.signatures import signature
from mindaudit.classify.table import Table
from mindaudit.model import Finding, Target, Usage, is_substitute
from mindaudit.rewrite.usages.choice import DISTRIBUTIONS, LAYERS, TENSOR, Choice, refused
from mindaudit_data import counterparts

_FUNCTIONS = "torch.nn.functional."
_OPTIMIZERS = "torch.optim."
_CLASS_OF_TENSORS = re.compile(r"torch\.(?:cuda\.)?[A-Z]\w+Tensor")
_CONSTANTS = ("True", "False", "None")


def is_served(finding: Finding, choice: Choice, table: Table, target: Target) -> bool:
    """Whether a usage that is not replaced needs no remark.

    The members of MindSpore's own Tensor are not known here. Names without mappings get a remark where they are replaced by an object that
    raises an error; attributes of an object get one only if its class surely lacks them.
    """
    usage, name = finding.usage, finding.usage.torch_name
    if not choice.recipes or refused(finding):
        return False
    rows = table.mappings(name)
    if not is_substitute(finding.differences) and any(row.modes and target.mode not in row.modes.split() for row in rows):
        return False  # the counterpart is for the other mode
    unmapped = not rows
    if usage.kind == "operator" or name.startswith(TENSOR):
        return unmapped and usage.kind == "operator"
    if usage.receiver is not None:
        return (unmapped or counterparts.defines(name)) and serves(usage, table, target.mindspore)
    return serves(usage, table, target.mindspore) if choice.stands_for(name) else unmapped


def serves(usage: Usage, table: Table, version: str) -> bool:
    """Whether a counterpart accepts the arguments of a call, or has the attribute of an object, as far as is known."""
    if usage.receiver is not None:
        return not _lacks(usage.torch_name, table, version)
    return usage.kind != "call" or _takes(usage, table, version)


def _takes(usage: Usage, table: Table, version: str) -> bool:
    """Whether the counterpart of what is called takes the arguments, as far as is known."""
    found = counterparts.definition(usage.torch_name)
    if isinstance(found, str):
        parameters = signature(found, version, table)
    else:
        own = counterparts.parameters(usage.torch_name)
        parameters = None if own is None else tuple(from_catalog(each) for each in own)
    return parameters is None or bind(parameters, usage, method=False) is not None


def _lacks(name: str, table: Table, version: str) -> bool:
    """Whether the class that stands for the owner of an attribute surely has no such attribute."""
    owner, _, last = name.rpartition(".")
    found = counterparts.definition(owner)
    if isinstance(found, str):
        return table.mindspore_backends(found, version) is not None and table.mindspore_backends(f"{found}.{last}", version) is None
    return counterparts.lacks(name)


def changes_input(usage: Usage) -> bool:
    """Whether a function is told to change its input, which no counterpart does in a graph: there the name is bound to the result."""
    told = any(each.keyword == "inplace" and each.value.literal is True for each in usage.arguments)
    return usage.kind == "call" and usage.torch_name.startswith(_FUNCTIONS) and (told or usage.torch_name.endswith("_"))


def is_kept(finding: Finding, judge: Judge, choice: Choice) -> bool:
    """Whether a usage stays as it is written, since a counterpart of that name serves it."""
    of_python = judge.target.mode == "graph" and _is_plain(finding)
    if of_python or not _is_helper(finding, choice, judge.table) or _is_argument(finding, judge):
        return False
    return serves(finding.usage, judge.table, judge.target.mindspore)


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
