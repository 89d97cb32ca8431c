"""The general result of a project function: what it returns, joined over all its calls."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.annotations import instance_of
from mindaudit.resolve.symbols.decorators import decorator_names
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Value

_WITHOUT_BODY: Final = frozenset({"abstractmethod", "overload"})


def general_result(evaluator: Evaluator, module: int, number: int) -> Value:
    """The general result of a function, joined over all its calls; computed once."""
    found = evaluator.derived(joined_results, module, number)
    return found if found is not None else v.BOTTOM


def joined_results(evaluator: Evaluator, module: int, number: int) -> Value:
    """The join of the returned values in the current call context; that of the annotation if little is known."""
    function = evaluator.function(module, number)
    if function.yields:
        return v.holder(at.Iterator, v.join(evaluator.value(module, index) for index in function.yields))
    value = v.join([evaluator.value(module, index) for index in function.results])
    if function.annotation >= 0 and (value.open or not value.atoms):
        declared = instance_of(evaluator, module, function.annotation)
        if declared.atoms:
            return v.join((replace(value, open=False), declared))
    if not function.results and "lambda" not in function.flags:
        is_abstract = "falls_through" not in function.flags or decorator_names(evaluator, module, number) & _WITHOUT_BODY
        return v.TOP if is_abstract else v.NONE
    return value
