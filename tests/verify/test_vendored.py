"""A rewritten project with its own copy of the recipes runs where neither mindaudit nor torch is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mindspore")

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.choice import Choice
from mindaudit.rewrite.writing import save
from mindaudit.rewrite.writing.vendor import vendored

pytestmark = pytest.mark.verify
LAYERS = """import torch
import torch.nn.functional as F
from torch import nn


class Head(nn.Module):
    def __init__(self, width: int, norm_layer=nn.LayerNorm):
        super().__init__()
        self.norm = norm_layer(width)
        self.proj = nn.Linear(width, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.einsum("bc->cb", self.proj(F.gelu(self.norm(x)))).sum(1) + torch.det(torch.eye(3))
"""
RUN = """import sys
sys.modules["mindaudit_data"] = sys.modules["mindaudit"] = sys.modules["torch"] = None
import numpy as np
import mindspore
from pack import Head

head, x = Head(4), mindspore.Tensor(np.arange(8).reshape(2, 4).astype("float32"))
plain = head(x).asnumpy()
mindspore.set_context(mode=mindspore.GRAPH_MODE)
np.testing.assert_allclose(head(x).asnumpy(), plain, rtol=1e-4, atol=1e-5)
"""


def test_a_project_with_its_recipes_needs_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack/__init__.py").write_text("from .layers import Head\n")
    (tmp_path / "pack/layers.py").write_text(LAYERS)
    config = Config(jobs=1, cache=False, targets=(Target(mode="graph", backend="cpu"),))
    save.in_place(vendored(rewrite([tmp_path], config, Choice(recipes=True))))
    (tmp_path / "run.py").write_text(RUN)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run([sys.executable, tmp_path / "run.py"], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
