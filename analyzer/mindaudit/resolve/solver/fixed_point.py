"""Brings the arguments that calls pass to parameters to their fixed point."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.solver.memo_graph import UNMADE

Tell: TypeAlias = Callable[[str, int, int, int, float], None]
"""Takes a step's name, how many modules are done of how many, and the module on which so many seconds went."""
NO_MODULE: Final = -1


def nobody(step: str, done: int, total: int, module: int, seconds: float) -> None:
    """Report no progress."""


def flow(evaluator: Evaluator, modules: Iterable[int], sources: Callable[[Evaluator, int], Iterator[int]], tell: Tell = nobody) -> None:
    """Let all calls in these modules pass their arguments, so that the evaluator's values take them into account.

    `sources` gives the nodes of a module that set arguments.
    """
    for module in modules:
        evaluator.sites[module] = list(sources(evaluator, module))
    _evaluate(evaluator, tell)
    evaluator.order()
    _settle(evaluator, tell)
    evaluator.rest()


def _evaluate(evaluator: Evaluator, tell: Tell) -> None:
    """Evaluate every call for the first time. The time of a module includes the other modules that its calls were the first to need."""
    total = len(evaluator.sites)
    tell("resolve", 0, total, NO_MODULE, 0.0)
    for done, (module, nodes) in enumerate(evaluator.sites.items(), 1):
        begun = time.perf_counter()
        _make(evaluator, nodes)
        tell("resolve", done, total, module, time.perf_counter() - begun)


def _make(evaluator: Evaluator, nodes: Sequence[int]) -> None:
    for node in nodes:
        if evaluator.values[node] is UNMADE:
            evaluator.begin(node, evaluator.make, node)


def _settle(evaluator: Evaluator, tell: Tell) -> None:
    """Work off the worklist, then narrow. Progress is the position of the furthest node, though earlier nodes may be evaluated again."""
    total, furthest = len(evaluator.sites), 0.0
    tell("propagate", 0, total, NO_MODULE, 0.0)
    begun = time.perf_counter()
    for node in evaluator.settling():
        now = time.perf_counter()
        furthest = max(furthest, evaluator.place(node))
        tell("propagate", int(furthest * total), total, evaluator.module_of(node), now - begun)
        begun = now
    evaluator.narrow()
    if total:
        tell("propagate", total, total, NO_MODULE, 0.0)
