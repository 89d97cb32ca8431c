"""What is left to a person: comments in the rewritten file at the lines, and the count by class, which agree."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from mindaudit.cli import run
from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.choice import Choice
from mindaudit.rewrite.writing.announced import Part, causes, parts_of, told
from mindaudit.rewrite.writing.outcome import Outcome

TEXT = """import torch
from torch import nn


class Branches(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if x.sum() > 0:
            return x
        return -x


class Plain(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return scale(x.abs(), x + 1, -x)


def scale(x: torch.Tensor, y: torch.Tensor, z: torch.Tensor) -> torch.Tensor:
    x.mul_(2)
    y = y + 1
    y.mul_(2)
    z.mul_(2)
    return y + z
"""


def rewritten(folder: Path, mode: str) -> Outcome:
    (folder / "a.py").write_text(TEXT)
    config = Config(jobs=1, cache=False, targets=(Target(mode="graph" if mode == "graph" else "pynative", backend="cpu"),))
    (outcome,) = rewrite([folder / "a.py"], config, Choice(recipes=True))
    return outcome


def test_hazards_of_the_target_s_mode_are_comments(tmp_path: Path) -> None:
    assert "depends on the values in `x.sum() > 0`" in rewritten(tmp_path, "graph").new.replace("\n        #   ", " ")
    assert "depends on the values" not in rewritten(tmp_path, "pynative").new


def test_an_in_place_change_of_what_the_caller_holds_is_reported(tmp_path: Path) -> None:
    new = rewritten(tmp_path, "graph").new
    assert new.count("# mindaudit: x is set in this function only") == 1
    assert "# mindaudit: y is set" not in new
    assert "# mindaudit: z is set" not in new


def test_what_a_graph_refuses_is_a_comment_where_one_caller_gives_something_unknown(tmp_path: Path) -> None:
    text = """import importlib

import torch
from torch import nn

identity = importlib.import_module("copy").copy


def kept(x):
    y = torch.zeros_like(x)
    y[x > 0] = x[x > 0].cumsum(0)
    return y


class Net(nn.Module):
    def forward(self, x):
        return kept(x) + kept(identity(x))
"""
    (tmp_path / "c.py").write_text(text)
    config = Config(jobs=1, cache=False, targets=(Target("2.10", "graph", "cpu"),))
    (outcome,) = rewrite([tmp_path / "c.py"], config, Choice(recipes=True))
    assert "(MA420)" in outcome.new


@pytest.mark.parametrize("kind", ["def", "async def"])
def test_what_only_a_function_inside_gives_back_is_stored_for_the_caller(kind: str, tmp_path: Path) -> None:
    text = f"import torch\n\n\n{kind} f(x: torch.Tensor, y):\n    def g(z):\n        return z.to(x.dtype)\n\n    x.add_(g(y))\n"
    (tmp_path / "b.py").write_text(text)
    config = Config(jobs=1, cache=False, targets=(Target(mode="pynative", backend="cpu"),))
    (outcome,) = rewrite([tmp_path / "b.py"], config, Choice(recipes=True))
    assert "\n    overwritten(x, mint.add(x, g(y)))\n" in outcome.new


def test_classes_and_their_places_are_counted_as_the_comments_stand(tmp_path: Path) -> None:
    outcome = rewritten(tmp_path, "graph")
    lines = outcome.new.splitlines()
    branches, plain, rest = parts_of(outcome)
    assert (branches.name, plain, rest.name) == ("Branches", Part("a.py", "Plain", ()), "")
    assert all(lines[line - 1].lstrip().startswith("# mindaudit: ") for part in (branches, rest) for line in part.places)
    assert sum(line.lstrip().startswith("# mindaudit: ") for line in lines) == 1 + len(branches.places) + len(rest.places)
    assert told([*parts_of(outcome)])[0].startswith("1 of 2 classes run after the rewrite")
    assert told([*parts_of(outcome)])[1] == f"  a.py, class Branches: line {branches.places[0]}"


def test_the_command_says_it(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.py").write_text(TEXT)
    assert run(["rewrite", str(tmp_path / "a.py"), "--mode", "graph", "--backend", "cpu"]) == 0
    said = capfd.readouterr().err
    assert "1 of 2 classes run after the rewrite" in said
    assert re.search(r"these take about \d+\.\d to \d+\.\d days of work: \d+ causes, each priced as a warning is in reports", said)


def test_remarks_are_counted_by_their_cause(tmp_path: Path) -> None:
    text = """# mindaudit: rewritten for MindSpore 2.10; delete this line to rewrite it again
# mindaudit: which branch runs depends on the values in
#   `x > 0` (MA301). Compute both sides
# mindaudit: which branch runs depends on the values in `y > 0` (MA301). Compute both sides
    # mindaudit: torch.foo.bar stays as it is. The table has
    #   no evidence
x = 1  # mindaudit: not at the start of a line
"""
    outcome = rewritten(tmp_path, "graph")
    assert causes(parts_of(replace(outcome, new=text))) == {"MA301": 2, "torch.foo.bar": 1}
    assert sum(causes(parts_of(outcome)).values()) == sum(len(part.places) for part in parts_of(outcome))


def test_a_recipe_whose_name_is_taken_is_told_under_another(tmp_path: Path) -> None:
    body = "def redraw_parameters(x): ...\n\n\ndef f(m: torch.nn.Linear):\n    m.reset_parameters()\n"
    (tmp_path / "c.py").write_text(f"import torch\n\n\n{body}")
    config = Config(jobs=1, cache=False, targets=(Target(mode="pynative", backend="cpu"),))
    (outcome,) = rewrite([tmp_path / "c.py"], config)
    told = " ".join(outcome.new.replace("#", "").split())
    assert "write redraw_parameters_recipe(m) (from mindaudit_data.recipes import redraw_parameters as redraw_parameters_recipe)" in told


def test_what_was_left_as_it_is_does_not_count_as_running(tmp_path: Path) -> None:
    left = Outcome(tmp_path / "b.py", "b.py", TEXT, TEXT, problem="too deep")
    assert told([*parts_of(left)]) == [
        "0 of 2 classes run after the rewrite as far as is known, the others need 2 places",
        "  b.py, class Branches: line 5",
        "  b.py, class Plain: line 12",
    ]
    assert told([*parts_of(replace(left, new="import torch\n"))]) == ["  b.py, outside of classes: line 1"]
    assert [*parts_of(replace(left, new=""))] == [*parts_of(replace(left, new="print 1"))] == []


MIXED = 'import torch\n\n\ndef f(x):\n    for _ in x:\n    \tif x:\n            x = torch.abs(x)\n    \ty = """\n\ta"""\n    return x, y\n'


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_tabs_behind_blanks_are_written_as_blanks(end: str, tmp_path: Path) -> None:
    text = MIXED.replace("\n", end)
    (tmp_path / "a.py").write_bytes(text.encode())
    config = Config(jobs=1, cache=False, targets=(Target(mode="pynative", backend="cpu"),))
    (outcome,) = rewrite([tmp_path / "a.py"], config, Choice(recipes=True))
    assert outcome.old == text
    assert f'        if x:{end}            x = mint.abs(x){end}        y = """{end}\ta"""{end}' in outcome.new
