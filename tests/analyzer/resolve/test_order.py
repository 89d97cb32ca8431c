"""The order in which calls reach functions does not hang on how Python hashes strings, which is another in every process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

IMPORTS = """
import sys
import mindaudit_data
from mindaudit.collect import collect
from mindaudit.model import SourceFile
from mindaudit.resolve import Project
from mindaudit.resolve.queries.summary import summary
"""
SHOW = """
source = SourceFile("a.py", "a.py", open(sys.argv[1]).read())
project = Project.resolved([source], [collect(source)], mindaudit_data.torch_catalog())
print(summary(project.program, 0).edges)
"""
MADE_IN_ORDER = """
for path in sys.argv[1:]:
    source = SourceFile(path, path, open(path, encoding="utf-8").read())
    project = Project.resolved([source], [collect(source)], mindaudit_data.torch_catalog())
    project.usages(path)
    facts = project.program._derived
    print(path, [(maker.__name__, *(each for each in given if isinstance(each, (int, str)))) for maker, *given in facts])
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


def test_what_is_derived_is_derived_in_the_same_order_in_every_process() -> None:
    first, *others = (shown(MADE_IN_ORDER, seed, *PROGRAMS).splitlines() for seed in "123")
    assert len(first) == len(PROGRAMS)
    for other in others:
        assert other == first


def shown(script: str, seed: str, *files: str) -> str:
    command = [sys.executable, "-c", IMPORTS + script, *files]
    return subprocess.run(command, env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True).stdout
