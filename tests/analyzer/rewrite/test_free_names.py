"""Attributes and methods of networks by names of a Cell's own get other names, in all files of a project."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

import pytest

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.choice import Choice

NET = """
import torch
from torch import nn


class Base(nn.Module):
    _params = None

    def forward(self, x):
        return x * len(self._params)


class Net(Base):
    def __init__(self):
        super().__init__()
        self._params = ["a", "b"]
        self.lin = nn.Linear(2, 2)
"""


def project(folder: Path, mode: str = "pynative", **files: str) -> dict[str, str]:
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    config = Config(jobs=1, cache=False, targets=(Target(mode=mode, backend="cpu"),))
    return {Path(each.name).stem: each.new for each in rewrite([folder], config, Choice(recipes=True))}


def test_a_name_changes_in_all_files(tmp_path: Path) -> None:
    other = "from net import Net\n\n\ndef names():\n    net = Net()\n    return net._params, getattr(net, '_params')\n"
    new = project(tmp_path, net=NET, other=other)
    assert new["net"].count("_params_") == 3
    assert "MA517" not in new["net"]
    assert new["other"] == other.replace("_params", "_params_")


@pytest.mark.parametrize(
    "use",
    [
        "def names(net):\n    return net._params",
        "def names():\n    return Net().__dict__['_params']",
        "def names(key):\n    return getattr(Net(), key)",
        "import operator\nnames = operator.attrgetter('_params')",
        "class Wide(Net):\n    def __init__(self, **given):\n        for key in given:\n            setattr(self, key, given[key])",
        "SPEC = 'encoder._params.a'",
        "class Wide(Net):\n    @staticmethod\n    def names(net):\n        return net._params",
    ],
)
def test_a_name_stays_and_is_told_where_a_use_is_not_known(use: str, tmp_path: Path) -> None:
    new = project(tmp_path, net=NET, other=f"from net import Net\n\n\n{use}\n")
    assert "_params_" not in "".join(new.values())
    assert "MA517" in new["net"]


@pytest.mark.parametrize(
    "use",
    [
        "class Plain:\n    def __init__(self):\n        self._params = 1\n\n    def names(self):\n        return self._params",
        "def names(key):\n    return getattr(Net(), f'weight_{key}')",
        "KEYS = {'_params': 1}",
    ],
)
def test_other_uses_of_the_name_stay(use: str, tmp_path: Path) -> None:
    new = project(tmp_path, net=NET, other=f"from net import Net\n\n\n{use}\n")
    assert "MA517" not in new["net"]
    assert use in new["other"]


@pytest.mark.parametrize(
    ("init", "forward"),
    [
        ("self._params = nn.Parameter(torch.ones(2))", "x * self._params"),
        ("self._cells = nn.ModuleList([nn.Linear(2, 2)])", "self._cells[0](x)"),
        ("self.register_buffer('_params', torch.ones(2))", "x * self._params"),
    ],
)
def test_other_names_of_weights_are_told(init: str, forward: str, tmp_path: Path) -> None:
    new = project(tmp_path, net=network(init, forward))["net"]
    assert "checkpoints of torch have the old name" in new.replace("\n        #   ", " ")
    assert "MA517" not in new


def network(init: str, forward: str, more: str = "") -> str:
    text = f"""
    import torch
    from torch import nn


    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            {init}

        def forward(self, x):
            return {forward}
    """
    return dedent(text) + indent(dedent(more), "    ")


@pytest.mark.parametrize(("mode", "changed"), [("graph", True), ("pynative", False)])
def test_what_a_graph_asks_for_changes_in_graphs_alone(mode: str, changed: bool, tmp_path: Path) -> None:
    new = project(tmp_path, mode, net=network("self.phase = 2", "x * self.phase"))["net"]
    assert ("self.phase_ = 2" in new and "x * self.phase_" in new) == changed
    assert "MA517" not in new


@pytest.mark.parametrize("mode", ["graph", "pynative"])
def test_a_method_beside_forward_has_another_name(mode: str, tmp_path: Path) -> None:
    method = """
    def construct(self, x, scale):
        return x * scale
    """
    new = project(tmp_path, mode, net=network("self.scale = 2", "self.construct(x, self.scale)", method))["net"]
    assert "def construct_(self, x, scale)" in new
    assert "self.construct_(x, self.scale)" in new
    assert "MA517" not in new


@pytest.mark.parametrize("name", ["_forget", "_forward_hook", "_phase", "_scope", "_id"])
def test_methods_by_names_of_a_cell_have_other_names(name: str, tmp_path: Path) -> None:
    new = project(tmp_path, net=network("pass", f"self.{name}(x)", f"\ndef {name}(self, x):\n    return x\n"))["net"]
    assert new.count(f"{name}_(") == 2
    assert "MA517" not in new


def test_an_attribute_of_an_unknown_object_is_known_by_what_is_stored(tmp_path: Path) -> None:
    layer = "from net import Net\n\n\nclass Layer:\n    def __init__(self):\n        self._function = Net()\n"
    new = project(tmp_path, net=NET, layer=layer, other="def names(model):\n    return model._function._params\n")
    assert new["other"] == "def names(model):\n    return model._function._params_\n"


def test_properties_and_slots_change(tmp_path: Path) -> None:
    more = """
    __slots__ = ("_cells",)

    @property
    def _cells(self):
        return [self.lin]

    @_cells.setter
    def _cells(self, value):
        self.lin = value[0]
    """
    new = project(tmp_path, net=network("self.lin = nn.Linear(2, 2)", "self._cells[0](x)", more))["net"]
    assert new.count("_cells_") == 5
    assert "MA517" not in new
