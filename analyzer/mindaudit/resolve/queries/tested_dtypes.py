"""The dtypes that code asks tensors for: `x.dtype == torch.bool`, `x.dtype not in (torch.int, torch.long)`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import ModuleFacts
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.torch_catalog import dtype_name

_ASKING: Final = frozenset({"Equal", "NotEqual", "In", "NotIn", "Is", "IsNot"})


def tested_dtypes(evaluator: Evaluator, module: int, index: int) -> frozenset[str]:
    """The dtypes of whole numbers and truth values that a file asks an expression for."""
    facts = evaluator.facts[module]
    found: dict[int, frozenset[str]] | None = evaluator.once("tested dtypes", module, lambda: _tested(facts))
    return (found or {}).get(_unnarrowed(facts, index), frozenset())


def _tested(facts: ModuleFacts) -> dict[int, frozenset[str]]:
    """The dtypes by the expressions that are asked for them."""
    found: dict[int, frozenset[str]] = {}
    for e in facts.expressions:
        if isinstance(e, ex.Comparison) and len(e.operators) == 1 and e.operators[0] in _ASKING:
            asked = facts.expressions[e.operands[0]]
            if isinstance(asked, ex.Attribute) and asked.name == "dtype":
                place = _unnarrowed(facts, asked.base)
                found[place] = found.get(place, frozenset()) | (v.WHOLE_DTYPES & set(_named(facts, e.operands[1])))
    return found


def _named(facts: ModuleFacts, index: int) -> Iterator[str]:
    """The dtypes that an expression names, or those in a display: `torch.bool`, `(torch.int, torch.long)`."""
    match facts.expressions[index]:
        case ex.Attribute(_, name):
            yield dtype_name(f"torch.{name}")
        case ex.TupleDisplay(items) | ex.ListDisplay(items) | ex.SetDisplay(items):
            for item in items:
                yield from _named(facts, item)


def _unnarrowed(facts: ModuleFacts, index: int) -> int:
    """An expression without what tests on the way say of it."""
    while isinstance(e := facts.expressions[index], ex.Narrowed):
        index = e.value
    return index
