"""A call through `functools.partial` is judged by what the object holds and by what the call passes itself."""

from __future__ import annotations

import pytest

import mindaudit_data
from mindaudit.classify import classify
from mindaudit.collect import collect
from mindaudit.model import Finding, SourceFile, Target
from mindaudit.resolve import Project

HEAD = """
from functools import partial

import torch
import torch.nn.functional as F
from torch import nn

x = torch.zeros(2, 3, 4, 4)


def make(kind, scale, options):
    held = {held}
    return held({passed})
"""
CPU = Target("2.10", "pynative", "cpu")


def finding(held: str, passed: str) -> Finding:
    """The finding of the call through what is held."""
    text = HEAD.replace("{held}", held).replace("{passed}", passed)
    source = SourceFile("/code.py", "code.py", text)
    project = Project.resolved([source], [collect(source)])
    found = classify(list(project.usages("code.py")), text, CPU, mindaudit_data.load())
    return next(each for each in found if text[slice(*each.usage.span)] == f"held({passed})")


WRITTEN = {
    ("partial(F.softmax, dim=1)", "x"): "softmax_over(x, 1)",
    ("partial(F.softmax, dim=1)", "x, dim=2"): "softmax_over(x, 2)",
    ("partial(torch.sum, dim=0, keepdim=True)", "x"): "mint.sum(x, 0, keepdim=True)",
    ("partial(torch.sum, **{'dim': 0})", "x"): "mint.sum(x, 0)",
    ("partial(nn.LayerNorm, eps=1e-6)", "4"): "nn.LayerNorm((4,), epsilon=1e-06)",
    ("partial(nn.Conv2d, kernel_size=3, padding=1)", "3, 4"): 'nn.Conv2d(3, 4, 3, pad_mode="pad", padding=1, has_bias=True)',
    ("partial(F.pad, mode='reflect')", "x, (1, 1)"): "pad_edges(x, (1, 1), 'reflect')",
    ("partial(partial(F.pad, mode='reflect', value=1), mode='constant')", "x, (1, 1)"): "ops.pad(x, (1, 1), 'constant', 1)",
    ("partial(F.interpolate, size=(4, 4))", "x"): "interpolate(x, (4, 4))",
    ("partial(F.interpolate, scale_factor=scale)", "x"): 'interpolate(x, None, held.keywords["scale_factor"])',
    ("partial(torch.add, x)", "x"): "mint.add(held.args[0], x)",
    ("F.softmax", "x, 1"): "softmax_over(x, 1)",
}


@pytest.mark.parametrize(("held", "passed"), WRITTEN)
def test_what_is_held_is_written_too(held: str, passed: str) -> None:
    assert finding(held, passed).substitution == WRITTEN[held, passed]


def test_what_is_held_and_cannot_be_seen_decides_nothing() -> None:
    assert finding("partial(torch.sum, **options)", "x").verdict == "unknown"


def test_where_one_way_can_be_seen_the_other_is_reported() -> None:
    found = finding("nn.BatchNorm2d if kind else partial(nn.BatchNorm2d, **options)", "4")
    assert (found.verdict, found.usage.certainty) == ("equivalent", "likely")
    assert "It may also be torch.nn.BatchNorm2d(**…): what a partial object holds cannot be seen." in found.reason


def test_each_way_to_one_name_is_reported() -> None:
    found = finding("nn.LayerNorm if kind else partial(nn.LayerNorm, eps=1e-6)", "4")
    assert found.substitution == "nn.LayerNorm((4,), epsilon=1e-06)"
    assert "Where it is torch.nn.LayerNorm, write nn.LayerNorm((4,), epsilon=1e-05)." in found.reason


def test_what_is_held_belongs_to_its_own_name_alone() -> None:
    found = finding("{'a': partial(F.leaky_relu, negative_slope=0.2), 'b': partial(F.elu, alpha=1)}[kind]", "x")
    assert {found.usage.torch_name, *found.usage.alternatives} == {"torch.nn.functional.leaky_relu", "torch.nn.functional.elu"}
    assert "leaky_relu(x, 0.2)" in f"{found.substitution} {found.reason}"
    assert "elu(x, 0.2" not in f"{found.substitution} {found.reason}".replace("leaky_relu", "")


def test_what_a_call_passes_goes_before_what_is_held() -> None:
    assert finding("partial(F.pad, mode='reflect')", "x, (1, 1), mode='constant'").verdict == "supported"
