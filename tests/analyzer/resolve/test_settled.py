"""When all arguments have arrived, every value is what it would be if it were made again: nothing depends on what was looked at first."""

from __future__ import annotations

import pytest

from mindaudit.collect import collect
from mindaudit.model import SourceFile
from mindaudit.resolve import Project
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.solver.memo_graph import NOBODY, UNMADE

GROWING = """
import torch
def pack(x, n):
    return pack((x, n), n) if n else x
pack(torch.ones(1), 3)
class Tree:
    def grow(self):
        self.leaves = {"old": self.leaves, "new": torch.ones(1)}
Tree().grow()
"""
HOLDING = """
import torch
def stacked(layers, n):
    while n:
        layers = torch.nn.Sequential(layers, torch.nn.ReLU())
    return layers
stacked(torch.nn.ReLU(), 3)
"""
PASSED_ON = """
import torch
def build(make, config=None, **others):
    return make(config=config, **others)
def first(config, size=0):
    return config
def second(config, size=0):
    return config
build(first, size=1)
build(second, size=2)
build(first, config=torch.ones(1))
"""
PARTIAL = """
from functools import partial
import torch
def shifted(x, by):
    return x + by
partial(shifted, by=1)(torch.ones(1))
"""


@pytest.mark.parametrize("text", [GROWING, HOLDING, PASSED_ON])
def test_every_value_is_what_it_would_be_made_again(text: str) -> None:
    evaluator = resolved(text)
    expressions = evaluator.values_of(0)
    assert [node for node, known in enumerate(expressions) if known is not UNMADE and again(evaluator, node) != known] == []
    passed = evaluator.passed_by(0)
    for site in evaluator.sites[0]:
        again(evaluator, site)
    assert evaluator.passed_by(0) == passed


def test_what_is_nested_too_deep_leaves_what_is_around_it() -> None:
    project = project_of("import torch\nx = torch.ones(1)\ny = [{'kept': x, 'deep': [[[x]]]}]\ny[0]['kept'].log()\n")
    assert "torch.Tensor.log" in {usage.torch_name for usage in project.usages("main.py")}


@pytest.mark.parametrize("text", [GROWING, HOLDING, PASSED_ON, PARTIAL])
def test_whatever_is_made_belongs_to_a_module(text: str) -> None:
    evaluator = resolved(text)
    assert {evaluator.module_of(node) for node in range(len(evaluator.values))} == {0}


def project_of(text: str) -> Project:
    source = SourceFile("main.py", "main.py", text)
    return Project.resolved([source], [collect(source)])


def resolved(text: str) -> Evaluator:
    project = project_of(text)
    project.usages("main.py")
    return project.evaluator


def again(evaluator: Evaluator, node: int) -> object:
    evaluator.reader = node
    try:
        return evaluator.make(node)
    finally:
        evaluator.reader = NOBODY
