"""What project functions return, in general and for one call."""

from __future__ import annotations

from typing import Final

from mindaudit.facts.records import Function
from mindaudit.resolve.solver.dependence import operands
from mindaudit.resolve.solver.evaluator import Program
from mindaudit.resolve.symbols.attributes import decorator_names, object_attribute
from mindaudit.resolve.symbols.class_hierarchy import project_ancestors
from mindaudit.resolve.transfer.annotations import instance_of
from mindaudit.resolve.transfer.arguments import Arguments, bind
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value

_TELLING: Final = frozenset({"torch", "class", "function", "partial", "method"})
_SETTLED: Final = frozenset({"tensor", "plain", "constant"})
_GENERAL: Final = frozenset({"forward", "__call__"})
_DEEPEST_CONTEXT: Final = 3
_MOST_CONTEXTS: Final = 48
_MOST_MEANINGS: Final = 4
"""A call whose argument can be more things is no better known than all calls together."""
_LARGEST_RESULT: Final = 400


def function_result(program: Program, module: int, number: int, arguments: Arguments | None = None, skip: int = 0) -> Value:
    """What a project function returns; where that hangs on a parameter that gets a class, function or name, for this very call."""
    function = program.function(module, number)
    general = program.derived(_general_result, module, number)
    general = general if general is not None else v.NEVER
    if (
        arguments is None
        or function.yields
        or function.name in _GENERAL
        or (general.atoms and not general.open and all(a[0] in _SETTLED for a in general.atoms))
    ):
        return general
    deciding = program.once("deciding", (module, number), lambda: _deciding_parameters(program, module, function))
    if not deciding:
        return general
    bound = bind(program, module, function, arguments, skip)
    given = {name: bound[name] for name in deciding if name in bound}
    few = {name: value for name, value in given.items() if len(value.atoms) <= _MOST_MEANINGS}
    told = {name: value for name, value in few.items() if _is_telling(value) or _passes(program, module, function, name)}
    if not told:
        return general
    return _specific_result(program, module, function, number, general, {**told, **{n: x for n, x in given.items() if _is_switch(x)}})


def _specific_result(program: Program, module: int, function: Function, number: int, general: Value, bound: dict[str, Value]) -> Value:
    """The result with these values of the deciding parameters, made once for each combination."""
    for param in function.params:
        if param.name not in bound and param.default >= 0 and param.annotation < 0:
            bound[param.name] = program.value(module, param.default)
    if program.nesting >= _DEEPEST_CONTEXT:
        return general
    key = tuple(sorted(bound.items(), key=lambda item: item[0]))
    known = program.once("calls", (module, number), set)
    if key not in known:
        if len(known) >= _MOST_CONTEXTS:
            return general
        known.add(key)
    specific = program.derived(_result_for, module, number, key, program.nesting + 1)
    return general if specific is None else specific


def _result_for(program: Program, module: int, number: int, bound: tuple[tuple[str, Value], ...], nesting: int) -> Value:
    with program.assuming(module, number, dict(bound), nesting):
        return _general_result(program, module, number)


def _passes(program: Program, module: int, function: Function, name: str) -> bool:
    """Whether a parameter is itself among the results."""
    return any(
        name == passed for passed in program.once("passed", (module, function.start), lambda: _passed_through(program, module, function))
    )


def _is_switch(value: Value) -> bool:
    """Whether a value is a known truth value or None."""
    return not value.open and all(a[0] == "constant" and a[1] in ("bool", "NoneType") for a in value.atoms)


def _is_telling(value: Value) -> bool:
    """Whether a value is a class, function or constant that a function may choose by."""
    return any(a[0] in _TELLING or (a[0] == "constant" and a[1] == "str") for a in value.atoms)


def _passed_through(program: Program, module: int, function: Function) -> tuple[str, ...]:
    """The parameters that are results themselves."""
    found = []
    for index in function.results:
        e = program.expression(module, index)
        while e[0] == "narrow":
            e = program.expression(module, e[1])
        if e[0] == "param":
            found.append(e[2])
    return tuple(found)


def _deciding_parameters(program: Program, module: int, function: Function) -> tuple[str, ...]:
    """The parameters that a function's results are made from."""
    number = next((i for i, f in enumerate(program.facts[module].functions) if f is function), -1)
    expressions, slots = program.facts[module].expressions, program.facts[module].slots
    seen: set[int] = set()
    names: dict[str, None] = {}
    stack = list(function.results)
    while stack and len(seen) < _LARGEST_RESULT:
        index = stack.pop()
        if index in seen or index < 0:
            continue
        seen.add(index)
        e = expressions[index]
        if e[0] == "param":
            if e[1] == number:
                names[e[2]] = None
        elif e[0] == "phi":
            stack.extend(slots[e[1]])
        elif e[0] not in ("const", "name", "import", "from"):
            stack.extend(operands(e))
    receiver = function.params[0].name if function.params and function.class_ >= 0 else ""
    return tuple(name for name in sorted(names) if name != receiver)


def _general_result(program: Program, module: int, number: int) -> Value:
    function = program.function(module, number)
    if function.yields:
        return v.holder("iterator", v.join(program.value(module, index) for index in function.yields))
    value = v.join([program.value(module, index) for index in function.results])
    if function.annotation >= 0 and (value.open or not value.atoms):
        declared = instance_of(program, module, function.annotation)
        if declared.atoms:
            return v.join((value._replace(open=False), declared))
    if not function.results and "lambda" not in function.flags:
        is_abstract = "falls_through" not in function.flags or decorator_names(program, module, number) & {"abstractmethod", "overload"}
        return v.UNKNOWN if is_abstract else v.NONE
    return value


def applied(program: Program, class_: Atom) -> tuple[int, int, int] | None:
    """What `apply` of a torch.autograd.Function runs: module and number of its forward, and how many parameters torch fills."""
    for module, number in project_ancestors(program, class_[1], class_[2]):
        body = program.class_(module, number).body
        e = program.expression(module, body["forward"]) if "forward" in body else ("",)
        if e[0] == "func":
            return module, e[1], int("setup_context" not in body)
    return None


def method_result(program: Program, atom: Atom, name: str) -> Value | None:
    """The result of a method of a project object called without arguments; None when it has none."""
    value = object_attribute(program, atom, name)
    targets = [a for a in v.in_order(value.atoms) if a[0] == "method"]
    if not targets:
        return None
    return v.join(function_result(program, a[1], a[2]) for a in targets)
