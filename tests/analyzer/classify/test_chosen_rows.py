"""Which row serves a form of a call where neighbouring forms of the same API need other code."""

from __future__ import annotations

import pytest
from test_lookalikes import findings

from mindaudit.model import Target

PYNATIVE = Target("2.10", "pynative", "cpu")
HEAD = """
import numpy as np
import torch


def f(x: torch.Tensor, y, n: np.ndarray):
    {}
"""


@pytest.mark.parametrize(
    ("call", "written"),
    [
        ("torch.tensor(y)", "mindspore.tensor(y).copy()"),
        ("torch.tensor([1, 2])", "mindspore.tensor([1, 2])"),
        ("torch.tensor(range(3), dtype=torch.float32)", "mindspore.tensor(list(range(3)), dtype=mindspore.float32)"),
        ("torch.tensor(1j)", "mindspore.tensor(1j, dtype=mindspore.complex64)"),
        ("torch.as_tensor(y)", "mindspore.tensor(y)"),
        ("torch.asarray(x, copy=True)", "mindspore.tensor(x).copy()"),
        ("x.new_tensor(x)", "x.astype(x.dtype).copy()"),
        ("x.new_tensor(x, dtype=torch.int64)", "x.astype(mindspore.int64).copy()"),
        ("x.new_tensor([1])", "mindspore.tensor([1], dtype=x.dtype)"),
        ("x.new_tensor(y)", "mindspore.tensor(y, dtype=x.dtype).copy()"),
        ("torch.Tensor(x)", "x"),
        ("torch.Tensor([1])", "mindspore.tensor([1], dtype=mindspore.float32)"),
        ("torch.Tensor(y)", "tensor_of(y)"),
        ("torch.from_dlpack(x)", "mindspore.from_dlpack(mindspore.to_dlpack(x))"),
        ("torch.from_dlpack(n)", "mindspore.from_numpy(n)"),
        ("x.copy_(y)", "y.astype(x.dtype).broadcast_to(x.shape).copy()"),
        ("x.copy_(1)", "ops.full_like(x, 1)"),
        ("torch.arange(2.5, dtype=torch.int64)", "ops.arange(2, dtype=mindspore.int64)"),
        ("torch.arange(0, 2.5, dtype=torch.int64)", "ops.arange(0, 2, dtype=mindspore.int64)"),
        ("torch.arange(2.5)", "ops.arange(2.5)"),
        ("x.stride()", "tuple(x.stride())"),
        ("x.is_contiguous()", "x.is_contiguous()"),
        ("x.is_contiguous(memory_format=torch.contiguous_format)", "x.is_contiguous()"),
        ("x.is_contiguous(memory_format=torch.channels_last)", "False"),
        ("x.to(device=y, dtype=torch.float64)", "x.astype(mindspore.float64)"),
        ("torch.finfo()", "np.finfo('float32')"),
    ],
)
def test_tensors(call: str, written: str) -> None:
    assert findings(HEAD.format(f"return {call}"), PYNATIVE)[call].substitution == written
