"""What project functions return, in general and for one call."""

from __future__ import annotations

from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Function
from mindaudit.resolve.solver.dependence import operands
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.class_hierarchy import project_ancestors
from mindaudit.resolve.symbols.function_results import general_result, joined_results
from mindaudit.resolve.transfer.arguments import Arguments, bind
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values.domain import Value

_TELLING: Final = (at.Torch, at.Class, at.Function, at.Partial, at.Method)
_SETTLED: Final = (at.Tensor, at.Plain, at.Constant)
_GENERAL: Final = frozenset({"forward", "__call__"})
_LATE: Final = (ex.Constant, ex.Name, ex.Import, ex.FromImport)
_DEEPEST_CONTEXT: Final = 3
_MOST_CONTEXTS: Final = 48
_MOST_MEANINGS: Final = 4
"""A call whose argument can be more things is no better known than all calls together."""
_LARGEST_RESULT: Final = 400


def function_result(evaluator: Evaluator, module: int, number: int, arguments: Arguments, skip: int = 0) -> Value:
    """What a project function returns; where that hangs on a parameter that gets a class, function or name, for this very call."""
    function = evaluator.function(module, number)
    general = general_result(evaluator, module, number)
    if is_same_for_all_calls(function, general):
        return general
    deciding = evaluator.once("deciding", (module, number), lambda: _deciding_parameters(evaluator, module, number))
    if not deciding:
        return general
    bound = bind(evaluator, module, function, arguments, skip)
    given = {name: bound[name] for name in deciding if name in bound}
    few = {name: value for name, value in given.items() if len(value.atoms) <= _MOST_MEANINGS}
    told = {name: value for name, value in few.items() if _is_telling(value) or _passes(evaluator, module, function, name)}
    if not told:
        return general
    switches = {name: value for name, value in given.items() if _is_switch(value)}
    return _specific_result(evaluator, module, number, general, {**told, **switches})


def is_same_for_all_calls(function: Function, general: Value) -> bool:
    """Whether no single call of a function with this general result is looked at alone: what it returns is known well enough."""
    is_settled = bool(general.atoms) and not general.open and all(isinstance(atom, _SETTLED) for atom in general.atoms)
    return bool(function.yields) or function.name in _GENERAL or is_settled


def _specific_result(evaluator: Evaluator, module: int, number: int, general: Value, bound: dict[str, Value]) -> Value:
    """The result with these values of the deciding parameters, made once for each combination."""
    for param in evaluator.function(module, number).params:
        if param.name not in bound and param.default >= 0 and param.annotation < 0:
            bound[param.name] = evaluator.value(module, param.default)
    if evaluator.nesting >= _DEEPEST_CONTEXT:
        return general
    key = tuple(sorted(bound.items(), key=lambda item: item[0]))
    known = evaluator.once("calls", (module, number), set)
    if key not in known:
        if len(known) >= _MOST_CONTEXTS:
            return general
        known.add(key)
    specific = evaluator.derived(_result_for, module, number, key, evaluator.nesting + 1)
    return general if specific is None else specific


def _result_for(evaluator: Evaluator, module: int, number: int, bound: tuple[tuple[str, Value], ...], nesting: int) -> Value:
    with evaluator.assuming(module, number, dict(bound), nesting):
        return joined_results(evaluator, module, number)


def _is_switch(value: Value) -> bool:
    """Whether a value is a known truth value or None."""
    return not value.open and all(type(atom) is at.Constant and atom.type_name in ("bool", "NoneType") for atom in value.atoms)


def _is_telling(value: Value) -> bool:
    """Whether a value is a class, function or constant that a function may choose by."""
    return any(isinstance(atom, _TELLING) or (type(atom) is at.Constant and atom.type_name == "str") for atom in value.atoms)


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
    """The parameters that a function's results are made from, but for the receiver of a method."""
    function, facts = evaluator.function(module, number), evaluator.facts[module]
    seen: set[int] = set()
    names: set[str] = set()
    stack = list(function.results)
    while stack and len(seen) < _LARGEST_RESULT:
        index = stack.pop()
        if index in seen or index < 0:
            continue
        seen.add(index)
        e = facts.expressions[index]
        if type(e) is ex.Parameter:
            if e.function == number:
                names.add(e.name)
        elif type(e) is ex.Phi:
            stack.extend(facts.slots[e.slot])
        elif not isinstance(e, _LATE):
            stack.extend(operands(e))
    receiver = function.params[0].name if function.params and function.class_ >= 0 else ""
    return tuple(sorted(names - {receiver}))


def applied(evaluator: Evaluator, class_: at.Class) -> tuple[int, int, int] | None:
    """What `apply` of a torch.autograd.Function runs: module and number of its forward, and how many parameters torch fills."""
    for module, number in project_ancestors(evaluator, class_.module, class_.number):
        body = evaluator.class_(module, number).body
        e = evaluator.expression(module, body["forward"]) if "forward" in body else None
        if type(e) is ex.FunctionValue:
            return module, e.function, int("setup_context" not in body)
    return None
