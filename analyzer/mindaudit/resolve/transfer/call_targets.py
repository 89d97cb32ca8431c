"""Which functions of the project a call can run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

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


class Target(NamedTuple):
    """A function of the project that a call can run."""

    module: int
    number: int
    skip: int = 0
    """How many of its first parameters are bound already (self)."""
    held: tuple[at.Bound, ...] = ()
    """What a partial object passes before the arguments of the call."""


class Binding(NamedTuple):
    """A function of the project, and what a call passes to its parameters."""

    module: int
    number: int
    bound: dict[str, Value]


def can_lead(atom: Atom) -> bool:
    """Whether calling a thing can run a function of the project."""
    match atom:
        case at.Function() | at.Method() | at.Class() | at.Object() | at.Partial() | at.Builtin("map"):
            return True
        case at.Torch(name):
            return name in PASSING
        case at.Instance(_, elements):
            return elements is not None
        case at.TorchMethod(name):
            return name == APPLY
    return False


def targets(evaluator: Evaluator, atom: Atom) -> Iterator[Target]:
    """The functions of the project that calling a thing can run."""
    match atom:
        case at.Function(module, number):
            yield Target(module, number)
        case at.Method(module, number):
            yield Target(module, number, 1)
        case at.Class(module, number):
            yield from _methods(evaluator, at.Object(module, number), "__init__")
        case at.Object(module, number):
            for name in ("forward", "__call__") if is_network(evaluator, module, number) else ("__call__",):
                yield from _methods(evaluator, atom, name)
        case at.Instance(_, elements) if elements is not None:
            for inner in v.in_order(elements.atoms):
                if type(inner) is at.Object:
                    yield from targets(evaluator, inner)
        case at.TorchMethod(name, receiver) if name == APPLY and type(receiver) is at.Class:
            forward = applied(evaluator, receiver)
            if forward:
                yield Target(*forward)
        case at.Partial(function, arguments):
            for inner in v.in_order(function.atoms):
                for target in targets(evaluator, inner):
                    yield target._replace(held=(*arguments, *target.held))


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
