"""Concatenations with a tensor that starts empty, which torch passes over and MindSpore's cat refuses."""

from __future__ import annotations

import pytest
from test_lookalikes import findings

from mindaudit.model import Target

TARGETS = [Target("2.10", "pynative", "cpu"), Target("2.10", "graph", "ascend")]
PROGRAM = """
import torch

START = torch.zeros(0)


class Collector:
    common = torch.Tensor([])

    def __init__(self):
        self.kept = torch.empty(0)
        self.other = torch.empty(2)

    def collect(self, x: torch.Tensor, y: torch.Tensor):
        made, filled, sized = torch.tensor([]), torch.tensor([0.5]), torch.empty(0, 3)
        out, last = None, torch.full((0,), 1.0, device=x.device).to(x)
        parts = [x.new_zeros((0,))]
        state = {{"out": torch.tensor([], dtype=torch.long)}}
        for each in x:
            parts.append(each)
            if out is None:
                out = torch.FloatTensor()
            out = {call}
        return out
"""


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    "parts",
    [
        "(out, x)",
        "[x, made]",
        "(y, last)",
        "parts",
        "[x] + parts",
        "[START, x]",
        "[self.kept, x]",
        "[self.common, x]",
        '[x, state["out"]]',
        "[x if y is None else made, y]",
        "(x, torch.empty(size=(0,)).cuda())",
        "[torch.Tensor(0), y]",
        "[x, torch.as_tensor(())]",
        "[y, x.new()]",
    ],
)
def test_parts_that_may_be_empty_are_passed_over(parts: str, target: Target) -> None:
    call = f"torch.cat({parts}, dim=1)"
    finding = findings(PROGRAM.format(call=call), target)[call]
    assert finding.verdict == "composable"
    assert (finding.substitution or "").startswith("concatenated(")


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    "parts",
    ["(x, y)", "[x, filled]", "[x, sized]", "[self.other, x]", "[x, torch.zeros(2, 0)]", "[x, torch.tensor(0.0)]", "[made[None], x]"],
)
def test_other_parts_are_concatenated_as_they_are(parts: str, target: Target) -> None:
    call = f"torch.cat({parts}, dim=1)"
    assert (findings(PROGRAM.format(call=call), target)[call].substitution or "").startswith("mint.cat(")
