"""APIs that are named without being called: references, base classes, decorators, annotations."""

from __future__ import annotations

from dataclasses import dataclass

from mindaudit.classify import adapt
from mindaudit.classify.bind import from_catalog
from mindaudit.classify.names import full_name
from mindaudit.classify.splice import Splicer
from mindaudit.classify.syntax import enclosed
from mindaudit.classify.table import Row, Table
from mindaudit.classify.template import Arguments, Hole, Template
from mindaudit.model import Target, Usage


@dataclass(frozen=True, slots=True)
class Uncalled:
    """The name to write, if one serves whatever the arguments will be."""

    text: str | None
    differences: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def uncalled_name(row: Row, template: Template | None, usage: Usage, table: Table, target: Target, splicer: Splicer) -> Uncalled:
    """The name that a row gives where the API is not called."""
    if template is None:
        return Uncalled(None)
    if not template.plain:
        return Uncalled(None, notes=("how it is called decides what to write",))
    if template.called and not _passes_on(row, template, table, target):
        return Uncalled(None, notes=("its arguments change, so write a function where it is passed on",))
    if not template.plain.startswith("."):
        return Uncalled(template.plain)
    if usage.receiver is None:
        return Uncalled(f"mindspore.Tensor{template.plain}")
    return Uncalled(enclosed(splicer.render(usage.receiver.span), tight=True) + template.plain)


def _passes_on(row: Row, template: Template, table: Table, target: Target) -> bool:
    """Whether the template's call takes any arguments just as torch's does, with the same defaults."""
    call = next((part for part in template.parts if isinstance(part, Arguments)), None)
    adaptation = adapt.parse(row.adapt)
    if call is None or adaptation.renames or adaptation.drops or adaptation.in_place:
        return False
    holes = [slot.hole for slot in call.slots]
    if len(holes) == 1 and holes[0] and holes[0].everything:
        return True
    ours = [[from_catalog(p).name for p in parameters] for parameters in table.torch_overloads(row.torch_name)]
    written = [hole.expression for hole in holes if isinstance(hole, Hole) and hole.simple]
    full = full_name(template.plain)
    theirs = table.mindspore_parameters(full, target.mindspore) if full else None
    return len(written) == len(holes) == len(theirs or ()) and written in ours
