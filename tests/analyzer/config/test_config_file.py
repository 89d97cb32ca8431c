from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from mindaudit.cli import run
from mindaudit.config.files import find, load
from mindaudit.config.schema import Override, Weight, Weights
from mindaudit.config.values import Hours
from mindaudit.errors import UsageError
from mindaudit.model import Target

EVERYTHING = """
target = ["2.4", "2.10"]
mode = "pynative"
backend = "cpu"
paths = ["src"]
exclude = ["/vendor/"]
gitignore = false
fail-on = ["custom-op, error", "MA2xx"]
min-readiness = 80
levels = { MA203 = "error", ma3xx = "off" }
require-reason = false
baseline = "accepted.json"
mappings = ["ours.csv"]
recipes = ["ours.py"]
lang = "zh"
jobs = 2
cache = false
effort = { hours-per-day = 6, custom-op = { first = [8, 16], site = 0.5 } }

[[overrides]]
paths = ["tests/"]
levels = { MA2xx = "note" }
"""


def written(folder: Path, text: str, name: str = "mindaudit.toml") -> Path:
    file = folder / name
    file.write_text(text, "utf-8")
    return file


def test_every_key(tmp_path: Path) -> None:
    config = load(written(tmp_path, EVERYTHING))
    assert config.targets == (Target("2.4", "pynative", "cpu"), Target("2.10", "pynative", "cpu"))
    assert (config.paths, config.exclude, config.gitignore) == (("src",), ("/vendor/",), False)
    assert config.fail_on == ("custom-op", "error", "MA2xx")
    assert config.levels == {"MA203": "error", "MA3xx": "off"}
    assert config.overrides == (Override(("tests/",), {"MA2xx": "note"}),)
    assert (config.min_readiness, config.require_reason, config.lang, config.jobs) == (80, False, "zh", 2)
    assert config.effort == Weights(hours_per_day=6, custom_op=Weight(first=Hours((8, 16)), site=Hours((0.5, 0.5))))
    assert config.folder == tmp_path.resolve()


def test_show_prints_a_file_with_the_same_meaning(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, EVERYTHING)
    assert run(["config", "show", "--config", str(file)]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"# from {file}\n")
    tomllib.loads(shown)
    assert load(written(tmp_path, shown)) == load(written(tmp_path, EVERYTHING))


def test_show_without_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["config", "show", "--no-config", "--target", "2.9", "--exclude", "x/"]) == 0
    assert tomllib.loads(capsys.readouterr().out)["target"] == ["2.9"]


def test_the_nearest_file_holds(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    outer = written(tmp_path, "[tool.mindaudit]\nlang = 'zh'\n", "pyproject.toml")
    written(tmp_path / "a", "[project]\nname = 'other'\n", "pyproject.toml")
    assert find(inner) == outer.resolve()
    assert load(outer).lang == "zh"
    own = written(inner, "")
    assert find(inner) == own.resolve()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("targets = ['2.10']", ["unknown key 'targets'", "'target'"]),
        ("target = 2.10", ["target", "not 2.1"]),
        ("target = '2.99'", ["unknown target"]),
        ("mode = 'grap'", ["unknown mode", "'graph'"]),
        ("gitignore = 'yes'", ["true or false"]),
        ("min-readiness = 101", ["min-readiness must be a number of at most 100, not 101"]),
        ("jobs = -1", ["jobs must be a whole number of at least 0, not -1"]),
        ("jobs = 1.5", ["a whole number"]),
        ("lang = 'zn'", ["unknown lang 'zn'", "known: en, zh"]),
        ("overrides = [3]", ["overrides[0] must be a table, not 3"]),
        ('baseline = "a\\u0000b"', ["baseline"]),
        ('paths = ["a\\u0000b"]', ["paths", "null character"]),
        ("effort = { note = 1 }", ["effort.note must be a table, not 1"]),
        ("effort = { hours-per-day = 0 }", ["effort.hours-per-day must be a number of at least 0.1, not 0"]),
        ("min-readiness = true", ["a number, not True"]),
        ("fail-on = 'errors'", ["'error'"]),
        ("levels = 'error'", ["must be a table"]),
        ("levels = { MA20 = 'error' }", ["levels names 'MA20', which is no code"]),
        ("levels = { MA203 = 'errr' }", ["'error'"]),
        ("levels = { MA217 = 'error' }", ["unknown code 'MA217'", "did you mean"]),
        ("levels = { MA8xx = 'error' }", ["unknown code 'MA8xx'", "did you mean"]),
        ("overrides = 3", ["overrides must be a list, not 3"]),
        ("[[overrides]]\nlevels = { MA203 = 'off' }", ["overrides[0] needs paths"]),
        ("[[overrides]]\npath = ['x']", ["unknown key of overrides[0] 'path'", "'paths'"]),
        ("baseline = 3", ["must be a text"]),
        ("exclude = [1]", ["list of texts"]),
        ("exclude = ['!']", ["exclude", "no pattern"]),
        ("[[overrides]]\npaths = ['[z-a]']", ["paths", "no pattern"]),
        ("effort = { custom-op = { first = [2, 1] } }", ["lowest and highest"]),
        ("effort = { customop = { first = 1 } }", ["'custom-op'"]),
        ("effort = 3", ["must be a table"]),
        ("x = [", ["no valid TOML"]),
    ],
)
def test_a_wrong_file_is_one_line_and_status_2(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, words: list[str]) -> None:
    file = written(tmp_path, text)
    (tmp_path / "x.py").write_text("")
    assert run(["scan", str(tmp_path)]) == 2
    line = capsys.readouterr().err
    assert line.count("\n") == 1
    for word in (str(file), *words):
        assert word in line


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        load(Path("nowhere.toml"))


def test_a_tool_table_that_is_none_is_passed_over(tmp_path: Path) -> None:
    written(tmp_path, "tool = 3\n", "pyproject.toml")
    assert find(tmp_path) != tmp_path.resolve() / "pyproject.toml"
