"""Whether layers become MindSpore's own or those of the counterpart of torch.nn."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_rewrite import CPU

from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.choice import Choice

BASE = """from torch import nn, zeros


class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", zeros(4))
"""
OTHER = """from base import Base


class Net(Base):
    def forward(self, x):
        {statement}
        return x - self.mean
"""


@pytest.mark.parametrize(
    ("statement", "needs_modules"),
    [
        ("self.mean = x.mean(0)", True),
        ("self.mean.zero_()", True),
        ("self.mean += x.mean(0)", True),
        ("self.mean[0] = 1", True),
        ("mean = self.mean.data.mul_(2)", True),
        ("self.mean.data **= 2", True),
        ("x = x * (self.mean == 1)", False),
        ("x = x * (self.mean >= 1)", False),
        ("x = self.mean[0] == 1", False),
        ("mean = self.mean.sum()", False),
    ],
)
def test_a_buffer_that_gets_a_new_tensor_in_any_file_needs_modules(statement: str, needs_modules: bool, tmp_path: Path) -> None:
    (tmp_path / "base.py").write_text(BASE)
    (tmp_path / "other.py").write_text(OTHER.replace("{statement}", statement))
    outcomes = {each.path.name: each.new for each in rewrite([str(tmp_path)], CPU, Choice(recipes=True))}
    assert ("from mindaudit_data.recipes import modules as nn" in outcomes["base.py"]) is needs_modules
    assert ("nn.Cell" in outcomes["base.py"]) is not needs_modules


def test_a_function_that_changes_its_input_sets_it(tmp_path: Path) -> None:
    """Functions of the counterpart leave their input as it is."""
    calls = "        F.relu(x, inplace=True)\n        y = F.relu(x, inplace=True)\n"
    (tmp_path / "base.py").write_text(BASE.replace("\n\n", "\nimport torch.nn.functional as F\n\n", 1))
    (tmp_path / "other.py").write_text(
        "import torch.nn.functional as F\n" + OTHER.replace("{statement}", "self.mean = x.mean(0)\n" + calls.rstrip())
    )
    outcomes = {each.path.name: each.new for each in rewrite([str(tmp_path)], CPU, Choice(recipes=True))}
    assert "        x = mint.nn.functional.relu(x)\n        y = F.relu(x, inplace=True)\n" in outcomes["other.py"]


TRAINED = """from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = LAYER

    def forward(self, x):
        return self.layer(x) if USED else x
"""


@pytest.mark.parametrize(
    ("method", "needs_modules"), [("train(self, mode=True)", True), ("parameters(self)", True), ("extra_repr(self)", False)]
)
def test_a_method_in_the_place_of_one_that_cell_lacks_needs_modules(method: str, needs_modules: bool, tmp_path: Path) -> None:
    methods = f"    def {method}:\n        return self\n\n    def forward(self, x):\n        return x\n"
    text = f"from torch import nn\n\n\nclass Net(nn.Module):\n{methods}"
    (tmp_path / "net.py").write_text(text)
    (outcome,) = rewrite([str(tmp_path)], CPU, Choice(recipes=True))
    assert ("nn.Cell" in outcome.new) is not needs_modules


@pytest.mark.parametrize(
    ("layer", "used", "other", "needs_modules"),
    [
        ("nn.Linear(2, 2)", "self.training", "", True),
        ("nn.Dropout(0.1)", "True", "", True),
        ("nn.BatchNorm2d(2)", "True", "", True),
        ("nn.Linear(2, 2)", "True", "", False),
        ("nn.BatchNorm2d(2)", "self.training", "def fit(net: torch.nn.Module):\n    net.train()\n", False),
        ("nn.Linear(2, 2)", "True", "def fit(net):\n    return [*net.parameters()]\n", True),
        ("nn.BatchNorm2d(2)", "True", "def check(net):\n    net.eval()\n", True),
    ],
)
def test_what_depends_on_the_mode_that_nobody_sets_needs_modules(
    layer: str, used: str, other: str, needs_modules: bool, tmp_path: Path
) -> None:
    (tmp_path / "net.py").write_text(TRAINED.replace("LAYER", layer).replace("USED", used))
    (tmp_path / "other.py").write_text(f"import torch\n\n\n{other}")
    outcomes = {each.path.name: each.new for each in rewrite([str(tmp_path)], CPU, Choice(recipes=True))}
    assert ("nn.Cell" in outcomes["net.py"]) is not needs_modules


@pytest.mark.parametrize(
    "used",
    [
        "from torch.optim.swa_utils import update_bn\n\nupdate_bn([], net)",
        "from torch.optim import swa_utils\n\nswa_utils.AveragedModel(net)",
    ],
)
def test_what_changes_layers_of_any_network_needs_modules(used: str, tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(TRAINED.replace("LAYER", "nn.Linear(2, 2)").replace("USED", "True"))
    (tmp_path / "other.py").write_text(f"from net import Net\n{used.replace('net)', 'Net())')}\n")
    outcomes = {each.path.name: each.new for each in rewrite([str(tmp_path)], CPU, Choice(recipes=True))}
    assert "nn.Cell" not in outcomes["net.py"]


CALLED = """from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return x * 2


class Own(Net):
    def forward(self, x):
        return super().forward(x) + nn.Linear(2, 2).forward(x)
"""


@pytest.mark.parametrize(
    ("used", "needs_modules"),
    [
        ("def run(net, x):\n    return net.forward(x)", True),
        ("from net import Net\n\nf = Net().forward", True),
        ("from net import Net\n\nprint(Net.forward)", True),
        ("from net import Net\n\nnet = Net()\nnet.forward = print", True),
        ('def run(net, x):\n    return getattr(net, "forward")(x)', True),
        ("class Plain:\n    def forward(self, x):\n        return x\n\n\ny = Plain().forward(1)", False),
        ("def run(net, x):\n    return net.training and net(x)", True),
        ("def run(net, x):\n    return net._parameters", True),
        ("def run(net, x):\n    return net(x)", False),
    ],
)
def test_members_of_what_may_be_a_network_need_modules(used: str, needs_modules: bool, tmp_path: Path) -> None:
    """In a Cell `forward` has another name, which only the class itself is known to mean; without recipes a remark says so."""
    (tmp_path / "net.py").write_text(CALLED)
    (tmp_path / "other.py").write_text(f"import torch\n\n\n{used}\n")
    outcomes = {each.path.name: each.new for each in rewrite([str(tmp_path)], CPU, Choice(recipes=True))}
    assert ("nn.Cell" in outcomes["net.py"]) is not needs_modules
    plain = {each.path.name: each.new for each in rewrite([str(tmp_path)], CPU, Choice())}
    assert ("of a Cell, forward is called construct" in plain["other.py"]) is (needs_modules and "net.forward(" in used)
    assert "# mindaudit: of a Cell" not in plain["net.py"]


def test_an_argument_named_as_one_of_a_cell_needs_modules(tmp_path: Path) -> None:
    """Without recipes a remark tells of it."""
    (tmp_path / "net.py").write_text(
        TRAINED.replace("self)", "self, class_=nn.GRU)").replace("LAYER", "class_(2, 2)").replace("USED", "True")
    )
    outcomes = [rewrite([str(tmp_path)], CPU, Choice(recipes=recipes))[0].new for recipes in (True, False)]
    assert "from mindaudit_data.recipes import modules as nn" in outcomes[0]
    assert ["# mindaudit: a Cell has an argument class_" in each for each in outcomes] == [False, True]
