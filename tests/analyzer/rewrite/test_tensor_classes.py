"""torch's classes of tensors that get a size: a shape is a tuple in MindSpore, whose numbers a class would take for values."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_rewrite import CPU, rewritten

from mindaudit.rewrite.usages.choice import Choice

SOURCE = """import torch


def made(x, y, is_half):
    Kind = torch.cuda.FloatTensor if x.is_cuda else torch.FloatTensor
    Other = torch.HalfTensor if is_half else torch.FloatTensor
    Sure = torch.Tensor
    return {}
"""


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("Kind(x.shape)", "Kind(*x.shape)"),
        ("Kind(y[..., :2].shape)", "Kind(*y[..., :2].shape)"),
        ("Other(x.shape)", "Other(*x.shape)"),
        ("Kind(x.shape[0], 3)", "Kind(x.shape[0], 3)"),
        ("Kind([1, 2])", "Kind([1, 2])"),
        ("Kind(x)", "Kind(x)"),
        ("Sure(2, 3)", "ops.zeros((2, 3), mindspore.float32)"),
        ("Sure(x.shape)", "ops.zeros(x.shape, mindspore.float32)"),
        ("torch.LongTensor(x.shape)", "ops.zeros(x.shape, mindspore.int64)"),
        ("torch.LongTensor(x)", "torch.LongTensor(x)"),
    ],
)
def test_a_class_of_tensors_gets_a_size(call: str, expected: str, tmp_path: Path) -> None:
    new = rewritten(tmp_path, SOURCE.format(call), Choice(recipes=True), CPU).new
    assert new.splitlines()[-1] == f"    return {expected}"
