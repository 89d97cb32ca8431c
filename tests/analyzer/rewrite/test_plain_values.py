"""What is an object to Python and a plain value in graphs: containers of modules, members of enumerations."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_mended import GRAPH
from test_rewrite import CPU, rewritten

from mindaudit.config.schema import Config
from mindaudit.rewrite.usages.choice import Choice

SOURCE = """from torch import nn


class Chain(nn.ModuleList):
    def forward(self, x):
        for layer in self:
            x = layer(x)
        return x


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleDict(dict(first=nn.Linear(2, 2), rest=Chain([nn.ReLU()])))
        self.chain = Chain([nn.ReLU()])
        self.steps = nn.Sequential()
        self.steps.add_module("chain", Chain([nn.ReLU()]))
        self.plain = nn.ModuleList([nn.ReLU()])

    def forward(self, x):
        for part in self.parts.values():
            x = x + 1
        x = self.chain(self.parts.first(x))
        x = self.steps(x)
        return self.plain[0](x)
"""


@pytest.mark.parametrize("target", [GRAPH, CPU])
def test_modules_of_a_dict_are_read_by_their_keys_and_lists_with_a_forward_are_reported(target: Config, tmp_path: Path) -> None:
    new = rewritten(tmp_path, SOURCE, Choice(recipes=True), target).new
    in_graph = target is GRAPH
    assert ('self.parts["first"](x)' in new) is in_graph
    assert ("self.parts.first(x)" in new) is not in_graph
    assert "in self.parts.values()" in new
    assert new.count("(MA438)") == in_graph
    assert not in_graph or new.index("(MA438)") < new.index("def forward(self, x):")


@pytest.mark.parametrize(
    ("before", "after"),
    [("mode is Mode.ONE", "mode == Mode.ONE"), ("(mode) is  not Mode.ONE", "(mode) != Mode.ONE"), ("mode is None", "mode is None")],
)
def test_members_of_enumerations_are_compared_by_value_in_graphs(before: str, after: str, tmp_path: Path) -> None:
    enumeration = "class Mode(enum.Enum):\n    ONE = 1\n\n\n"
    network = f"class Net(nn.Module):\n    def forward(self, x, mode=Mode.ONE):\n        return x if {before} else x + 1\n"
    for name, target in (("graph", GRAPH), ("pynative", CPU)):
        (tmp_path / name).mkdir()
        new = rewritten(
            tmp_path / name, f"import enum\n\nfrom torch import nn\n\n\n{enumeration}{network}", Choice(recipes=True), target
        ).new
        assert f"        return x if {after if target is GRAPH else before} else x + 1\n" in new
        assert "(MA414)" not in new
