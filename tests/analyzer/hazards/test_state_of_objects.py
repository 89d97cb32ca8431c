"""Attributes of objects that a graph sets (MA441), and modules that it makes of tensors (MA474)."""

from __future__ import annotations

from textwrap import indent

import pytest
from hazard_helpers import audit, marked, placed

PROGRAM = """
import torch
from torch import nn


class Camera:
    def __init__(self, focus, height):
        self.focus, self.height = focus, height


class Scale(nn.Module):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def forward(self, x):
        return x * self.factor


class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.camera = Camera(1.0, 2)
        self.constant = torch.ones(2)
        self.weight = nn.Parameter(torch.ones(2))
        self.register_buffer("shift", torch.ones(2))
        self.scales = [Scale(1.0)]
        self.table = nn.Parameter(torch.ones(2)) if self.training else None

    def read(self, x):
        return x if self.table is None else x * self.table


class Net(Base):
    def forward(self, x):
{body}
"""


@pytest.mark.parametrize(
    "body",
    [
        "camera = Camera(3.0, 2)\ncamera.height = 4  # <- MA441\nreturn x * camera.height",
        "camera = Camera(x, 2)  # <- MA465\ncamera.height += 4  # <- MA441\nreturn x * camera.height",
        "self.camera.focus = x.sum()  # <- MA441\nreturn x * self.camera.focus",
        "scale = Scale(3.0)\nscale.factor = 5.0  # <- MA441\nreturn scale(x)",
        "self.scales[0].factor = 3.0  # <- MA457\nreturn x",
        "camera = Camera(3.0, 2)\nreturn x * camera.height",
        "if x.shape[0] > 2:\n    self.table = x * 2  # <- MA441\nreturn self.read(x)",
        "return Scale(x.mean())(x)  # <- MA474",
        "return Scale(self.weight)(x)  # <- MA474",
        "return nn.CrossEntropyLoss(weight=self.shift * 2)(x, x)  # <- MA474",
        "for _ in range(2):\n    x = x + 1\nreturn Scale(factor=x)(x)  # <- MA474",
        "return Scale(self.constant)(x) + Scale(torch.ones(2))(x)",
        "return Scale(x.shape[0] * 2.0)(x) + Scale(torch.full((x.shape[-1],), 3.0, device=x.device))(x)",
    ],
)
def test_a_graph_sets_no_attributes_of_objects_and_makes_modules_of_constants(body: str) -> None:
    text = PROGRAM.format(body=indent(body, " " * 8))
    assert placed(text, audit(text).found) == marked(text)
