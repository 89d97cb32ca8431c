"""Initializers of what is no Parameter: a tensor that was just made, a part of one, a buffer."""

from __future__ import annotations

import pytest
from test_lookalikes import findings

from mindaudit.model import Target

PYNATIVE = Target("2.10", "pynative", "cpu")
HEAD = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.empty(4, 3))
        self.layer = nn.Linear(3, 3)
        self.register_buffer("kept", torch.zeros(2, 2))
        made = torch.empty(4, 3)
        first, second = self.w.chunk(2)
        for part in self.w.chunk(2):
            for name, parameter in self.layer.named_parameters():
                nn.init.{call}
"""


@pytest.mark.parametrize(
    "tensor",
    [
        "made",
        "self.w[:2]",
        "self.w.unsqueeze(0)",
        "self.w.data[1:]",
        "self.w.T",
        "part",
        "second",
        "self.kept",
        "self.layer.weight.view(-1)",
        "self.w.data",
        "parameter.data",
    ],
)
def test_what_is_computed_is_filled_by_the_recipe(tensor: str) -> None:
    call = f"zeros_({tensor})"
    finding = findings(HEAD.format(call=call), PYNATIVE)[f"nn.init.{call}"]
    assert finding.verdict == "composable"
    assert finding.substitution
    assert finding.substitution.startswith("initialized(")


@pytest.mark.parametrize("tensor", ["self.w", "self.layer.weight", "parameter"])
def test_parameters_are_set(tensor: str) -> None:
    call = f"zeros_({tensor})"
    substitution = findings(HEAD.format(call=call), PYNATIVE)[f"nn.init.{call}"].substitution
    assert substitution
    assert substitution.startswith(f"{tensor}.set_data(")
