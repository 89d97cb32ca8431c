"""The strongest evidence for a row on a target: its grade, and what it is based on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from mindaudit.classify.candidates import OFFICIAL, Candidate, attributes_of_receiver, mindspore_names, receiver_of
from mindaudit.classify.records import held, is_of, speaking
from mindaudit.classify.table import EvidenceRow, Row, Table
from mindaudit.classify.template import Template
from mindaudit.model import Evidence, Target

_KEYWORD: Final = re.compile(r"(?<=[(\s])(\w+)=(?!=)")


def evidence_of(candidate: Candidate, template: Template | None, table: Table, target: Target, owner: str = "") -> Evidence:
    """The best evidence for a row on a target: its executions, what others ran on the backend, what signatures and tables say.

    `owner` is the class off which the template takes attributes, where that is not the usual one.
    """
    row = candidate.row
    names = _names(candidate, template, table, target, owner) if template else []
    others = _of_others(row, names, table, target)
    records = [record for record in speaking(table.evidence(row.id), target) if held(record)]
    if records:
        executed = _executed(records[0], target)
        return replace(executed, detail=f"{executed.detail}; {others.detail}") if others and executed.grade != "executed-here" else executed
    if others:
        return others
    if row.preference >= OFFICIAL:
        return Evidence("official", row.note or "official mapping table")
    return Evidence("none", row.note) if row.verdict == "custom-op" else _of_signatures(names, table, target)


def _names(candidate: Candidate, template: Template, table: Table, target: Target, owner: str) -> list[str]:
    """The MindSpore APIs that a row uses, also in its recipes and as attributes of objects that are no tensors."""
    recipes = [api for name in template.names if "." not in name and table.is_recipe(name) for api in table.recipe_apis(name)]
    owner = (owner or receiver_of(candidate)) if candidate.method and not candidate.of_tensor else ""
    members = [f"{owner}.{name}" for name in attributes_of_receiver(template) if owner]
    known = [name for name in (*members, *recipes) if table.mindspore_backends(name, target.mindspore) is not None]
    return [*mindspore_names(template, candidate.of_tensor), *known]


def _executed(record: EvidenceRow, target: Target) -> Evidence:
    gradients = ", gradients too" if record.gradients else ""
    where = f"on {record.backend}, MindSpore {record.version}, {record.mode} mode"
    detail = f"{record.matched} of {record.samples} samples equal torch's{gradients} {where}"
    if record.version != target.mindspore:
        detail += f" (on {target.mindspore} itself it was not run)"
    grade: Final = "executed-here" if is_of(record, target) else "executed-elsewhere"
    return Evidence(grade, detail + (f"; {record.detail}" if record.detail else ""), bool(record.gradients))


def _of_others(row: Row, names: Sequence[str], table: Table, target: Target) -> Evidence | None:
    """The evidence that others ran every API of the row on the target's backend; None otherwise."""
    if not names:
        return None
    tests = [table.tested(name, target.backend, target.mode) for name in names]
    if all(tests):
        return Evidence("tested-upstream", f"MindSpore's own tests run {names[0]} on {target.backend} in {target.mode} mode")
    uses = [table.used(name, target.backend) for name in names]
    seen = {keyword for used in uses for use in used for keyword in use.keywords}
    if all(tested or used for tested, used in zip(tests, uses, strict=True)) and set(_KEYWORD.findall(row.template)) <= seen:
        projects = sorted({use.project for used in uses for use in used})
        calls = sum(use.calls for use in next(filter(None, uses)))
        return Evidence("used-in-field", f"{', '.join(projects)} use {names[0]} so on {target.backend}, {calls} calls")
    return None


def _of_signatures(names: Sequence[str], table: Table, target: Target) -> Evidence:
    """The evidence from the catalog of the target's release about the APIs in a row."""
    checked = [name for name in names if table.mindspore_parameters(name, target.mindspore) is not None]
    if checked:
        return Evidence("signature", f"{checked[0]} has these parameters in MindSpore {target.mindspore}")
    present = [name for name in names if table.mindspore_backends(name, target.mindspore) is not None]
    return Evidence("signature", f"MindSpore {target.mindspore} has {present[0]}") if present else Evidence()
