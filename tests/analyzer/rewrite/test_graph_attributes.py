"""Attributes that a network writes in a graph get a local name; what other methods use, too, is told."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent, indent

import pytest
from test_rewrite import rewritten

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.usages.choice import Choice

GRAPH = Config(cache=False, targets=(Target(mode="graph", backend="cpu"),))

HEAD = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.mask, self.count = None, 0
        self.rate = torch.ones(4)
        self.register_buffer("total", torch.zeros(4))

"""


@pytest.mark.parametrize(
    ("forward", "wanted"),
    [
        ("self.mask = x * 2\nreturn x + self.mask", "mask = self.mask = x * 2\nreturn x + mask"),
        (
            "if self.mask is None:\n    self.mask = x * 2\nreturn x + self.mask",
            'mask = kept_attribute(self, "mask")\nif mask is None:\n    mask = self.mask = x * 2\nreturn x + mask',
        ),
        ("self.count += 1\nreturn x * self.count", "count = self.count\ncount = self.count = count + 1\nreturn x * count"),
        ("self.count -= (1 + 2)\nreturn x * self.count", "count = self.count\ncount = self.count = count - (1 + 2)\nreturn x * count"),
        ("self.count -= 1 + 2\nreturn x * self.count", "count = self.count\ncount = self.count = count - (1 + 2)\nreturn x * count"),
        ("self.count += (1)\nreturn x * self.count", "count = self.count\ncount = self.count = count + (1)\nreturn x * count"),
        (
            "self.count -= 1 + len(x)\nreturn x",
            "count = self.count\ncount = self.count = count - (1 + len(x))\nreturn x",
        ),
        (
            "for i in range(2):\n    self.h = x * i\n    x = self.h\nreturn x",
            'h = getattr(self, "h", None)\nfor i in range(2):\n    h = self.h = x * i\n    x = h\nreturn x',
        ),
        ("mask = x\nself.mask = x * 2\nreturn mask + self.mask", "mask = x\nown_mask = self.mask = x * 2\nreturn mask + own_mask"),
        ("self.rate = self.rate.to(x.device)\nreturn x + self.rate", "rate = self.rate\nreturn x + rate"),
        (
            "self.rate = self.rate.to(x.device)\nself.rate = x\nreturn self.rate",
            "rate = self.rate\nrate = self.rate = rate\nrate = self.rate = x\nreturn rate",
        ),
        ("self.total = self.total + x\nreturn self.total", "self.total = self.total + x\nreturn self.total"),
    ],
)
def test_what_is_read_again_has_a_name(forward: str, wanted: str, tmp_path: Path) -> None:
    assert graph_code(forward, "", tmp_path) == wanted


def test_what_a_branch_of_the_constructor_sets_may_be_missing(tmp_path: Path) -> None:
    source = HEAD.replace("self.mask, self.count = None, 0", "if flag:\n            self.last = 0").replace("(self):", "(self, flag):")
    method = "    def forward(self, x, y):\n        if y:\n            self.last = x\n            x = self.last + 1\n        return x\n"
    new = rewritten(tmp_path, source + method, Choice(recipes=True), GRAPH).new
    assert '        last = getattr(self, "last", None)\n        if y:\n            last = self.last = x\n' in new


@pytest.mark.parametrize(
    ("forward", "before", "code"),
    [
        ("self.mask = x * 2\nreturn self.masked(x)", "def masked(self, x):\n    return x * self.mask\n\n", "MA441"),
        ("self.mask = x * 2\nreturn x", "", "MA415"),
        ("self.mask, self.count = x, 1\nreturn self.mask", "", "MA415"),
    ],
)
def test_what_a_name_does_not_mend_is_reported(forward: str, before: str, code: str, tmp_path: Path) -> None:
    new = graph_code(forward, before, tmp_path)
    assert f"({code})" in new
    assert new.endswith(forward)


def graph_code(forward: str, before: str, folder: Path) -> str:
    """What becomes of the body of a forward, behind other methods."""
    method = indent(f"{before}def forward(self, x):\n{indent(forward, '    ')}\n", "    ")
    text = rewritten(folder, HEAD + method, Choice(recipes=True), GRAPH).new
    return dedent(re.split(r"def (?:construct|forward)\(self, x\):\n", text)[1]).rstrip("\n")
