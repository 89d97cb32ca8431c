"""Whether a number was read from tensor data: by its expression, through local names and the results of project functions.

The resolver's cause joins what all callers pass, so that one number from data makes every parameter on its way suspect.
A rule that claims "this branch depends on data" asks for the reading itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from mindaudit.facts import expressions as ex
from mindaudit.facts.expressions import Expression
from mindaudit.hazards.framework.tensors import tensor_level
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.class_hierarchy import is_network
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom

NUMBERS = frozenset({"int", "float", "bool", "complex"})
"""The built-in types of numbers."""
_DEEPEST = 24
_CONVERTING = frozenset({"int", "float", "bool", "complex", "round", "abs", "max", "min", "sum", "any", "all"})
_READING = frozenset({"torch.Tensor.item", "torch.Tensor.tolist", "torch.Tensor.numpy", "torch.Tensor.__int__", "torch.Tensor.__float__"})
_IDENTITY = frozenset({"Is", "IsNot"})
_ASKING = (ex.Comparison, ex.Boolean, ex.Unary)
"""What these make of a tensor is a reading, too."""


def reads_data(evaluator: Evaluator, module: int, index: int, depth: int = 0) -> bool:
    """Whether the value of an expression goes back to a tensor that was read on the host."""
    if index < 0 or depth > _DEEPEST:
        return False
    return bool(evaluator.once("reads data", (module, index), lambda: _reads_data(evaluator, module, index, depth)))


def _reads_data(evaluator: Evaluator, module: int, index: int, depth: int) -> bool:
    e = evaluator.expression(module, index)
    match e:
        case ex.Call():
            return _called(evaluator, module, e, depth)
        case ex.Parameter(function, name):
            return _all_pass_data(evaluator, module, function, name)
        case ex.Attribute(base, name):
            return _stored_data(evaluator, module, base, name, depth)
    asks = isinstance(e, _ASKING)
    return any(
        (asks and _is_tensor(evaluator, module, part)) or reads_data(evaluator, module, part, depth + 1)
        for part in _parts(evaluator, module, e)
    )


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


def _called(evaluator: Evaluator, module: int, e: ex.Call, depth: int) -> bool:
    """Whether a call reads a tensor, or gets what was read and passes it on."""
    arguments = [argument.expression for argument in e.arguments]
    for atom in evaluator.value(module, e.callee).atoms:
        if _torch_reads(evaluator, atom) or _result_reads(evaluator, atom, depth):
            return True
        converts = _converts(atom)
        if (converts or isinstance(atom, (at.Function, at.Method))) and any(
            (converts and _is_tensor(evaluator, module, argument)) or reads_data(evaluator, module, argument, depth + 1)
            for argument in arguments
        ):
            return True
    return False


def _all_pass_data(evaluator: Evaluator, module: int, function: int, name: str) -> bool:
    """Whether calls give a constructor a number from data, and none of them a constant; other functions only get what was told before."""
    passed = evaluator.passed(module, function, name) if evaluator.function(module, function).name == "__init__" else None
    if passed is None or passed.cause < v.DATA:
        return False
    return all(isinstance(atom, at.Plain) and atom.type_name in NUMBERS for atom in passed.atoms)


def _stored_data(evaluator: Evaluator, module: int, base: int, name: str, depth: int) -> bool:
    """Whether what is stored in an attribute of a project's object was read from data; modules are built before there is any."""
    objects = [atom for atom in evaluator.value(module, base).atoms if isinstance(atom, at.Object)]
    owners = [atom for atom in objects if not is_network(evaluator, atom.module, atom.number)]
    stores = ((owner.module, value) for owner in owners for _, value in evaluator.class_(owner.module, owner.number).stores.get(name, ()))
    return any(reads_data(evaluator, owner, value, depth + 1) for owner, value in stores)


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


def _result_reads(evaluator: Evaluator, atom: Atom, depth: int) -> bool:
    """Whether one of a project function's results is read from data there."""
    if not isinstance(atom, (at.Function, at.Method)):
        return False
    results = evaluator.function(atom.module, atom.number).results
    return any(reads_data(evaluator, atom.module, result, depth + 3) for result in results)


def _is_tensor(evaluator: Evaluator, module: int, index: int) -> bool:
    """Whether an expression is a tensor for certain, or by more than a convention about parameters."""
    level = tensor_level(evaluator, module, index)
    if not level or evaluator.value(module, index).open:
        return False
    return level == v.CERTAIN or not isinstance(evaluator.expression(module, index), ex.Parameter)
