"""The mapping rows that may answer a usage on a target, and the reasons why others may not."""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import shorten
from typing import Final

from mindaudit.classify.bind import RECEIVERS, OverloadParameter, from_catalog, parse_overload
from mindaudit.classify.names import ROOTS, full_name
from mindaudit.classify.records import FAILURES, failure, held
from mindaudit.classify.table import Row, Table
from mindaudit.classify.template import Template
from mindaudit.classify.template import parse as parse_template
from mindaudit.model import Target, Usage
from mindaudit_data import holds

_TENSOR: Final = "torch.Tensor."
_FUNCTIONS: Final = "torch."
_LAYERS: Final = "torch.nn."
_LAYER: Final = "torch.nn.Module"
CALLED_BY_NETWORKS: Final = frozenset(
    {"torch.nn.Module", "torch.optim.Optimizer", "torch.optim.lr_scheduler.LRScheduler", "torch.autograd.Function"}
)
"""Classes whose objects, made on the host, are called in what is compiled."""
OFFICIAL: Final = 900
IN_REASON: Final = 120
"""How much of a counterexample a reason quotes."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A row that may answer a torch name, and in which form."""

    row: Row
    in_place: bool = False
    """Whether it gives the new value of the receiver of an in-place form."""
    method: bool = False
    """Whether its first parameter is a receiver."""
    borrowed: bool = False
    """Whether it is written for the other form, method or function."""

    @property
    def of_tensor(self) -> bool:
        """Whether that is a tensor."""
        return self.row.torch_name.startswith(_TENSOR)


_OWNERS: Final = {
    "torch.Tensor.": "mindspore.Tensor",
    "torch.nn.": "mindspore.nn.Cell",
    "torch.optim.": "mindspore.experimental.optim.Optimizer",
}


def receiver_of(candidate: Candidate) -> str:
    """The MindSpore class of the object whose attributes a candidate's template uses, "" if the name does not show it."""
    if not candidate.method:
        return "mindspore.Tensor"
    return next((owner for prefix, owner in _OWNERS.items() if candidate.row.torch_name.startswith(prefix)), "")


def is_in_place(name: str) -> bool:
    """Whether a torch name is an in-place form (`add_`, not `__add__`)."""
    return name.endswith("_") and not name.endswith("__")


def is_method(name: str, table: Table) -> bool:
    """Whether a torch name is a method or an attribute of objects."""
    if name.startswith(_TENSOR):
        return True
    return _kind(name, table) in ("method", "property")


def is_free(name: str, table: Table) -> bool:
    """Whether a torch name is a function or class of its own: as an attribute of an object it is called without that object."""
    return _kind(name, table) in ("function", "class") and not name.startswith(_TENSOR)


def is_function(name: str, table: Table) -> bool:
    """Whether a torch name is a function, whose call computes; not a class, whose call makes an object."""
    return _kind(name, table) == "function"


def runs_in_pynative(usage: Usage, name: str, table: Table) -> bool:
    """Whether a place runs in PyNative mode on any target: code of the host or the data pipeline, unless it makes what networks call."""
    return usage.context in ("host", "data") and not _is_called_by_networks(name, table)


def _is_called_by_networks(name: str, table: Table) -> bool:
    """Whether a torch name is a class of modules, optimizers or schedulers, or one of functions with a backward of their own."""
    api = table.torch_api(name)
    if api is None or api.kind != "class":
        return False
    return name in CALLED_BY_NETWORKS or any(_is_called_by_networks(base, table) for base in api.bases)


def is_class(name: str, table: Table) -> bool:
    """Whether a torch name is a class."""
    return _kind(name, table) == "class"


def _kind(name: str, table: Table) -> str:
    """The kind of a torch name, "" where it is none."""
    api = table.torch_api(name)
    return api.kind if api else ""


def find(name: str, table: Table) -> list[Candidate]:
    """The rows for a name in the order in which they are tried.

    Its own come first, then those of its other form (method or function) and, for an in-place form, those of the plain one; rows as the
    official tables have them come after all of these.
    """
    found: list[Candidate] = []
    for other in _forms(name):
        if other != name and is_class(name, table):
            continue  # a class has no form as a method: torch.dtype is no Tensor.dtype
        method = is_method(other, table)
        rows = [row for row in table.mappings(other) if other == name or method or _serves(row, table)]
        found += [Candidate(row, is_in_place(name), method, borrowed=other.startswith(_TENSOR) != name.startswith(_TENSOR)) for row in rows]
    return sorted(found, key=lambda candidate: candidate.row.preference >= OFFICIAL)


