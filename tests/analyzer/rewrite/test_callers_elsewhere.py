"""Functions that change what they are given and give it back: callers in other files are seen, too."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_unsure_containers import project

HELPER = """import torch


def dropped(x: torch.Tensor, keep):
    x.div_(keep)
    return x


class Drop:
    def dropped(self, x: torch.Tensor):
        x.div_(2)
        return x
"""
USER = """import torch
from helper import dropped

x = torch.ones(3)
CALL
print(x.sum())
"""
KEPT, ALONE = "    overwritten(x, mint.div(x, keep))\n", "    x = mint.div(x, keep)\n"


@pytest.mark.parametrize(
    ("call", "after"),
    [
        ("y = dropped(x, 0.5)", KEPT),
        ("y = dropped(x=x, keep=0.5)", KEPT),
        ("x = dropped(x, 0.5)", ALONE),
        ("y = dropped(torch.ones(2), 0.5)", ALONE),
        ("y = dropped", ALONE),
    ],
)
def test_a_caller_in_another_file_may_need_its_tensor(call: str, after: str, tmp_path: Path) -> None:
    new = project(tmp_path, helper=HELPER, user=USER.replace("CALL", call))["helper"]
    assert after in new
    assert "        x = mint.div(x, 2)\n" in new  # a method's callers are sought in its own file


def test_a_file_that_python_does_not_read_calls_nothing(tmp_path: Path) -> None:
    assert ALONE in project(tmp_path, helper=HELPER, user="def f(:\n    y = dropped(x, 1)\n")["helper"]
