"""Which tensors are results of computations or parts of other tensors, and so no Parameters; and which calls create Parameters."""

from __future__ import annotations

from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.resolve.solver.dependence import values_behind
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.class_hierarchy import project_ancestors
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit_data import views

_PARAMETERS: Final = frozenset((at.Torch("torch.nn.Parameter"),))
_DEEPEST: Final = 6
"""So many steps lie between a loop's variable and the call over which it goes: a phi, an item of a pair, a loop around it."""


def is_computed(evaluator: Evaluator, module: int, index: int) -> bool:
    """Whether an expression can be the result of a torch function or a part of a tensor; False if it is merely unknown."""
    match evaluator.expression(module, index):
        case ex.Call(callee):
            return _is_function(evaluator, module, callee)
        case ex.Subscript(base):
            return v.is_tensor(evaluator.value(module, base))
        case ex.Element(inner) | ex.Item(inner):
            return v.is_tensor(evaluator.value(module, inner)) or is_computed(evaluator, module, inner)
        case ex.Attribute(_, "data"):
            return True  # in MindSpore what this gives of a Parameter is none
        case ex.Attribute(base, name):
            return v.is_tensor(evaluator.value(module, base)) if name in views.ATTRIBUTES else _is_stored(evaluator, module, base, name)
        case ex.Narrowed(inner) | ex.Annotated(inner):
            return inner >= 0 and is_computed(evaluator, module, inner)
        case ex.Join(values):
            return any(is_computed(evaluator, module, value) for value in values)
    return False


def is_squeezed(evaluator: Evaluator, module: int, index: int) -> bool:
    """Whether an expression is a call of `squeeze` that names no dimension, or may be."""
    match evaluator.expression(module, index):
        case ex.Call(callee, arguments):
            method = evaluator.expression(module, callee)
            return isinstance(method, ex.Attribute) and method.name == "squeeze" and not arguments
        case ex.Narrowed(inner) | ex.Annotated(inner):
            return inner >= 0 and is_squeezed(evaluator, module, inner)
        case ex.Join(values):
            return any(is_squeezed(evaluator, module, value) for value in values)
    return False


def makes_parameter(evaluator: Evaluator, module: int, index: int) -> bool:
    """Whether an expression is the call that makes a Parameter."""
    e = evaluator.expression(module, index)
    return isinstance(e, ex.Call) and evaluator.value(module, e.callee).atoms == _PARAMETERS


def may_hold_parameter(evaluator: Evaluator, module: int, index: int) -> bool:
    """Whether an attribute, which can be a Parameter, or all that one holds, stands among the elements of a display."""
    display = evaluator.expression(module, index)
    items = display.items if isinstance(display, (ex.ListDisplay, ex.TupleDisplay)) else ()
    return any(_may_be_parameter(evaluator, module, item) for item in items)


def _may_be_parameter(evaluator: Evaluator, module: int, index: int) -> bool:
    match evaluator.expression(module, index):
        case ex.Starred(operand):
            return isinstance(evaluator.expression(module, operand), ex.Attribute)
        case ex.Attribute():
            return not is_computed(evaluator, module, index)
    return makes_parameter(evaluator, module, index) or _is_listed(evaluator, module, index)


def _is_listed(evaluator: Evaluator, module: int, index: int, depth: int = _DEEPEST) -> bool:
    """Whether an expression is what a loop gets of `parameters()` or `named_parameters()`."""
    e = evaluator.expression(module, index)
    if isinstance(e, ex.Call):
        method = evaluator.expression(module, e.callee)
        return isinstance(method, ex.Attribute) and method.name in ("parameters", "named_parameters")
    if not depth or not isinstance(e, ex.Phi | ex.Element | ex.Item | ex.Narrowed):
        return False
    inner = values_behind(evaluator.facts[module], e)
    return any(_is_listed(evaluator, module, each, depth - 1) for each in inner)


def _is_stored(evaluator: Evaluator, module: int, base: int, name: str) -> bool:
    """Whether an attribute of a project object, such as a buffer, holds a computed tensor."""
    objects = [atom for atom in evaluator.value(module, base).atoms if isinstance(atom, at.Object)]
    classes = {place for atom in objects for place in project_ancestors(evaluator, atom.module, atom.number)}
    stores = [(m, index) for m, c in classes for _, index in evaluator.class_(m, c).stores.get(name, ())]
    calls = [(m, evaluator.expression(m, index)) for m, index in stores]
    return any(isinstance(e, ex.Call) and _is_function(evaluator, m, e.callee) for m, e in calls)


def _is_function(evaluator: Evaluator, module: int, callee: int) -> bool:
    """Whether a callee is a function of `torch`, a method of a tensor or its class: none of them gives a Parameter."""
    names = [atom.name for atom in evaluator.value(module, callee).atoms if isinstance(atom, (at.Torch, at.TorchMethod))]
    return bool(names) and all(name.removeprefix("torch.Tensor").removeprefix("torch").count(".") <= 1 for name in names)
