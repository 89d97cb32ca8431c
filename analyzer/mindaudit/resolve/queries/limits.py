"""Sentences about the limits of the analysis that were reached in a file and leave its results incomplete."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.class_hierarchy import MOST_ANCESTORS, project_ancestors, subclasses
from mindaudit.resolve.symbols.object_attributes import MOST_OVERRIDING, MOST_SUBCLASSES
from mindaudit.resolve.transfer.project_calls import MOST_CALLS


def limits_met(evaluator: Evaluator, module: int) -> Iterator[str]:
    """One sentence per limit reached; a limit that only makes values less precise is not reported."""
    if module in evaluator.gave_up:
        yield "expressions nested too deeply; what depends on them is unknown"
    if module in evaluator.unconverged:
        yield "some values do not converge; their last approximation was kept"
    for number in sorted(number for crowded, number in evaluator.crowded if crowded == module):
        name = evaluator.function(module, number).qualname
        yield f"function {name} has too many different calls; {MOST_CALLS} were analyzed separately"
    for number, class_ in enumerate(evaluator.facts[module].classes):
        if len(project_ancestors(evaluator, module, number)) >= MOST_ANCESTORS:
            yield f"class {class_.qualname} has too many ancestors; {MOST_ANCESTORS} were looked at"
        count = len(subclasses(evaluator, module, number))
        if count > MOST_SUBCLASSES:
            yield (
                f"class {class_.qualname} has {count} subclasses; what only they define was looked for in {MOST_SUBCLASSES}, "
                f"and methods without a body in {min(count, MOST_OVERRIDING)}"
            )
