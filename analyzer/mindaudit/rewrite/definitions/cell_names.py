"""Names of Cell's members that torch's Module does not have: methods and attributes of networks must not use them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import mindaudit_data
from mindaudit.facts.records import ModuleFacts
from mindaudit.resolve import Project
from mindaudit.resolve.symbols.class_hierarchy import is_network, is_network_object

_CELL = "mindspore.nn.Cell"
_MODULE = "torch.nn.Module"


def uses_names_of_cell(project: Project, facts: Mapping[str, ModuleFacts]) -> bool:
    """Whether a network of the project has a method or attribute with the name of one of Cell's own members."""
    return any(
        _has_method(project, project.names[name], each) or _stores(project, project.names[name], each) for name, each in facts.items()
    )


def _has_method(project: Project, module: int, facts: ModuleFacts) -> bool:
    owners = (each.class_ for each in facts.functions if each.class_ >= 0 and each.name in _names())
    return any(is_network(project.evaluator, module, owner) for owner in owners)


def _stores(project: Project, module: int, facts: ModuleFacts) -> bool:
    owners = (each.expressions[0] for each in facts.events if each.kind == "store_attribute" and each.detail in _names())
    atoms = (atom for owner in owners for atom in project.evaluator.value(module, owner).atoms)
    return any(is_network_object(project.evaluator, atom) for atom in atoms)


@cache
def _names() -> frozenset[str]:
    """The members of Cell in any version that are none of Module's."""
    cells, torch = mindaudit_data.mindspore_catalog().children(_CELL), mindaudit_data.torch_catalog()
    names = {name.rpartition(".")[2] for name in cells}
    return frozenset(name for name in names if torch.lookup(f"{_MODULE}.{name}") is None)
