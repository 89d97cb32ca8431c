"""The result of a call of a project function: the general result, or one in the call context of this call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Function, Parameter
from mindaudit.resolve.solver.dependence import operands
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.class_hierarchy import project_ancestors
from mindaudit.resolve.symbols.decorators import is_class_method
from mindaudit.resolve.symbols.function_results import general_result, joined_results
from mindaudit.resolve.symbols.keyed_stores import has_allocation_site
from mindaudit.resolve.transfer.arguments import Arguments, bind
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value

BoundInOrder: TypeAlias = tuple[tuple[str, Value], ...]
"""The values of parameters, by name."""
_TELLING: Final = (at.Torch, at.Class, at.Function, at.Partial, at.Method)
_SETTLED: Final = (at.Tensor, at.Plain, at.Constant)
_GENERAL: Final = frozenset({"forward", "__call__"})
_DISPLAYS: Final = (ex.TupleDisplay, ex.ListDisplay, ex.DictDisplay)
_LATE: Final = (ex.Constant, ex.Name, ex.Import, ex.FromImport)
_DEEPEST_CONTEXT: Final = 3
MOST_MEANINGS: Final = 4
"""A call whose argument or callee can be more things is no better known than all calls together."""
_LARGEST_RESULT: Final = 400
MOST_CALLS: Final = 200
"""So many different calls of a function, or of a method of one object, are analyzed in call contexts of their own."""


def function_result(evaluator: Evaluator, module: int, number: int, arguments: Arguments, skip: int = 0) -> Value:
    """What a project function returns; in a call context if it depends on a parameter that gets a class, function or name."""
    function = evaluator.function(module, number)
    general = general_result(evaluator, module, number)
    if is_same_for_all_calls(function, general):
        return general
    deciding = evaluator.once("deciding", (module, number), lambda: _deciding_parameters(evaluator, module, number))
    if not deciding:
        return general
    bound = bind(evaluator, module, function, arguments, skip)
    given = {name: bound[name] for name in deciding if name in bound}
    if evaluator.in_call_context and any(not value.atoms and not value.open for value in given.values()):
        return v.BOTTOM  # under what is assumed of the call around it, this one is never run
    few = {name: value for name, value in given.items() if len(value.atoms) <= MOST_MEANINGS}
    chosen_by = evaluator.once("selecting", (module, number), lambda: _selecting_parameters(evaluator, module, number))
    told = {
        name: value
        for name, value in few.items()
        if _is_telling(value) or _passes(evaluator, module, function, name) or (name in chosen_by and _is_position(value))
    }
    if not told and _is_telling(general):
        told = _left_out(evaluator, module, function, deciding, bound)
    if not told:
        return general
    simple = {name: value for name, value in given.items() if _is_simple(value)}
    return _specific_result(evaluator, module, number, general, {**told, **simple})


def _left_out(
    evaluator: Evaluator, module: int, function: Function, deciding: tuple[str, ...], bound: Mapping[str, Value]
) -> dict[str, Value]:
    """The deciding parameters that a call leaves at None or at a truth value, where other calls pass a class or function."""
    left = [param for param in function.params if param.name in deciding and param.name not in bound]
    return {name: value for name, value in _defaults(evaluator, module, left).items() if _is_switch(value)}


def _defaults(evaluator: Evaluator, module: int, params: Iterable[Parameter]) -> dict[str, Value]:
    """The values of those parameters that have a default, for calls that pass nothing to them."""
    return {param.name: evaluator.value(module, param.default) for param in params if param.default >= 0}


def method_result_for(evaluator: Evaluator, method: at.Method, arguments: Arguments) -> Value:
    """What a method of an object returns; for an object with an allocation site, in the context of this call."""
    module, number, receiver = method.module, method.number, method.receiver
    if not has_allocation_site(receiver):
        return function_result(evaluator, module, number, arguments, 1)
    general = general_result(evaluator, module, number)
    key = _in_order(bound_to(evaluator, method, arguments))
    if not _is_among_few(evaluator, (module, number), receiver, key):
        return general
    return evaluator.derived(_result_for, module, number, key, max(evaluator.nesting, 1)) or general


def _in_order(bound: Mapping[str, Value]) -> BoundInOrder:
    return tuple(sorted(bound.items(), key=lambda item: item[0]))


def _is_among_few(evaluator: Evaluator, place: tuple[int, int], owner: object, key: object) -> bool:
    """Whether a call is among the first `MOST_CALLS` of its function and `owner`, which get a call context."""
    known: set[object] = evaluator.once("calls", (place, owner), set)
    if key not in known and len(known) >= MOST_CALLS:
        evaluator.crowded.add(place)
        return False
    known.add(key)
    return True


def inner_result(evaluator: Evaluator, inner: at.Function, arguments: Arguments) -> Value:
    """The result of one call of a function that was created in a call of its enclosing function."""
    module, number = inner.module, inner.number
    general = general_result(evaluator, module, number)
    key = _in_order(bind(evaluator, module, evaluator.function(module, number), arguments, 0))
    if not _is_among_few(evaluator, (module, number), inner, key):
        return general
    return evaluator.derived(_inner_result_for, inner, key, max(evaluator.nesting, 1)) or general


def _inner_result_for(evaluator: Evaluator, inner: at.Function, bound: BoundInOrder, nesting: int) -> Value:
    outer = evaluator.function(inner.module, inner.number).parent
    captured = {str(name): value for name, value in inner.captured}
    with evaluator.assuming(inner.module, outer, captured, nesting), evaluator.assuming(inner.module, inner.number, dict(bound), nesting):
        return joined_results(evaluator, inner.module, inner.number)


def bound_to(evaluator: Evaluator, method: at.Method, arguments: Arguments) -> dict[str, Value]:
    """All parameters of a method in one call, the receiver and defaults among them."""
    function = evaluator.function(method.module, method.number)
    defaults = _defaults(evaluator, method.module, function.params)
    receiver = {evaluator.receiver_of(method.module, method.number): v.one(method.receiver)}
    return {**defaults, **bind(evaluator, method.module, function, arguments, 1), **receiver}


def is_same_for_all_calls(function: Function, general: Value) -> bool:
    """Whether no call of a function with this general result gets a call context: the result is precise enough."""
    is_settled = bool(general.atoms) and not general.open and all(isinstance(atom, _SETTLED) for atom in general.atoms)
    return bool(function.yields) or function.name in _GENERAL or is_settled


def _specific_result(evaluator: Evaluator, module: int, number: int, general: Value, bound: dict[str, Value]) -> Value:
    """The result with these values of the deciding parameters, made once for each combination."""
    left = [param for param in evaluator.function(module, number).params if param.name not in bound and param.annotation < 0]
    bound |= _defaults(evaluator, module, left)
    if evaluator.nesting >= _DEEPEST_CONTEXT:
        return general
    key = _in_order(bound)
    # truth values and built-in types give few combinations, however many calls there are
    if not all(map(_is_simple, bound.values())) and not _is_among_few(evaluator, (module, number), evaluator.receiver, key):
        return general
    return evaluator.derived(_result_for, module, number, key, evaluator.nesting + 1) or general


def _result_for(evaluator: Evaluator, module: int, number: int, bound: BoundInOrder, nesting: int) -> Value:
    with evaluator.assuming(module, number, dict(bound), nesting):
        return joined_results(evaluator, module, number)


def _is_switch(value: Value) -> bool:
    """Whether a value is a known truth value or None."""
    return not value.open and all(type(atom) is at.Constant and atom.type_name in ("bool", "NoneType") for atom in value.atoms)


def _is_plain(value: Value) -> bool:
    """Whether a value is known to be of built-in types only, so that no value from other calls can be returned in its place."""
    return bool(value.atoms) and not value.open and all(type(atom) is at.Plain for atom in value.atoms)


def _is_simple(value: Value) -> bool:
    return _is_switch(value) or _is_plain(value)


def _is_position(value: Value) -> bool:
    """Whether a value is one known whole number."""
    known = v.only(value)
    return type(known) is at.Constant and known.type_name == "int"


def _is_telling(value: Value) -> bool:
    """Whether a value is a class, function or constant by which a function may choose, or a dict or object that contains such."""
    return any(map(_tells, value.atoms))


def _tells(atom: Atom) -> bool:
    if type(atom) is at.Dict or type(atom) is at.Fields:
        return any(_is_telling(pair.value) for pair in atom.pairs)
    return isinstance(atom, _TELLING) or (type(atom) is at.Constant and atom.type_name == "str")


def _passes(evaluator: Evaluator, module: int, function: Function, name: str) -> bool:
    """Whether a parameter is itself among the results."""
    return name in evaluator.once("passed", (module, function.start), lambda: _passed_through(evaluator, module, function))


def _passed_through(evaluator: Evaluator, module: int, function: Function) -> tuple[str, ...]:
    """The parameters that are results themselves."""
    found = []
    for index in function.results:
        e = evaluator.expression(module, index)
        while type(e) is ex.Narrowed:
            e = evaluator.expression(module, e.value)
        if type(e) is ex.Parameter:
            found.append(e.name)
    return tuple(found)


def _deciding_parameters(evaluator: Evaluator, module: int, number: int) -> tuple[str, ...]:
    """The parameters on which the results of a function depend, except the receiver of a method."""
    function = evaluator.function(module, number)
    names = {e.name for e in _made_from(evaluator, module, function.results) if type(e) is ex.Parameter and e.function == number}
    return tuple(sorted(names - {evaluator.receiver_of(module, number)}))


def _selecting_parameters(evaluator: Evaluator, module: int, number: int) -> frozenset[str]:
    """The parameters by which results are selected from displays of tuples, lists and dicts."""
    made_from = _made_from(evaluator, module, evaluator.function(module, number).results)
    picked = [e.index for e in made_from if type(e) is ex.Subscript and isinstance(evaluator.expression(module, e.base), _DISPLAYS)]
    return frozenset([e.name for e in _made_from(evaluator, module, picked) if type(e) is ex.Parameter and e.function == number])


def _made_from(evaluator: Evaluator, module: int, indices: Iterable[int]) -> list[ex.Expression]:
    """The expressions from which these are computed, including themselves, within one function."""
    facts = evaluator.facts[module]
    seen: dict[int, ex.Expression] = {}
    stack = list(indices)
    while stack and len(seen) < _LARGEST_RESULT:
        index = stack.pop()
        if index in seen or index < 0:
            continue
        e = seen[index] = facts.expressions[index]
        if type(e) is ex.Phi:
            stack.extend(facts.slots[e.slot])
        elif not isinstance(e, _LATE):
            stack.extend(operands(e))
    return list(seen.values())


def applied(evaluator: Evaluator, class_: at.Class) -> tuple[int, int, int] | None:
    """What `apply` of a torch.autograd.Function runs: module and number of its forward, and how many parameters torch fills."""
    for module, number in project_ancestors(evaluator, class_.module, class_.number):
        body = evaluator.class_(module, number).body
        e = evaluator.expression(module, body["forward"]) if "forward" in body else None
        if type(e) is ex.FunctionValue:
            return module, e.function, int("setup_context" not in body) + is_class_method(evaluator, module, e.function)
    return None
