"""Brings what calls pass to parameters to its fixed point."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.solver.memo_graph import UNMADE


def flow(evaluator: Evaluator, modules: Iterable[int], sources: Callable[[Evaluator, int], Iterator[int]]) -> None:
    """Let all calls in these modules pass their arguments, so that the evaluator's values take them into account.

    `sources` gives the nodes of a module that set arguments.
    """
    for module in modules:
        evaluator.sites[module] = list(sources(evaluator, module))
    for nodes in evaluator.sites.values():
        for node in nodes:
            if evaluator.values[node] is UNMADE:
                evaluator.begin(node, evaluator.make, node)
    evaluator.order()
    evaluator.settle()
    evaluator.rest()
