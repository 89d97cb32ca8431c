"""MA532: functions of torch that a program replaces."""

from __future__ import annotations

import pytest
from hazard_helpers import MARK, audit, placed

from mindaudit.model import Target

IMPORTS = "from unittest import mock\nimport torch\nimport torch.nn.functional as F\nfrom torch import nn, linalg\n"
HEAD = f"{IMPORTS}\n\ndef own(*size):\n    return 1\n\n\n"


@pytest.mark.parametrize(
    "line",
    [
        "torch.rand = own  # <- MA532",
        "linalg.norm = own  # <- MA532",
        "setattr(torch, 'randn', own)  # <- MA532",
        "mock.patch('torch.rand', own)  # <- MA532",
        "torch.pi = torch.acos(torch.zeros(1)) * 2  # <- MA532",
        "torch.pi = torch.acos(torch.zeros(1)).item() * 2",
        "torch.own = own",
        "F.dropout = own",
        "nn.init.normal_ = own",
        "torch.Tensor.cuda = own",
        "torch.rand, other = own, 1  # <- MA532",
        "setattr(own, 'rand', own)",
        "mock.patch('random.random', own)",
    ],
)
def test_a_replacement_is_told(line: str) -> None:
    text = f"{HEAD}{line}\n"
    found = placed(text, [each for each in audit(text, Target(mode="pynative", backend="cpu")).found if each.code == "MA532"])
    expected = [(number, code) for number, each in enumerate(text.splitlines(), 1) for code in MARK.findall(each)]
    assert found == expected
