"""APIs that are named without being called: references, base classes, decorators, annotations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mindaudit.classify import adapt
from mindaudit.classify.bind import from_catalog, parse_overload
from mindaudit.classify.candidates import is_class
from mindaudit.classify.names import full_name
from mindaudit.classify.signatures import differs, signature
from mindaudit.classify.splice import Splicer
from mindaudit.classify.syntax import enclosed
from mindaudit.classify.table import Row, Table
from mindaudit.classify.template import Arguments, Placeholder, Template
from mindaudit.model import Target, Usage

CHANGED: Final = "its arguments change where it is called"


@dataclass(frozen=True, slots=True)
class Uncalled:
    """The name to write, if one is right for all arguments of later calls."""

    text: str | None
    differences: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def uncalled_name(row: Row, template: Template | None, usage: Usage, table: Table, target: Target, splicer: Splicer) -> Uncalled:
    """The name that a row gives for an API that is not called."""
    if template is None:
        return Uncalled(None)
    if not template.plain or (is_class(row.torch_name, table) and not _names_a_class(template)):
        return Uncalled(None, notes=("how it is called decides what to write",))
    notes: tuple[str, ...] = ()
    if template.called and not _passes_on(row, template, table, target):
        if not is_class(row.torch_name, table):
            return Uncalled(None, notes=("its arguments change, so pass on a function of your own that calls it",))
        notes = (CHANGED,)
    if not template.plain.startswith("."):
        return Uncalled(template.plain, notes=notes)
    if usage.receiver is None:
        return Uncalled(f"mindspore.Tensor{template.plain}")
    return Uncalled(enclosed(splicer.render(usage.receiver.span), tight=True) + template.plain)


def _names_a_class(template: Template) -> bool:
    """Whether what is called is a class, by its name; a function cannot be derived from, stated or tested for."""
    return template.plain.rpartition(".")[2][:1].isupper()


def _passes_on(row: Row, template: Template, table: Table, target: Target) -> bool:
    """Whether the template's call has the same parameters as torch's, with the same defaults."""
    call = next((part for part in template.parts if isinstance(part, Arguments)), None)
    adaptation = adapt.parse(row.adapt)
    if call is None or adaptation.renames or adaptation.drops or adaptation.in_place:
        return False
    placeholders = [slot.placeholder for slot in call.slots]
    full = full_name(template.plain)
    theirs = {p.name: p for p in (signature(full, target.mindspore, table) if full else None) or ()}
    ours = [tuple(map(from_catalog, parameters)) for parameters in table.torch_overloads(row.torch_name)]
    if any(p.name in theirs and differs(p, theirs[p.name]) for parameters in ours for p in parameters):
        return False
    if len(placeholders) == 1 and placeholders[0] and (placeholders[0].everything or _is_spread(placeholders[0], row, list(theirs))):
        return True
    written = [placeholder.expression for placeholder in placeholders if isinstance(placeholder, Placeholder) and placeholder.simple]
    return len(written) == len(placeholders) == len(theirs) and written in [[p.name for p in parameters] for parameters in ours]


def _is_spread(placeholder: Placeholder, row: Row, theirs: list[str]) -> bool:
    """Whether both sides take single arguments: `{*args}` of `*args`."""
    ours = parse_overload(row.overload)
    return placeholder.spread and len(ours) == len(theirs) == 1 and ours[0].kind == "*"
