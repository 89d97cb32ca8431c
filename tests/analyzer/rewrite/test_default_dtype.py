"""In projects that set torch's default dtype, tensors without a dtype are made by what goes by it."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_rewrite import CPU, rewritten

from mindaudit.rewrite.usages.choice import Choice

MADE = """import torch

{setting}
x, y = torch.zeros(2), torch.ones(2, dtype=torch.float32)
d, layer = torch.get_default_dtype(), torch.nn.Linear(1, 1)
"""


@pytest.mark.parametrize(
    ("setting", "kept"),
    [
        ("torch.set_default_dtype(torch.float64)", True),
        ("torch.set_default_dtype(d)", True),
        ("torch.set_default_tensor_type(torch.DoubleTensor)", True),
        ("torch.set_default_dtype(torch.float32)", False),
        ("torch.set_default_tensor_type('torch.FloatTensor')", False),
        ("pass", False),
    ],
)
def test_what_is_made_without_a_dtype(setting: str, kept: bool, tmp_path: Path) -> None:
    new = rewritten(tmp_path, MADE.format(setting=setting), Choice(recipes=True), CPU).new
    assert ("x, y = torch.zeros(2), mint.ones((2,), dtype=mindspore.float32)\n" in new) is kept
    assert ("d, layer = torch.get_default_dtype(), torch.nn.Linear(1, 1)\n" in new) is kept
    assert "# mindaudit: " not in new.partition("\n")[2]
