"""Whether a number was read from tensor data: by its own expression, through local names, or by results of project functions.

The resolver's cause is joined over all callers, so that one number from data makes all parameters on its path suspect. A rule that claims
"this branch depends on data" therefore asks for the read itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from mindaudit.facts import expressions as ex
from mindaudit.facts.expressions import Expression
from mindaudit.hazards.framework.tensors import tensor_level
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.class_hierarchy import is_network
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom

_Place: TypeAlias = tuple[int, int]
"""A module and an expression of it."""
NUMBERS = frozenset({"int", "float", "bool", "complex"})
"""The built-in types of numbers."""
_CONVERTING = frozenset({"int", "float", "bool", "complex", "round", "abs", "max", "min", "sum", "any", "all"})
_READING = frozenset({"torch.Tensor.item", "torch.Tensor.tolist", "torch.Tensor.numpy", "torch.Tensor.__int__", "torch.Tensor.__float__"})
_IDENTITY = frozenset({"Is", "IsNot"})
_ASKING = (ex.Comparison, ex.Boolean, ex.Unary)
"""What these make of a tensor is a reading, too."""


def reads_data(evaluator: Evaluator, module: int, index: int) -> bool:
    """Whether the value of an expression goes back to a tensor that was read on the host."""
    return bool(evaluator.once("reads data", (module, index), lambda: _is_reading_behind(evaluator, (module, index))))


def _is_reading_behind(evaluator: Evaluator, start: _Place) -> bool:
    """Whether there is a reading among all expressions from which the value of one can come."""
    places, seen = [start], set[_Place]()
    while places:
        place = places.pop()
        if place in seen or place[1] < 0:
            continue
        if _is_reading(evaluator, *place):
            return True
        seen.add(place)
        places += _sources(evaluator, *place)
    return False


def _is_reading(evaluator: Evaluator, module: int, index: int) -> bool:
    """Whether an expression itself makes a number of a tensor, or gets one from all callers."""
    e = evaluator.expression(module, index)
    match e:
        case ex.Call(callee, arguments):
            atoms = evaluator.value(module, callee).atoms
            converts = any(map(_converts, atoms)) and any(_is_surely_tensor(evaluator, module, each.expression) for each in arguments)
            return converts or any(_torch_reads(evaluator, atom) for atom in atoms)
        case ex.Parameter(function, name):
            return _all_pass_data(evaluator, module, function, name)
    return isinstance(e, _ASKING) and any(_is_surely_tensor(evaluator, module, part) for part in _parts(evaluator, module, e))


def _sources(evaluator: Evaluator, module: int, index: int) -> Iterable[_Place]:
    """The expressions from which the value of another one can come, in any file."""
    e = evaluator.expression(module, index)
    match e:
        case ex.Call():
            return _behind_call(evaluator, module, e)
        case ex.Attribute(base, name):
            return _stored(evaluator, module, base, name)
    return [(module, part) for part in _parts(evaluator, module, e)]


def _parts(evaluator: Evaluator, module: int, e: Expression) -> Sequence[int]:
    """The expressions from which the value of another one can come."""
    match e:
        case ex.Narrowed(part) | ex.Item(part) | ex.Element(part) | ex.Subscript(part) | ex.Annotated(part) | ex.Unary(_, part):
            return (part,)
        case ex.Comprehension(_, part):
            return (part,)
        case ex.Phi(slot):
            return evaluator.facts[module].slots[slot]
        case ex.Join(parts) | ex.TupleDisplay(parts) | ex.ListDisplay(parts) | ex.Boolean(_, parts):
            return parts
        case ex.Binary(_, left, right):
            return (left, right)
        case ex.Conditional(_, body, orelse):
            return (body, orelse)
        case ex.Comparison(operators, operands) if not _IDENTITY.issuperset(operators):
            return operands
    return ()


def _behind_call(evaluator: Evaluator, module: int, e: ex.Call) -> Iterator[_Place]:
    """The results of the project functions that a call runs, and what it passes to them or has converted."""
    for atom in evaluator.value(module, e.callee).atoms:
        if isinstance(atom, (at.Function, at.Method)):
            yield from ((atom.module, result) for result in evaluator.function(atom.module, atom.number).results)
        if isinstance(atom, (at.Function, at.Method)) or _converts(atom):
            yield from ((module, argument.expression) for argument in e.arguments)


def _all_pass_data(evaluator: Evaluator, module: int, function: int, name: str) -> bool:
    """Whether calls give a constructor a number from data, and none of them a constant; other functions get only what was found before."""
    passed = evaluator.passed(module, function, name) if evaluator.function(module, function).name == "__init__" else None
    if passed is None or passed.cause < v.DATA:
        return False
    return all(isinstance(atom, at.Plain) and atom.type_name in NUMBERS for atom in passed.atoms)


def _stored(evaluator: Evaluator, module: int, base: int, name: str) -> Iterator[_Place]:
    """What is stored in an attribute of a project's object; not of modules, which are built before there is any data."""
    for atom in evaluator.value(module, base).atoms:
        if isinstance(atom, at.Object) and not is_network(evaluator, atom.module, atom.number):
            stores = evaluator.class_(atom.module, atom.number).stores.get(name, ())
            yield from ((atom.module, store.value) for store in stores)


def _converts(atom: Atom) -> bool:
    """Whether calling a thing with a tensor makes a number of it."""
    match atom:
        case at.Builtin(name):
            return name in _CONVERTING
        case at.External(name):
            return name.startswith(("math.", "numpy."))
    return False


def _torch_reads(evaluator: Evaluator, atom: Atom) -> bool:
    """Whether a torch function or method reads tensor data."""
    if not isinstance(atom, (at.Torch, at.TorchMethod)):
        return False
    api = evaluator.torch.lookup(atom.name)
    return atom.name in _READING or (api is not None and "data_dependent_output" in api.tags)


def _is_surely_tensor(evaluator: Evaluator, module: int, index: int) -> bool:
    """Whether an expression is a tensor for certain, or by more than a convention about parameters."""
    level = tensor_level(evaluator, module, index)
    if not level or evaluator.value(module, index).open:
        return False
    return level == v.CERTAIN or not isinstance(evaluator.expression(module, index), ex.Parameter)
