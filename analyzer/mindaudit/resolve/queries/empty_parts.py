"""Lists and tuples of tensors of which one can start empty, with the shape (0,), as a tensor that collects results does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from mindaudit.facts import expressions as ex
from mindaudit.facts.expressions import Expression
from mindaudit.resolve.solver.dependence import bindings
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.class_hierarchy import project_ancestors
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_Place: TypeAlias = tuple[int, int]
"""A module and an expression of it."""
_OF_SIZES: Final = frozenset({"empty", "zeros", "ones", "rand", "randn", "new_empty", "new_zeros", "new_ones"})
_FILLED: Final = frozenset({"full", "new_full"})
_OF_DATA: Final = frozenset({"tensor", "as_tensor", "asarray", "new_tensor"})
_MAKING: Final = _OF_SIZES | _FILLED | _OF_DATA
_ZERO: Final = ex.Constant("int", 0)
_DEFAULTS: Final = "defaultdict"
_CLASSES: Final = ("Tensor", "new")
"""Ends of names of what takes sizes or data, or nothing at all."""
_KEEPING: Final = frozenset({
    "to", "cpu", "cuda", "type", "type_as", "float", "double", "half", "bfloat16", "long", "int", "short", "bool", "byte", "clone",
    "detach", "contiguous", "requires_grad_",
})  # fmt: skip
"""Methods whose result has the shape of their tensor."""


def holds_empty(evaluator: Evaluator, module: int, index: int) -> bool:
    """Whether a list or tuple can hold a tensor that starts empty, by itself, in a name or in an attribute of a project object."""
    waiting, seen = [(module, index)], set[_Place]()
    while waiting:
        place = waiting.pop()
        if place in seen or place[1] < 0:
            continue
        seen.add(place)
        e = evaluator.expression(*place)
        if isinstance(e, ex.Call) and (_is_empty(evaluator, place[0], e) or _lacks_empty(evaluator, place[0], e)):
            return True
        if isinstance(e, ex.Parameter) and _hands_on_empty(evaluator, place[0]):
            return True
        waiting += _sources(evaluator, place[0], e)
    return False


def _hands_on_empty(evaluator: Evaluator, module: int) -> bool:
    """Whether a file returns an empty tensor, or one in a list or tuple: its functions may get that as an argument."""
    return bool(evaluator.once("hands on empty", module, lambda: _returns_empty(evaluator, module)))


def _returns_empty(evaluator: Evaluator, module: int) -> bool:
    facts = evaluator.facts[module]
    if not any(isinstance(e, ex.Call) and _is_empty(evaluator, module, e) for e in facts.expressions):
        return False
    return any(holds_empty(evaluator, module, result) for function in facts.functions for result in function.results)


def _sources(evaluator: Evaluator, module: int, e: Expression) -> Iterator[_Place]:
    """What an expression can be, and what it holds if it is a display, a dict among them, or has grown."""
    match e:
        case ex.Attribute(base, name):
            yield from _stored(evaluator, module, base, name)
        case ex.Subscript(base) if not v.is_tensor(evaluator.value(module, base)):
            yield module, base
        case ex.Name(number, name):
            yield from ((module, value) for value in _bound(evaluator, module, number, name))
        case ex.Call(callee, (made, *_)) if _is_defaultdict(evaluator, module, callee):
            yield from ((module, result) for result in _results(evaluator, module, made.expression))
        case _:
            yield from ((module, value) for value in _within(evaluator, module, e))


def _is_defaultdict(evaluator: Evaluator, module: int, callee: int) -> bool:
    """Whether a call makes a dictionary that makes what it lacks."""
    match evaluator.expression(module, callee):
        case ex.Name(name=name) | ex.Attribute(name=name) | ex.FromImport(name=name):
            return name == _DEFAULTS
    return False


def _results(evaluator: Evaluator, module: int, made: int) -> Sequence[int]:
    """What a function of the file returns."""
    e = evaluator.expression(module, made)
    return evaluator.facts[module].functions[e.function].results if isinstance(e, ex.FunctionValue) else ()


def _lacks_empty(evaluator: Evaluator, module: int, call: ex.Call) -> bool:
    """Whether a dictionary makes an empty tensor of what it lacks, `defaultdict(torch.Tensor)`."""
    if not call.arguments or not _is_defaultdict(evaluator, module, call.callee):
        return False
    made = evaluator.value(module, call.arguments[0].expression).atoms
    return any(isinstance(atom, at.Torch) and atom.name.endswith(_CLASSES[0]) for atom in made)


def _within(evaluator: Evaluator, module: int, e: Expression) -> Sequence[int]:
    match e:
        case ex.ListDisplay(items) | ex.TupleDisplay(items):
            return items
        case ex.DictDisplay(items):
            return [item.value for item in items]
        case ex.Join(values):
            return values
        case ex.Phi(slot):
            return evaluator.facts[module].slots[slot]
        case ex.Grown(container, _, value):
            return container, value
        case ex.Conditional(_, body, orelse):
            return body, orelse
        case ex.Binary("Add", left, right):
            return left, right
        case ex.Narrowed(inner) | ex.Annotated(inner) | ex.Starred(inner) | ex.Comprehension(_, inner):
            return (inner,)
        case ex.Call(callee):
            method = evaluator.expression(module, callee)
            return (method.base,) if isinstance(method, ex.Attribute) and method.name in _KEEPING else ()
    return ()


def _stored(evaluator: Evaluator, module: int, base: int, name: str) -> Iterator[_Place]:
    """What the code of a project class sets an attribute to."""
    objects = [atom for atom in evaluator.value(module, base).atoms if isinstance(atom, at.Object)]
    for place in {place for atom in objects for place in project_ancestors(evaluator, atom.module, atom.number)}:
        class_ = evaluator.class_(*place)
        yield place[0], class_.body.get(name, -1)
        yield from ((place[0], store.value) for store in class_.stores.get(name, ()))


def _bound(evaluator: Evaluator, module: int, number: int, name: str) -> Sequence[int]:
    facts = evaluator.facts[module]
    return bindings(facts, number, name) or [facts.exports.get(name, -1)]


def _is_empty(evaluator: Evaluator, module: int, call: ex.Call) -> bool:
    """Whether a call makes a tensor of the shape (0,)."""
    atoms = evaluator.value(module, call.callee).atoms
    names = {atom.name.rpartition(".")[2] for atom in atoms if isinstance(atom, (at.Torch, at.TorchMethod))}
    return any(_makes_empty(evaluator, module, name, call) for name in names if name in _MAKING or name.endswith(_CLASSES))


def _makes_empty(evaluator: Evaluator, module: int, name: str, call: ex.Call) -> bool:
    given = [argument.expression for argument in call.arguments if argument.keyword in (None, "size", "data", "fill_value")]
    takes_both = name.endswith(_CLASSES)
    if len(given) != (2 if name in _FILLED else 1):
        return takes_both and not given
    e = evaluator.expression(module, given[0])
    items = [evaluator.expression(module, item) for item in e.items] if isinstance(e, (ex.ListDisplay, ex.TupleDisplay)) else [e]
    if items:
        return items == [_ZERO] and (takes_both or name not in _OF_DATA)
    return takes_both or name in _OF_DATA
