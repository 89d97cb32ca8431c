"""Chains longer than the analysis follows: it gives up on them and says so, and knows what does not depend on them."""

from __future__ import annotations

import pytest

from mindaudit.collect import collect
from mindaudit.model import SourceFile
from mindaudit.resolve import Project

LINKS = (
    "x = x if x else x.T",
    "x = x.abs() + x",
    "x = f(x)",
    "x = [x, x]",
    "x = torch.cat([x, x], x.shape[0])",
    "x = {**x, 'a': x}",
    "x = lambda: x",
)


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("count", [150, 450, 1_500])
def test_long_chains_are_given_up_on(link: str, count: int) -> None:
    text = (
        f"import torch\nx = torch.ones(1)\ndef f(x: torch.Tensor):\n    return x.exp()\n{link}\n"
        + f"{link}\n" * count
        + "torch.special.erf(x)\n"
    )
    assert {"torch.ones", "torch.special.erf", "torch.Tensor.exp"} <= resolved(text)


def test_long_lines_of_ancestors_are_given_up_on() -> None:
    text = "import torch\nclass A(torch.nn.Module): pass\n" + "class A(A): pass\n" * 2_500 + "A().eval()\ntorch.ones(1)\n"
    assert "torch.ones" in resolved(text)


def test_a_test_that_two_loops_hand_to_each_other() -> None:
    text = """
import torch
def f(y):
    while y:
        for part in y:
            done = part
        x = torch.ones(1)
        x.exp(), not done or done.size()
        x.log()
"""
    assert {"torch.ones", "torch.Tensor.exp", "torch.Tensor.log"} <= resolved(text)


def resolved(text: str) -> set[str]:
    source = SourceFile("main.py", "main.py", text)
    project = Project.resolved([source], [collect(source)])
    return {usage.torch_name for usage in project.usages("main.py")}
