"""MA504: casts to bfloat16, for which the CPU backend has few kernels."""

from __future__ import annotations

import pytest
from hazard_helpers import audit

from mindaudit.model import Target

SOURCE = """import torch


def f(g, net: torch.nn.Module):
    a = g.bfloat16()
    b = torch.zeros(2, dtype=torch.bfloat16)
    c = net.to(torch.bfloat16)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        return a, b, c, g.float(), g.dtype == torch.bfloat16
"""


@pytest.mark.parametrize(("backend", "mode", "count"), [("cpu", "pynative", 3), ("cpu", "graph", 3), ("ascend", "pynative", 0)])
def test_casts_to_bfloat16(backend: str, mode: str, count: int) -> None:
    found = audit(SOURCE, Target(mode=mode, backend=backend)).found
    assert [(each.code, each.severity) for each in found if each.code == "MA504"] == [("MA504", "warning")] * count
