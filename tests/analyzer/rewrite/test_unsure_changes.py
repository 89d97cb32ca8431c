"""In-place changes of what others may hold, rewritten: of attributes whose class does not set them, and of what may be a tensor."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_rewrite import CPU, rewritten

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.usages.choice import Choice

GRAPH = Config(jobs=1, cache=False, targets=(Target(mode="graph", backend="cpu"),))
SOURCE = """import torch


class Box:
    def __init__(self, given, factor):
        self.__dict__.update(given)
        self.factor = factor
        self.steps = 0
        self.own = torch.zeros(2)
        self.shown = torch.zeros(2)
        self.names = []

    def seen(self):
        return self.shown

    def change(self, box, boxes: list, v, n):
        BEFORE
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("self.t += v", "self.t = any_iadd(self.t, v)"),
        ("self.t -= (v +\n            1)", "self.t = any_isub(self.t, (v +\n            1))"),
        ("self.t **= 2  # twice", "self.t = any_ipow(self.t, 2)  # twice"),
        ("self.factor *= 0.5", "self.factor = any_imul(self.factor, 0.5)"),
        ("box.t //= v", "box.t = any_ifloordiv(box.t, v)"),
        ("boxes[0] += v", "boxes[0] = any_iadd(boxes[0], v)"),
        ("boxes[0].t += torch.exp(v)", "boxes[0].t = any_iadd(boxes[0].t, mint.exp(v))"),
        ("t = self.t\n        t += v", "t = self.t\n        t = any_iadd(t, v)"),
        ("for t in boxes:\n            t += v", "for t in boxes:\n            t = any_iadd(t, v)"),
        ("v += 1", "v = any_iadd(v, 1)"),
        ("v += 1\n        return v", "v += 1\n        return v"),
        ("self.steps += 1", "self.steps += 1"),
        ("box.last_epoch += 1", "box.last_epoch += 1"),
        ('box["step"] += 1', 'box["step"] += 1'),
        ("self.t.resize_(3).zero_()", "self.t = ops.zeros_like(self.t.resize_(3))"),
        ("box.last_epoch += v", "box.last_epoch = any_iadd(box.last_epoch, v)"),
        ('self.t += ["a"]', 'self.t += ["a"]'),
        ("self.names += v", "self.names += v"),
        ("box.pop().t += v", "box.pop().t += v"),
        ("self.own += v", "self.own += v"),
        ("self.shown += v", "self.shown = any_iadd(self.shown, v)"),
        ("self.t.mul_(v)", "overwritten(self.t, mint.mul(self.t.copy(), v))"),
        ("self.own.mul_(v)", "self.own = mint.mul(self.own, v)"),
        ("self.shown.mul_(v)", "overwritten(self.shown, mint.mul(self.shown.copy(), v))"),
        ('box["t"].add_(v)', 'overwritten(box["t"], mint.add(box["t"], v))'),
        ('t = getattr(box, "t")\n        t.add_(v)', 't = getattr(box, "t")\n        t[...] = mint.add(t, v)'),
    ],
)
def test_what_others_may_hold_changes_in_place(before: str, after: str, tmp_path: Path) -> None:
    assert f"        {after}\n" in rewritten(tmp_path, SOURCE.replace("BEFORE", before), Choice(recipes=True), CPU).new


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("box.t.add_(2, alpha=2)", "any_add_(box.t, 2, alpha=2)"),
        ("box.t.zero_()", "any_zero_(box.t)"),
        ("boxes[-1].add_(torch.ones(2))", "any_add_(boxes[-1], mint.ones((2,)))"),
        ("box.t.own_(2)", "box.t.own_(2)"),
        ("boxes[0].cpu()", "any_cpu(boxes[0])"),
        ("super().add_(2)", "super().add_(2)"),
    ],
)
def test_methods_in_place_of_the_unknown(before: str, after: str, tmp_path: Path) -> None:
    text = f"import torch\nfrom boxes import box, boxes\n\n\ndef f():\n    {before}\n"
    assert f"    {after}\n" in rewritten(tmp_path, text, Choice(recipes=True), CPU).new
    assert "any_" not in rewritten(tmp_path, text, Choice(recipes=True), GRAPH).new


def test_operators_stay_in_graphs_and_without_recipes(tmp_path: Path) -> None:
    for choice, config in ((Choice(), CPU), (Choice(recipes=True), GRAPH)):
        assert "        self.t += v\n" in rewritten(tmp_path, SOURCE.replace("BEFORE", "self.t += v"), choice, config).new


NESTED = """import torch


def f():
    total = torch.zeros(2)

    def add(v):
        nonlocal total
        total += v

    first = <other>
    add(1)
    return first
"""


@pytest.mark.parametrize(("other", "after"), [("total", "total[...] += v"), ("total.sum()", "total += v"), ("[total]", "total[...] += v")])
def test_names_of_the_code_around_a_function(other: str, after: str, tmp_path: Path) -> None:
    assert f"        {after}\n" in rewritten(tmp_path, NESTED.replace("<other>", other), Choice(recipes=True), CPU).new


PARTS = """import torch


class Pair:
    <own> = 1


class Net(torch.nn.Module):
    def forward(self, x):
        return torch.exp(x.real)
"""


@pytest.mark.parametrize(("own", "after"), [("real", "any_real(x)"), ("other", "mint.real(x)")])
def test_parts_that_a_class_of_the_project_has_too(own: str, after: str, tmp_path: Path) -> None:
    assert f"return mint.exp({after})\n" in rewritten(tmp_path, PARTS.replace("<own>", own), Choice(recipes=True), CPU).new


IN_PLACE = """from torch import nn
from torch.nn import functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(0.1)

    def forward(self, x):
        h = F.relu(x, inplace=True)
        return self.drop(h) + x
"""


def test_functions_in_place_bind_the_name_in_graphs(tmp_path: Path) -> None:
    choice = Choice(recipes=True, modules=True)
    assert "        h = x = mint.nn.functional.relu(x)\n" in rewritten(tmp_path, IN_PLACE, choice, GRAPH).new
    assert "        h = F.relu(x, inplace=True)\n" in rewritten(tmp_path, IN_PLACE, choice, CPU).new
