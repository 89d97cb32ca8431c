"""What stands for `torch.utils.tensorboard` writes MindSpore's tensors, where tensorboardX is installed."""

from __future__ import annotations

from pathlib import Path

import pytest
from rewritten_modules import rewritten_module

pytestmark = pytest.mark.verify
pytest.importorskip("mindspore")
pytest.importorskip("tensorboardX")

WRITTEN = """
import torch
from torch.utils.tensorboard import SummaryWriter


def write(folder):
    with SummaryWriter(log_dir=folder) as writer:
        for step in range(3):
            writer.add_scalar("loss", torch.tensor(1.5) * step, global_step=step)
            writer.add_scalars("both", {"a": torch.tensor(1.0), "b": 2.0}, step)
        writer.add_histogram("weights", torch.arange(6.0), 0)
        writer.add_graph(torch.nn.Linear(2, 2), torch.ones(1, 2))
"""


def test_tensors_are_written(tmp_path: Path) -> None:
    source = tmp_path / "writes.py"
    source.write_text(WRITTEN)
    _, module = rewritten_module(source, tmp_path)
    with pytest.warns(UserWarning, match="not drawn"):
        module.write(str(tmp_path / "runs"))
    files = [path for path in (tmp_path / "runs").rglob("*") if path.is_file()]
    assert len(files) == 3
    assert b"weights" in b"".join(path.read_bytes() for path in files)
