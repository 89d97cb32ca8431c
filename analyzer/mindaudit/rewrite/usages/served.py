"""The usages that stay unchanged, since the counterpart under torch's name has the same effect."""

from __future__ import annotations

from mindaudit.classify.bind import bind, from_catalog
from mindaudit.classify.fill import signature
from mindaudit.classify.table import Table
from mindaudit.model import Finding, Target, Usage, is_substitute
from mindaudit.rewrite.usages.choice import TENSOR, Choice, refused
from mindaudit_data import counterparts


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
        return unmapped and serves(usage, table, target.mindspore)
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
