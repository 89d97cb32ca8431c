from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from test_rewrite import rewritten

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.usages.choice import Choice

HEAD = """import torch


class M(torch.nn.Module):
    def make(self, x: torch.Tensor) -> torch.Tensor:
        return torch.randn_like(x)

    def f(self, x: torch.Tensor, k: float, {more}):
"""


def line(folder: Path, statement: str, mode: str = "pynative", more: str = "n: int") -> str:
    """What becomes of a statement in a method."""
    config = Config(targets=(Target("2.10", mode, "cpu"),), cache=False)
    new = rewritten(folder, f"{HEAD.format(more=more)}        {statement}\n        return x\n", Choice(recipes=True), config).new
    lines = new.partition("def f(")[2].partition(":\n")[2].removesuffix("        return x\n").splitlines()
    return ast.unparse(ast.parse("\n".join(each.removeprefix(" " * 8) for each in lines)))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = self.make(x).mul_(2)", "a = overwritten(value := self.make(x), mint.mul(value, 2))"),
        ("a = self.make(x + k).mul_(2)", "a = overwritten(value := self.make(x + k), mint.mul(value, 2))"),
        ("a = self.make(x).gt_(0.0)", "a = overwritten(value := self.make(x), mint.gt(value, 0.0).astype(value.dtype))"),
        (
            "a = self.make(x).mul_(2) + self.make(x).mul_(3)",
            "a = overwritten(value := self.make(x), mint.mul(value, 2)) + overwritten(value := self.make(x), mint.mul(value, 3))",
        ),
        (
            "a = self.make(x).sin_().gt_(0.0)",
            "a = overwritten(value_2 := self.make(x), mint.gt(value := mint.sin(value_2), 0.0).astype(value.dtype))",
        ),
        ("a = [self.make(y).mul_(2) for y in x]", "a = [overwritten(value := self.make(y), mint.mul(value, 2)) for y in x]"),
    ],
)
def test_what_a_substitution_writes_twice_is_computed_once(before: str, after: str, tmp_path: Path) -> None:
    assert line(tmp_path, before) == ast.unparse(ast.parse(after))


def test_a_name_of_the_file_is_left_alone(tmp_path: Path) -> None:
    found = line(tmp_path, "a = self.make(x).mul_(2)", more="value: int")
    assert found == "a = overwritten((value_2 := self.make(x)), mint.mul(value_2, 2))"


def test_an_inner_one_has_a_name_of_its_own(tmp_path: Path) -> None:
    found = line(tmp_path, "a = self.make(self.make(x).mul_(2)).mul_(3)")
    inner = "self.make(overwritten((value := self.make(x)), mint.mul(value, 2)))"
    assert found == f"a = overwritten((value_2 := {inner}), mint.mul(value_2, 3))"


@pytest.mark.parametrize(
    "statement",
    [
        "a = [y for y in self.make(x).mul_(2)]",  # no name can be bound in what a comprehension goes over
        "a = self.make(x).mul_(2)  # in a graph",
        "a = torch.complex(torch.rand(3), torch.rand(3))",
        "a = x.reshape(self.make(x), self.make(x))",
    ],
)
def test_elsewhere_it_stays_written_twice(statement: str, tmp_path: Path) -> None:
    assert ":=" not in line(tmp_path, statement, "graph" if "graph" in statement else "pynative")


def test_what_costs_nothing_stays_written_twice(tmp_path: Path) -> None:
    assert ":=" not in line(tmp_path, "a = getattr(x, 'y').mul_(2)")


def test_arguments_of_one_length_have_one_order_under_every_hash_seed(tmp_path: Path) -> None:
    source = tmp_path / "a.py"
    source.write_text(f"{HEAD.format(more='')}        return torch.complex(self.make(x), self.make(k))\n")
    command = [sys.executable, "-m", "mindaudit", "rewrite", "--no-config", "--mode", "pynative", "--recipes", str(source)]
    found = set()
    for seed in range(4):
        environment = os.environ | {"PYTHONHASHSEED": str(seed), "MINDAUDIT_CACHE": "off"}
        found.add(subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True, text=True).stdout)
    assert len(found) == 1
    assert "value_2 := " in found.pop()


def test_a_module_computes_once_too_and_a_class_has_no_new_attributes(tmp_path: Path) -> None:
    config = Config(targets=(Target("2.10", "pynative", "cpu"),), cache=False)
    source = "import torch\n\n\ndef make():\n    return torch.ones(3)\n\n\n{}a = make().mul_(2)\n"
    new = rewritten(tmp_path, source.format(""), Choice(recipes=True), config).new
    assert new.endswith("a = overwritten(_value := make(), mint.mul(_value, 2))\n")
    assert ":=" not in rewritten(tmp_path, source.format("class A:\n    "), Choice(recipes=True), config).new