def _forms(name: str) -> Iterator[str]:
    names = [name, name[:-1]] if is_in_place(name) and not name.startswith("torch.nn.init.") else [name]
    for own in names:
        yield own
        if own.startswith(_TENSOR):
            yield _FUNCTIONS + own.removeprefix(_TENSOR)
        elif own.count(".") == 1:
            yield _TENSOR + own.removeprefix(_FUNCTIONS)
    owner, _, method = name.rpartition(".")
    if owner.startswith(_LAYERS) and owner != _LAYER and owner[-1] != "." and owner.rpartition(".")[2].lstrip("_")[:1].isupper():
        yield f"{_LAYER}.{method}"  # what a layer defines anew, such as forward


def _serves(row: Row, table: Table) -> bool:
    """Whether the first parameter of a function's row is the tensor itself, so that it can be the receiver of a method."""
    if row.overload:
        return takes_receiver(parse_overload(row.overload))
    return any(takes_receiver(tuple(map(from_catalog, parameters))) for parameters in table.torch_overloads(row.torch_name))


def takes_receiver(parameters: Sequence[OverloadParameter]) -> bool:
    """Whether a parameter list begins with the tensor itself."""
    return bool(parameters) and parameters[0].name in RECEIVERS


def refusal(candidate: Candidate, target: Target, table: Table, place: Target | None = None) -> str | None:
    """Why a candidate does not count for a target, whatever the arguments, None if it does.

    Modes and executions are those in which the `place` runs, which outside of networks need not be the target's.
    """
    row, template = candidate.row, template_of(candidate.row)
    if reason := for_others(row, place or target):
        return reason
    records = table.evidence(row.id)
    ran = any(record.backend == target.backend and held(record) for record in records)
    if template is not None and (reason := outside_target(row, template, place or target, table, candidate.of_tensor, ran)):
        return reason
    record = failure(records, place or target)
    if record is None:
        return None
    where = f"in {record.mode} mode on {record.backend}, MindSpore {record.version}"
    return f"{row.template} {FAILURES[record.state]} {where} ({shorten(record.detail, IN_REASON)})"


def for_others(row: Row, target: Target) -> str | None:
    """The column that excludes a target, also for a row without a template; None if there is none."""
    if not holds(row.since, row.until, target.mindspore):
        return f"the candidate {row.id} is not for MindSpore {target.mindspore}"
    if row.modes and target.mode not in row.modes.split():
        return f"the candidate {row.id} is not for {target.mode} mode"
    if row.backends and target.backend not in row.backends.split():
        return f"the candidate {row.id} is not for the backend {target.backend}"
    return None


def outside_target(row: Row, template: Template, target: Target, table: Table, of_tensor: bool, ran: bool = False) -> str | None:
    """Why a row does not count for a target, None if it does.

    Documented backends do not matter for a row that `ran` on the target's.
    """
    if reason := for_others(row, target):
        return reason
    if missing := missing_recipe(template, table):
        return f"there is no recipe {missing}"
    for name in mindspore_names(template, of_tensor):
        backends = table.mindspore_backends(name, target.mindspore)
        if backends is None:
            return f"MindSpore {target.mindspore} has no {name}"
        if backends and target.backend not in backends and not ran:
            return f"{name} does not run on {target.backend}"
    if not ran and (lacked := _lacked(template, target, table)):
        return f"{lacked}, which the recipe calls, does not run on {target.backend}"
    return None


def _lacked(template: Template, target: Target, table: Table) -> str | None:
    """A MindSpore API of the template's recipes that is not documented for the target's backend."""
    recipes = [name for name in template.names if "." not in name and table.is_recipe(name)]
    for name in (api for recipe in recipes for api in table.recipe_apis(recipe)):
        backends = table.mindspore_backends(name, target.mindspore)
        if backends and target.backend not in backends:
            return name
    return None


def missing_recipe(template: Template, table: Table) -> str | None:
    """The bare name that a template calls if neither Python nor the recipes have it."""
    called = (name for name in template.calls if "." not in name and not hasattr(builtins, name) and full_name(name) is None)
    return next((name for name in called if not table.is_recipe(name)), None)


def mindspore_names(template: Template, of_tensor: bool) -> list[str]:
    """Full names of the MindSpore APIs in a template; with `of_tensor` also the attributes of the receiver."""
    found = [full for name in template.names if "." in name and (full := full_name(name))]
    return found + [f"mindspore.Tensor.{name}" for name in attributes_of_receiver(template) if of_tensor]


def attributes_of_receiver(template: Template) -> list[str]:
    """The attributes and methods of its receiver that a template uses."""
    return [
        placeholder.attribute
        for placeholder in template.placeholders
        if placeholder.attribute and set(placeholder.parameters) & set(RECEIVERS)
    ]


def unknown_names(template: Template) -> list[str]:
    """Dotted names in a template that have no meaning there; for checking rows."""
    roots = {*ROOTS, "np"}
    return [name for name in template.names if "." in name and name.partition(".")[0] not in roots]


def template_of(row: Row) -> Template | None:
    """The row's parsed template, None if it has none."""
    return parse_template(row.template) if row.template.strip() else None
