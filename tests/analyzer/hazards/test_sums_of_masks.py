"""MA522: functions of floating-point numbers on sums of masks."""

from __future__ import annotations

from textwrap import indent

import pytest
from hazard_helpers import told

HEAD = "import torch\n\n\ndef average(x, mask, other):\n    x = x.masked_fill(~mask, 0.0)\n"


def places(body: str) -> list[str]:
    return told(HEAD + indent(body, "    ") + "\n", "MA522")


@pytest.mark.parametrize(
    ("body", "argument"),
    [
        ("n = mask.sum(dim=-1)\nreturn torch.log(n)", "n"),
        ("return torch.sqrt(mask.sum(-1))", "mask.sum(-1)"),
        ("n = torch.sum(mask)\nreturn n.rsqrt()", "n"),
        ("return x / mask.sum().log()", "mask.sum()"),
    ],
)
def test_sums_of_what_is_inverted_are_reported(body: str, argument: str) -> None:
    assert places(body) == [argument]


@pytest.mark.parametrize(
    "body",
    [
        "return torch.log(mask.sum(-1).float())",
        "return torch.log(mask.sum(-1, dtype=torch.float32))",
        "return torch.log(other.sum(-1))",
        "return torch.log((x * mask).sum(-1))",
        "return torch.log(mask.float().sum(-1))",
        "return torch.log((x > 0).sum(-1))",
        "return torch.abs(mask.sum(-1))",
        "return x / mask.sum(-1)",
    ],
)
def test_what_holds_other_numbers_is_not(body: str) -> None:
    assert places(body) == []
