"""Classes of parameters that make their objects by torch's function for subclasses of tensors."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_rewrite import CPU, rewritten

from mindaudit.rewrite.usages.choice import Choice

SOURCE = """import torch
from torch import nn


class Kept(BASE):
    def __new__(cls, data, requires_grad=True):
        return torch.Tensor._make_subclass(GIVEN)
"""


@pytest.mark.parametrize(
    ("base", "given", "after"),
    [
        ("nn.Parameter", "cls, data, requires_grad", "super().__new__(cls, data, requires_grad)"),
        ("torch.nn.Parameter", "cls, torch.exp(data)", "super().__new__(cls, exp(data), False)"),
        ("nn.Parameter", "nn.Parameter, data", "Tensor._make_subclass(nn.Parameter, data)"),
        ("torch.Tensor", "cls, data", "Tensor._make_subclass(cls, data)"),
    ],
)
def test_a_parameter_is_made_by_its_base(base: str, given: str, after: str, tmp_path: Path) -> None:
    new = rewritten(tmp_path, SOURCE.replace("BASE", base).replace("GIVEN", given), Choice(recipes=True), CPU).new
    assert f"        return {after}\n" in new
    assert (new.count("_make_subclass") > 1) == ("_make_subclass" in after)
