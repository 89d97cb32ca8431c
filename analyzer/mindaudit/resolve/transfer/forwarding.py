"""Functions that call one of their parameters with `**` of another: each callee is kept together with the keywords passed for it."""

from __future__ import annotations

from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Invocation, ModuleFacts
from mindaudit.resolve.solver.evaluator import Evaluator

_FROM_PARAMETERS: Final = (ex.Parameter, ex.Phi, ex.Join, ex.Grown)
_LONGEST_CHAIN: Final = 8


def forwarding(evaluator: Evaluator, module: int) -> dict[int, list[Invocation]]:
    """Function of a module -> its calls that forward."""
    found: dict[int, list[Invocation]] = evaluator.once("forwarding", module, lambda: forwarding_of(evaluator.facts[module]))
    return found


def forwarding_of(facts: ModuleFacts) -> dict[int, list[Invocation]]:
    """The same, of a file alone."""
    found: dict[int, list[Invocation]] = {}
    for site in facts.invocations:
        if _parameter_behind(facts, site.callee) == site.function and _passes_keywords_on(facts, site.expression):
            found.setdefault(site.function, []).append(site)
    return found


def _passes_keywords_on(facts: ModuleFacts, index: int) -> bool:
    """Whether a call has `**` of something that can be a parameter of the function around it."""
    call = facts.expressions[index]
    return type(call) is ex.Call and any(
        each.keyword == "**" and isinstance(facts.expressions[each.expression], _FROM_PARAMETERS) for each in call.arguments
    )


def _parameter_behind(facts: ModuleFacts, index: int) -> int:
    """The function whose parameter an expression is, perhaps narrowed or joined with others; -1 when it is none."""
    for _ in range(_LONGEST_CHAIN):
        match facts.expressions[index]:
            case ex.Parameter(function):
                return function
            case ex.Narrowed(value):
                index = value
            case ex.Join(values):
                index = values[0]
            case ex.Phi(slot) if facts.slots[slot]:
                index = facts.slots[slot][0]
            case _:
                return -1
    return -1
