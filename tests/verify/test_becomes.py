"""Methods in place that give a tensor another shape, rewritten and run in both frameworks."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("mindspore")
torch = pytest.importorskip("torch")

from networks import loaded  # noqa: E402
from rewritten_modules import rewritten_module  # noqa: E402

pytestmark = pytest.mark.verify
PROGRAM = """
import torch


class Box:
    def __init__(self, x):
        self.t = x

    def grow(self):
        self.t.unsqueeze_(-1)


def unknown(batch, names):
    for name in names:
        batch[name].unsqueeze_(0)
    return list(batch.values()) if isinstance(batch, dict) else list(batch)


def items():
    known = [torch.ones(2), torch.zeros(3)]
    known[0].unsqueeze_(0)
    given = unknown([torch.ones(2), torch.zeros(1)], [0, 1]) + unknown({"a": torch.ones(2)}, ["a"])
    return known + given + unknown((torch.ones(2), torch.zeros(1)), [1])


def of_tensors():
    x = torch.arange(8.0).view(2, 2, 2)
    x[0].unsqueeze_(0)
    x[1].t_()
    y = x[0]
    y.transpose_(0, 1)
    return [x, y] + unknown(x, [0])


def held():
    batch = [torch.ones(2), torch.zeros(3)]
    for b in batch:
        b.unsqueeze_(0)
    box = Box(batch[0])
    box.grow()
    return batch + [box.t]


def gradients():
    w = torch.ones(2, requires_grad=True)
    parts = [w * 2, w * 3]
    for part in parts:
        part.unsqueeze_(0)
    (torch.cat(parts) ** 2).sum().backward()
    return [w.grad] + parts
"""


def test_all_that_hold_a_tensor_see_its_other_shape(tmp_path: Path) -> None:
    source = tmp_path / "programs.py"
    source.write_text(PROGRAM, "utf-8")
    theirs = loaded(source, "programs_of_torch")
    text, mine = rewritten_module(source, tmp_path)
    assert "# mindaudit: `" not in text
    for name in ("items", "of_tensors", "held", "gradients"):
        expected, found = ([(list(x.shape), x.tolist()) for x in getattr(side, name)()] for side in (theirs, mine))
        assert found == expected, name
