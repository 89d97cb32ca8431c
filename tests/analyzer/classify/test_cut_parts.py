"""Masks that may have no elements, since they are parts whose end is calculated."""

from __future__ import annotations

import pytest
from test_lookalikes import findings

from mindaudit.model import Target

PYNATIVE = Target("2.10", "pynative", "cpu")
PROGRAM = """
import torch
from einops import rearrange


class Levels:
    def __init__(self):
        self.mask = torch.ones(3, 4).bool()

    def masked(self, x: torch.Tensor, n: int, k: int):
        cut = self.mask[: n + 1, :k]
        shown = rearrange(cut, "h n -> h () n ()")
        whole = self.mask[:, :k]
        return {call}
"""


@pytest.mark.parametrize("mask", ["cut", "shown", "cut[:, None]", "~cut", "cut == 0", "self.mask[: k - n]", "cut.unsqueeze(1) | whole"])
@pytest.mark.parametrize("call", ["x.masked_fill({mask}, 0.0)", "torch.masked_fill(x, {mask}, 0.0)"])
def test_a_mask_that_may_be_cut_off(call: str, mask: str) -> None:
    call = call.format(mask=mask)
    assert (findings(PROGRAM.format(call=call), PYNATIVE)[call].substitution or "").startswith("masked_fill(x, ")


@pytest.mark.parametrize(
    "mask", ["whole", "self.mask", "self.mask[:2]", "self.mask[:k, :n]", "self.mask[n - k : n]", "x == 0", "x[:, 0] > 1"]
)
def test_other_masks(mask: str) -> None:
    call = f"x.masked_fill({mask}, 0.0)"
    assert (findings(PROGRAM.format(call=call), PYNATIVE)[call].substitution or "").startswith("x.masked_fill(")
