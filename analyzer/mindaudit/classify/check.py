"""Checks the texts of a mapping row: they can be parsed, and name only what the catalogs have. The row's form is checked before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import mindaudit_data
from mindaudit.classify import adapt, conditions, template
from mindaudit.classify.bind import RECEIVERS, OverloadParameter, overloads
from mindaudit.classify.candidates import is_method, mindspore_names, missing_recipe, template_of, unknown_names
from mindaudit.classify.table import Row, Table
from mindaudit.classify.template import BadTemplateError


def problems(row: Row, table: Table, versions: Sequence[str]) -> list[str]:
    """The problems of a row, one clause each; empty for a valid one. `versions` are the MindSpore releases that it answers for."""
    try:
        return list(_problems(row, table, versions))
    except (conditions.BadConditionError, adapt.BadAdaptationError) as error:
        return [f"not in the language: {error}"]
    except BadTemplateError as bad_template:
        return [f"template {bad_template}"]


def check_language(row: Row) -> None:
    """Raise a ValueError that names the column and the reason if a row's template, condition or adaptation cannot be parsed."""
    for column, text, parse in (
        ("template", row.template, template.parse),
        ("when", row.when, conditions.parse),
        ("adapt", row.adapt, adapt.parse),
    ):
        try:
            if text.strip():
                parse(text)
        except (BadTemplateError, conditions.BadConditionError, adapt.BadAdaptationError) as error:
            raise ValueError(f"{column} is not in the language: {error}") from error


def _problems(row: Row, table: Table, versions: Sequence[str]) -> Iterator[str]:
    name = row.torch_name.removesuffix(mindaudit_data.FAMILY)
    if name.startswith("torch.") and table.torch_api(name) is None and not mindaudit_data.torch_catalog().children(name):
        yield f"torch has no {name}"
    template = template_of(row)
    if template is not None and name != row.torch_name:
        yield "a template for a whole family"
    if (template is None) == (row.verdict in ("supported", "equivalent", "composable")):
        if template is None:
            yield "a promise without a template"
        elif row.verdict != "out-of-scope":
            yield "a template without a promise"
    used = {atom.parameter for atom in conditions.parse(row.when) if atom.parameter and atom.test not in ("named", "defines")}
    used |= set(adapt.parse(row.adapt).drops)
    if template is not None:
        used |= template.uses
        yield from (f"{name} stands for nothing in a template" for name in unknown_names(template))
        if missing := missing_recipe(template, table):
            yield f"there is no recipe {missing}"
        yield from _missing(row, template_names(row, table), table, versions)
    lists = overloads(row.overload, row.torch_name, table, is_method(row.torch_name, table))
    yield from (f"no overload has {name}" for name in sorted(used) if not _known(name, lists))


def template_names(row: Row, table: Table) -> list[str]:
    """The MindSpore APIs that a row's template needs."""
    template = template_of(row)
    return mindspore_names(template, row.torch_name.startswith("torch.Tensor.")) if template else []


def _missing(row: Row, needed: Iterable[str], table: Table, versions: Sequence[str]) -> Iterator[str]:
    asked = [version for version in versions if mindaudit_data.holds(row.since, row.until, version)]
    if not asked:
        yield "no version is in its range"
    for name in needed:
        if all(table.mindspore_backends(name, version) is None for version in asked):
            yield f"MindSpore {asked[0]} to {asked[-1]} has no {name}" if asked else f"no {name}"


def _known(name: str, lists: Sequence[Sequence[OverloadParameter]]) -> bool:
    return any(
        name in {p.name for p in parameters} or (name in RECEIVERS and bool(parameters)) or any(p.kind == "**" for p in parameters)
        for parameters in lists
    )
