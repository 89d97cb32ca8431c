"""Usages and values do not depend on the order in which calls are evaluated first, nor on that in which the worklist is worked off."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from mindaudit.collect import collect
from mindaudit.facts.records import ModuleFacts
from mindaudit.model import SourceFile
from mindaudit.resolve import Project
from mindaudit.resolve.solver import fixed_point
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.solver.memo_graph import MemoGraph
from mindaudit.sources.discover import discover
from mindaudit.sources.read import read

PROJECTS = Path(__file__).parents[2] / "projects"
IN_A_LOOP = """
import torch
from torch import nn
class Search(nn.Module):
    def __init__(self, decoder: nn.Module):
        self.decoder = decoder
    def forward(self, x: torch.Tensor):
        scores = torch.zeros(4)
        while scores.sum() > 0:
            logits: torch.Tensor = self.decoder(x)
            scores = (scores.view(-1) + logits.log_softmax(-1)).topk(2)[0]
        return scores.argmax()
"""


@pytest.fixture(scope="module")
def files() -> list[tuple[SourceFile, ModuleFacts]]:
    """All small projects at once, and a loop in which a sure tensor meets a likely one."""
    found = [read(file) for file in discover([PROJECTS]).files]
    sources = [SourceFile("loop.py", "loop.py", IN_A_LOOP), *(file for file in found if file.problem is None and file.name.endswith(".py"))]
    return [(source, collect(source)) for source in sources]


@pytest.fixture(scope="module")
def usual(files: list[tuple[SourceFile, ModuleFacts]]) -> set[object]:
    return usages(files)


@pytest.mark.skipif(not fixed_point.__file__.endswith(".py"), reason="compiled code keeps its functions")
@pytest.mark.parametrize("seed", range(8))
def test_small_projects(
    files: list[tuple[SourceFile, ModuleFacts]], usual: set[object], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    shuffle(random.Random(seed), monkeypatch)
    assert usages(files) == usual


def usages(files: Sequence[tuple[SourceFile, ModuleFacts]]) -> set[object]:
    """What is found of a project: its usages, and its values."""
    project = Project.resolved([source for source, _ in files], [facts for _, facts in files])
    found = ((source.name, usage) for source, _ in files for usage in project.usages(source.name))
    named = {(name, usage.span, usage.torch_name, usage.alternatives, usage.certainty, usage.context) for name, usage in found}
    return {*named, *values(files, project.evaluator)}


def values(files: Sequence[tuple[SourceFile, ModuleFacts]], evaluator: Evaluator) -> Iterator[object]:
    """The value of everything that is read, called or stored."""
    for module, (source, facts) in enumerate(files):
        yield from ((source.name, site.start, site.end, evaluator.value(module, site.expression)) for site in facts.sites)


def shuffle(luck: random.Random, monkeypatch: pytest.MonkeyPatch) -> None:
    """Evaluate the calls of modules in another order, and work the worklist off in another one."""
    order, make = MemoGraph.order, fixed_point._make

    def shuffled_order(graph: MemoGraph) -> None:
        order(graph)
        for place, node in enumerate(luck.sample(graph._ranked, len(graph._ranked))):
            graph._ranks[node] = place
        graph.waiting = sorted((graph._ranks[node], node) for _, node in graph.waiting)

    def shuffled_sites(evaluator: Evaluator, nodes: Sequence[int]) -> None:
        make(evaluator, luck.sample(nodes, len(nodes)))

    monkeypatch.setattr(MemoGraph, "order", shuffled_order)
    monkeypatch.setattr(fixed_point, "_make", shuffled_sites)
