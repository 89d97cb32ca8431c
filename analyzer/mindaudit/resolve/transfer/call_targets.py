"""The call graph: the project functions that a call can run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.class_hierarchy import is_network
from mindaudit.resolve.symbols.object_attributes import object_attribute
from mindaudit.resolve.transfer.arguments import Arguments, bind
from mindaudit.resolve.transfer.project_calls import applied
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value
from mindaudit.resolve.values.torch_catalog import APPLY

PASSING: Final = frozenset({"torch.utils.checkpoint.checkpoint", "torch.vmap", "torch.func.vmap"})
"""They call their first argument with the others."""
_LEADING: Final = frozenset({at.Function, at.Method, at.Class, at.Object, at.Partial})


class Target(NamedTuple):
    """A function of the project that a call can run."""

    module: int
    number: int
    skip: int = 0
    """How many of its first parameters are bound already (self)."""
    held: tuple[at.Bound, ...] = ()
    """What a partial object passes before the arguments of the call."""


class Binding(NamedTuple):
    """A function of the project, and the arguments bound to its parameters."""

    module: int
    number: int
    bound: dict[str, Value]


def can_lead(atom: Atom) -> bool:
    """Whether calling a thing can run a function of the project."""
    if type(atom) in _LEADING:
        return True
    if type(atom) is at.Torch:
        return atom.name in PASSING
    if type(atom) is at.Instance:
        return atom.elements is not None
    return (type(atom) is at.Builtin and atom.name == "map") or (type(atom) is at.TorchMethod and atom.name == APPLY)


def targets(evaluator: Evaluator, atom: Atom) -> Iterable[Target]:
    """The functions of the project that calling a thing can run."""
    targets_of_kind = _TARGETS.get(type(atom))
    return targets_of_kind(evaluator, atom) if targets_of_kind else ()


def _of_object(evaluator: Evaluator, atom: at.Object) -> Iterator[Target]:
    for name in ("forward", "__call__") if is_network(evaluator, atom.module, atom.number) else ("__call__",):
        yield from _methods(evaluator, atom, name)


def _of_instance(evaluator: Evaluator, atom: at.Instance) -> Iterator[Target]:
    for inner in v.in_order(atom.elements.atoms) if atom.elements is not None else ():
        if type(inner) is at.Object:
            yield from _of_object(evaluator, inner)


def _of_torch_method(evaluator: Evaluator, atom: at.TorchMethod) -> Iterator[Target]:
    if atom.name == APPLY and type(atom.receiver) is at.Class:
        forward = applied(evaluator, atom.receiver)
        if forward:
            yield Target(*forward)


def _of_partial(evaluator: Evaluator, atom: at.Partial) -> Iterable[Target]:
    return evaluator.derived(_held_targets, atom) or ()


def _held_targets(evaluator: Evaluator, atom: at.Partial) -> list[Target]:
    """The functions that calling a partial object can run; cached, since it is the callee of many calls."""
    inner = [target for each in v.in_order(atom.function.atoms) for target in targets(evaluator, each)]
    return [Target(module, number, skip, (*atom.arguments, *held)) for module, number, skip, held in inner]


def _methods(evaluator: Evaluator, instance: at.Object, name: str) -> Iterator[Target]:
    """The methods of this name that an instance of a project class can have."""
    for atom in v.in_order(object_attribute(evaluator, instance, name).atoms):
        if type(atom) is at.Method:
            yield Target(atom.module, atom.number, 1)


def bindings(evaluator: Evaluator, callee: Atom, arguments: Arguments) -> Iterator[Binding]:
    """The functions that calling a thing can run, each with what these arguments bind."""
    for module, number, skip, held in targets(evaluator, callee):
        function = evaluator.function(module, number)
        yield Binding(module, number, bind(evaluator, module, function, arguments.behind(held), skip))


_TARGETS: Final[dict[type, Callable[[Evaluator, Any], Iterable[Target]]]] = {
    at.Function: lambda evaluator, atom: (Target(atom.module, atom.number),),
    at.Method: lambda evaluator, atom: (Target(atom.module, atom.number, 1),),
    at.Class: lambda evaluator, atom: _methods(evaluator, at.Object(atom.module, atom.number), "__init__"),
    at.Object: _of_object,
    at.Instance: _of_instance,
    at.TorchMethod: _of_torch_method,
    at.Partial: _of_partial,
}
