"""Names of Cell's members that torch's Module does not have: methods and attributes of networks must not use them.

And names that Cell does not have, or with another value: what reads `forward` or `training` of an object needs a module of the
counterpart of torch.nn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

import mindaudit_data
from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Function, ModuleFacts
from mindaudit.resolve import Project
from mindaudit.resolve.symbols.class_hierarchy import is_network, is_network_object
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values.domain import Value

_CELL = "mindspore.nn.Cell"
_MODULE = "torch.nn.Module"
_TENSOR = "torch.Tensor"
_ARGUMENT = "class_"
_FORWARD = "forward"
_OF_MODULES = frozenset({_FORWARD, "training", "_modules", "_parameters", "_buffers"})
"""Members that Cell lacks, or has otherwise: a new one is not in training mode."""
_WRITTEN = frozenset({_FORWARD, "extra_repr"})
"""Methods that networks define for others: of a Cell they have another name, or only describe it."""
_TAKEN = "a Cell has an argument class_ of its own, so that this one stops when it is given by its name; rename it"
_NO_FORWARD = "of a Cell, forward is called construct, and this stops; call the network itself, or construct"


def uses_names_of_cell(project: Project, facts: Mapping[str, ModuleFacts]) -> bool:
    """Whether a network of the project has a method, an attribute or an argument with a name that Cell uses itself.

    Or a method in the place of one that Cell lacks, such as `train`: whoever calls Cell's own would miss it.
    """
    return any(
        _has_method(project, project.names[name], each) or _stores(project, project.names[name], each) for name, each in facts.items()
    )


def uses_members_of_modules(project: Project, facts: Mapping[str, ModuleFacts]) -> bool:
    """Whether a member that Cell lacks is read, set or called of an object that may be a network of the project, or a layer of torch."""
    return any(
        _calls_methods_of_unknown(project, project.names[name], file)
        or _reads_members(project, project.names[name], file)
        or _keeps_forward(project, project.names[name], file)
        or _sets_members(project, project.names[name], file)
        for name, file in facts.items()
    )


def _calls_methods_of_unknown(project: Project, module: int, facts: ModuleFacts) -> bool:
    """Whether a method that Cell lacks is called of an object of which nothing is known; of known networks Cell's methods are written."""
    callees = (facts.expressions[site.callee] for site in facts.invocations)
    return any(
        isinstance(each, ex.Attribute) and each.name in _methods() and _is_unknown(project.evaluator.value(module, each.base))
        for each in callees
    )


def _reads_members(project: Project, module: int, facts: ModuleFacts) -> bool:
    return any(
        (isinstance(each, ex.Attribute) and each.name in _OF_MODULES and _may_be_network(project, module, facts, each.base))
        or (isinstance(each, ex.Call) and _asks_for_member(facts, each))
        for each in facts.expressions
    )


def _keeps_forward(project: Project, module: int, facts: ModuleFacts) -> bool:
    """Whether `forward` of one of torch's own layers is read and not called: of calls `construct` is written."""
    called = {site.callee for site in facts.invocations}
    return any(
        isinstance(each, ex.Attribute) and each.name == _FORWARD and index not in called and _is_layer(project, module, each.base)
        for index, each in enumerate(facts.expressions)
    )


def _is_layer(project: Project, module: int, place: int) -> bool:
    """Whether an object can be one of torch's own layers."""
    atoms = project.evaluator.value(module, place).atoms
    return any(isinstance(atom, at.Instance) and project.evaluator.torch.derives(atom.torch_class, _MODULE) for atom in atoms)


def _sets_members(project: Project, module: int, facts: ModuleFacts) -> bool:
    stores = (event for event in facts.events if event.kind == "store_attribute" and event.detail in _OF_MODULES)
    return any(_may_be_network(project, module, facts, event.expressions[0]) for event in stores)


def _is_unknown(value: Value) -> bool:
    return value.open or not value.atoms


def remarks_on_cells(project: Project, name: str, facts: ModuleFacts) -> Iterator[tuple[int, str]]:
    """Remarks for files of which the networks become Cells: where `forward` is called of one, and at arguments `class_`."""
    for each in facts.functions:
        if each.class_ >= 0 and _has_argument(each) and is_network(project.evaluator, project.names[name], each.class_):
            yield each.start, _TAKEN
    for site in facts.calls:
        callee = facts.expressions[site.callee]
        if (
            isinstance(callee, ex.Attribute)
            and callee.name == _FORWARD
            and _may_be_network(project, project.names[name], facts, callee.base)
        ):
            yield site.start, _NO_FORWARD


def _may_be_network(project: Project, module: int, facts: ModuleFacts, place: int) -> bool:
    """Whether an object other than `self` and `super()`, of which the name is changed with that of the method, may be a network."""
    if isinstance(each := facts.expressions[place], ex.Super | ex.Parameter) and getattr(each, "name", "self") == "self":
        return False
    value = project.evaluator.value(module, place)
    return (
        not value.atoms
        or value.open
        or any(
            is_network_object(project.evaluator, atom)
            or (isinstance(atom, at.Class) and is_network(project.evaluator, atom.module, atom.number))
            for atom in value.atoms
        )
    )


def _asks_for_member(facts: ModuleFacts, call: ex.Call) -> bool:
    """Whether a call is `getattr(x, "forward")`, or of another of these members."""
    named = (facts.expressions[each.expression] for each in call.arguments)
    callee = facts.expressions[call.callee]
    return (
        isinstance(callee, ex.Name)
        and callee.name == "getattr"
        and any(isinstance(e, ex.Constant) and e.value in _OF_MODULES for e in named)
    )


def _has_method(project: Project, module: int, facts: ModuleFacts) -> bool:
    taken = _names() | (_methods() - _WRITTEN)
    owners = (each.class_ for each in facts.functions if each.class_ >= 0 and (each.name in taken or _has_argument(each)))
    return any(is_network(project.evaluator, module, owner) for owner in owners)


def _has_argument(function: Function) -> bool:
    """Whether a constructor has an argument with the name of the one that `Cell.__new__` has."""
    return function.name == "__init__" and any(each.name == _ARGUMENT for each in function.params)


def _stores(project: Project, module: int, facts: ModuleFacts) -> bool:
    owners = (each.expressions[0] for each in facts.events if each.kind == "store_attribute" and each.detail in _names())
    atoms = (atom for owner in owners for atom in project.evaluator.value(module, owner).atoms)
    return any(is_network_object(project.evaluator, atom) for atom in atoms)


@cache
def _methods() -> frozenset[str]:
    """The methods of Module that neither Cell nor tensors have."""
    torch = mindaudit_data.torch_catalog()
    own = (
        _members(torch.children(_MODULE)) - _members(torch.children(_TENSOR)) - _members(mindaudit_data.mindspore_catalog().children(_CELL))
    )
    return frozenset(name for name in own if not name.startswith("_"))


@cache
def _names() -> frozenset[str]:
    """The members of Cell in any version that are none of Module's."""
    torch = mindaudit_data.torch_catalog()
    names = _members(mindaudit_data.mindspore_catalog().children(_CELL))
    return frozenset(name for name in names if torch.lookup(f"{_MODULE}.{name}") is None)


def _members(names: Iterable[str]) -> set[str]:
    return {name.rpartition(".")[2] for name in names}
