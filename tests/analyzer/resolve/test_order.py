"""The order in which calls reach functions does not depend on how Python hashes strings, which is another in every process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

IMPORTS = """
import sys
from mindaudit.collect import collect
from mindaudit.model import SourceFile
from mindaudit.resolve import Project
from mindaudit.resolve.queries.summary import summary
"""
SHOW = """
source = SourceFile("a.py", "a.py", open(sys.argv[1]).read())
project = Project.resolved([source], [collect(source)])
print(summary(project.evaluator, 0).edges)
"""
MADE_IN_ORDER = """
for path in sys.argv[1:]:
    source = SourceFile(path, path, open(path, encoding="utf-8").read())
    project = Project.resolved([source], [collect(source)])
    project.usages(path)
    facts = project.evaluator._derived
    print(path, [(maker.__name__, *(each for each in given if isinstance(each, (int, str)))) for maker, *given in facts])
"""
CALLED = """
source = SourceFile("a.py", "a.py", open(sys.argv[1]).read())
project = Project.resolved([source], [collect(source)])
for usage in project.usages("a.py"):
    print(source.text[usage.span[0] : usage.span[1]], "is", usage.torch_name, *usage.alternatives, usage.certainty)
"""
CONDITIONAL_CLASSES = """
import torch
from torch import nn
if flag:
    class Tensors:
        def make(self):
            return torch.ones(1)
    class Maker(Tensors):
        def run(self):
            return super(Maker, self).make().log()
else:
    class Modules:
        def make(self):
            return nn.ReLU()
    class Maker(Modules):
        def run(self):
            return super(Maker, self).make().state_dict()
"""
CONDITIONAL_ALIASES = """
import torch
if flag:
    from typing import List as Held, Sequence as Many
else:
    from typing import Optional as Held
    from collections.abc import Iterable as Many
def run(x: Held[torch.Tensor], y: Many[torch.Tensor]):
    x.tanh()
    x[0].log()
    y[0].exp()
"""
PROGRAMS = sorted(map(str, (Path(__file__).parents[2] / "projects").rglob("*.py")))
NET = "class Net{}(torch.nn.Module):\n    def forward(self, x):\n        return x\n\n\n"
MADE = ", ".join(f"Net{number}()" for number in range(9))


def test_calls_reach_functions_in_the_same_order_in_every_process(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    nets = "".join(map(NET.format, range(9)))
    file.write_text(f"import torch\n\n\n{nets}def run(x):\n    return torch.nn.Sequential({MADE})(x)\n")
    said = {shown(SHOW, seed, str(file)) for seed in "1234"}
    assert len(said) == 1
    assert said.pop().count("(0, ") == 9


def test_super_of_a_conditional_class_looks_behind_each_of_its_classes(tmp_path: Path) -> None:
    said = shown_by_seed(tmp_path, CONDITIONAL_CLASSES)
    assert "super(Maker, self).make().log() is torch.Tensor.log likely" in said
    assert "super(Maker, self).make().state_dict() is torch.nn.Module.state_dict likely" in said


def test_a_conditional_alias_in_an_annotation_means_each_of_its_types(tmp_path: Path) -> None:
    said = shown_by_seed(tmp_path, CONDITIONAL_ALIASES)
    for call in ("x.tanh() is torch.Tensor.tanh", "x[0].log() is torch.Tensor.log", "y[0].exp() is torch.Tensor.exp"):
        assert call in said


def shown_by_seed(folder: Path, text: str) -> str:
    """What is said about the calls of a file, which must be the same whatever the hash seed."""
    (folder / "a.py").write_text(text)
    said = {shown(CALLED, seed, str(folder / "a.py")) for seed in "123456"}
    assert len(said) == 1
    return said.pop()


def test_what_is_derived_is_derived_in_the_same_order_in_every_process() -> None:
    first, *others = (shown(MADE_IN_ORDER, seed, *PROGRAMS).splitlines() for seed in "123")
    assert len(first) == len(PROGRAMS)
    for other in others:
        assert other == first


def shown(script: str, seed: str, *files: str) -> str:
    command = [sys.executable, "-c", IMPORTS + script, *files]
    return subprocess.run(command, env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True).stdout
