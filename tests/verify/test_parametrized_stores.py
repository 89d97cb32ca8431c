"""Values stored into an attribute that a module computes: what it is computed from changes, as in torch."""

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
from torch import nn
from torch.nn.utils import parametrize


class Scaled(nn.Module):
    def forward(self, x):
        return x * 2

    def right_inverse(self, y):
        return y / 2


class Shifted(nn.Module):
    def forward(self, x):
        return x + 1

    def right_inverse(self, y):
        return y - 1


def stored():
    layer = nn.Linear(2, 2, bias=False)
    for each in (Scaled(), Shifted()):
        parametrize.register_parametrization(layer, "weight", each)
    layer.weight = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
    found = layer.weight.flatten().tolist() + layer.parametrizations.weight.original.flatten().tolist()
    setattr(layer, "weight", torch.eye(2))
    found += layer(torch.ones(1, 2)).flatten().tolist()
    parametrize.remove_parametrizations(layer, "weight")
    return found + layer.weight.flatten().tolist()
"""


def test_a_store_sets_what_the_attribute_is_computed_from(tmp_path: Path) -> None:
    source = tmp_path / "stores.py"
    source.write_text(PROGRAM, "utf-8")
    new = rewritten_module(source, tmp_path)[1]
    assert new.stored() == pytest.approx(loaded(source, "stores_old").stored())
