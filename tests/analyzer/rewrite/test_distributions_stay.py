"""Distributions stay as they are written, and come from their counterparts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.choice import Choice

CONFIG = Config(jobs=1, cache=False, targets=(Target(mode="pynative", backend="cpu"),))
HOME = "mindaudit_data.recipes"
POLICY = """from torch.distributions import Categorical, Normal


def act(mean, logits, value):
    normal = Normal(mean, 1.0)
    choice = Categorical(logits=logits)
    chosen = choice.sample()
    return normal.mean, normal.rsample(), normal.log_prob(value), choice.log_prob(chosen), choice.mode, choice.probs
"""


def after(folder: Path, text: str, config: Config = CONFIG, recipes: bool = True) -> str:
    (folder / "module.py").write_text(text)
    (outcome,) = rewrite([folder / "module.py"], config, Choice(recipes=recipes))
    assert not outcome.problem
    return outcome.new


def test_objects_and_what_is_asked_of_them_stay(tmp_path: Path) -> None:
    new = after(tmp_path, POLICY)
    before, _, body = new.partition("\n\n\n")
    assert f"from {HOME}.framework.distributions import Categorical, Normal" in before
    assert body == POLICY.partition("\n\n\n")[2]


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("from torch.distributions.normal import Normal\n", f"from {HOME}.location_scale_distributions import Normal\n"),
        ("from torch.distributions.von_mises import VonMises\n", f"from {HOME}.bounded_distributions import VonMises\n"),
        ("from torch.distributions.lkj_cholesky import LKJCholesky\n", f"from {HOME}.matrix_distributions import LKJCholesky\n"),
        ("from torch.distributions.kl import kl_divergence\n", f"from {HOME}.divergences import kl_divergence\n"),
        ("from torch.distributions.utils import broadcast_all\n", f"from {HOME}.distribution_tools import broadcast_all\n"),
        ("from torch.distributions import constraints\n", f"from {HOME} import distribution_constraints as constraints\n"),
        ("import torch.distributions as dist\n", f"from {HOME}.framework import distributions as dist\n"),
        ("from torch.distributions.transforms import *\n", f"from {HOME}.framework.distributions.transforms import *\n"),
    ],
)
def test_modules_of_distributions(before: str, expected: str, tmp_path: Path) -> None:
    assert expected in after(tmp_path, before)


def test_subclasses_and_tests_of_classes_stay(tmp_path: Path) -> None:
    text = (
        "import torch.distributions as dist\n\n\nclass Mine(dist.Normal):\n    pass\n\n\ndef f(d):\n    return isinstance(d, dist.Normal)\n"
    )
    assert after(tmp_path, text).endswith(text.partition("\n\n\n")[2])


def test_what_has_no_counterpart_is_reported(tmp_path: Path) -> None:
    new = after(tmp_path, "from torch.distributions.kl import _add_kl_info\n\n\ndef f():\n    return _add_kl_info()\n")
    assert "# mindaudit: torch.distributions.kl._add_kl_info: MindSpore has no counterpart" in new


def test_graph_mode_is_told_that_gradients_are_lost(tmp_path: Path) -> None:
    graph = replace(CONFIG, targets=(Target(mode="graph", backend="cpu"),))
    network = "\n\nclass Actor(nn.Module):\n    def forward(self, mean, logits, value):\n        return act(mean, logits, value)\n"
    new = after(tmp_path, f"from torch import nn\n{POLICY}{network}", graph)
    assert new.count("Compiled code loses the gradients") == 2
    assert "    normal = Normal(mean, 1.0)\n" in new
    assert "Compiled code loses the gradients" not in after(tmp_path, POLICY, graph)  # the host's code is not compiled


def test_without_recipes_nothing_changes(tmp_path: Path) -> None:
    new = after(tmp_path, POLICY, recipes=False)
    assert "from torch.distributions import Categorical, Normal" in new
    assert "    normal = Normal(mean, 1.0)\n" in new
