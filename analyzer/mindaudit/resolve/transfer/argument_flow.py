"""Argument flow: each call and decorator in the project passes the values of its arguments to the parameters of its callees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Invocation, ModuleFacts
from mindaudit.resolve.solver.evaluator import Evaluator, Parameters
from mindaudit.resolve.transfer.allocation_sites import Kept, kept
from mindaudit.resolve.transfer.arguments import Arguments, arguments_of
from mindaudit.resolve.transfer.call_targets import PASSING, Binding, bindings, can_lead
from mindaudit.resolve.transfer.containers import element
from mindaudit.resolve.transfer.forwarding import forwarding
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Value

_OWN_KEYWORDS: Final = frozenset({"use_reentrant", "preserve_rng_state"})
"""Arguments of a checkpoint itself."""


def argument_sources(evaluator: Evaluator, module: int) -> Iterator[int]:
    """Nodes that set the arguments which the calls and decorators of a module pass."""
    for site in passing_calls(evaluator, module):
        node = evaluator.watch((_set_by_call, module, site))
        evaluator.callers.setdefault(_last_name(evaluator.facts[module], site.callee), []).append(node)
        yield node
    for atom, index in decorations(evaluator.facts[module], module):
        yield evaluator.watch((_set_by_decorator, module, atom, index))


def passing_calls(evaluator: Evaluator, module: int) -> list[Invocation]:
    """The calls of a module that pass arguments by themselves, and not only when the function around them is called."""
    forwarded = forwarding(evaluator, module)
    return [site for site in evaluator.facts[module].invocations if site not in forwarded.get(site.function, ())]


def _last_name(facts: ModuleFacts, callee: int) -> str:
    """The last part of a callee's name, as in its definition."""
    match facts.expressions[callee]:
        case ex.Attribute(name=name) | ex.Name(name=name) | ex.FromImport(name=name):
            return name
        case ex.FunctionValue(function):
            return facts.functions[function].name
        case ex.ClassValue(class_):
            return facts.classes[class_].name
    return ""


def _set_by_call(evaluator: Evaluator, module: int, site: Invocation) -> None:
    evaluator.set_arguments(_joined(evaluator, _reached(evaluator, module, site)) | _kept_by_call(evaluator, module, site))


def decorations(facts: ModuleFacts, module: int) -> Iterator[tuple[at.Function | at.Class, int]]:
    """The functions and classes of a module, each with every decorator that it has."""
    for number, function in enumerate(facts.functions):
        yield from ((at.Function(module, number), index) for index in function.decorators)
    for number, class_ in enumerate(facts.classes):
        yield from ((at.Class(module, number), index) for index in class_.decorators)


def _set_by_decorator(evaluator: Evaluator, module: int, decorated: at.Function | at.Class, index: int) -> None:
    """Pass the decorated function or class to its decorator, so that registries get their entries."""
    arguments = Arguments.positionals(v.one(decorated))
    reached = [each for atom in v.in_order(evaluator.value(module, index).atoms) for each in bindings(evaluator, atom, arguments)]
    evaluator.set_arguments(_joined(evaluator, reached) | _all(kept(evaluator, module, index, arguments)))


def _kept_by_call(evaluator: Evaluator, module: int, site: Invocation) -> dict[Parameters, Value]:
    """What a call stores in objects with allocation sites."""
    e = evaluator.expression(module, site.expression)
    return _all(kept(evaluator, module, site.callee, arguments_of(evaluator, module, e.arguments))) if type(e) is ex.Call else {}


def _all(found: Iterable[Kept]) -> dict[Parameters, Value]:
    passed: dict[Parameters, list[Value]] = {}
    for place, value in found:
        passed.setdefault(place, []).append(value)
    return {place: v.join(values) for place, values in passed.items()}


def _joined(evaluator: Evaluator, found: Iterable[Binding]) -> dict[Parameters, Value]:
    """The passed values by parameter, joined; a default for calls that pass nothing to it."""
    bindings_of: dict[tuple[int, int], list[dict[str, Value]]] = {}
    for module, number, bound in found:
        bindings_of.setdefault((module, number), []).append(bound)
    passed: dict[Parameters, Value] = {}
    for (module, number), several in bindings_of.items():
        for param in evaluator.function(module, number).params:
            values = [bound[param.name] for bound in several if param.name in bound]
            if param.default >= 0 and len(values) < len(several):
                values.append(evaluator.value(module, param.default))
            if values:
                passed[module, number, param.name] = values[0] if len(values) == 1 else v.join(values)
    return passed


def _reached(evaluator: Evaluator, module: int, site: Invocation) -> Iterator[Binding]:
    """What a call passes, and what the functions that it reaches forward."""
    if any(map(can_lead, evaluator.value(module, site.callee).atoms)):
        for binding in _of_call(evaluator, module, site):
            yield binding
            yield from _forwarded(evaluator, binding)


def _forwarded(evaluator: Evaluator, binding: Binding) -> Iterator[Binding]:
    """What a function forwards when it is called with these arguments."""
    module, number, bound = binding
    sites = forwarding(evaluator, module).get(number)
    if not sites:
        return
    with evaluator.assuming(module, number, bound):
        found = [inner for site in sites for inner in _of_call(evaluator, module, site)]
    yield from found


def _of_call(evaluator: Evaluator, module: int, site: Invocation) -> Iterator[Binding]:
    """The project functions that a call reaches, each with the bound arguments."""
    callee = evaluator.value(module, site.callee)
    e = evaluator.expression(module, site.expression)
    if type(e) is not ex.Call:
        return
    arguments = arguments_of(evaluator, module, e.arguments)
    for atom in v.in_order(callee.atoms):
        yield from bindings(evaluator, atom, arguments)
        match atom:
            case at.Builtin("map"):
                yield from _of_map(evaluator, arguments)
            case at.Torch(name) if name in PASSING:
                yield from _of_first(evaluator, arguments)


def _of_map(evaluator: Evaluator, arguments: Arguments) -> Iterator[Binding]:
    """`map(function, xs)` calls the function with the elements."""
    first = arguments.positional(0)
    elements = Arguments.positionals(*[element(evaluator, value) for key, value in arguments.items[1:] if key is None])
    for atom in v.in_order(first.atoms) if first is not None else ():
        yield from bindings(evaluator, atom, elements)


def _of_first(evaluator: Evaluator, arguments: Arguments) -> Iterator[Binding]:
    """`checkpoint(function, *arguments)` calls its first argument with the others."""
    first = arguments.positional(0)
    others = Arguments(tuple([each for each in arguments.items[1:] if each.keyword not in _OWN_KEYWORDS]))
    for atom in v.in_order(first.atoms) if first is not None else ():
        yield from bindings(evaluator, atom, others)
