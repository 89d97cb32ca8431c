from __future__ import annotations

from pathlib import Path

import pytest

import mindaudit_data
from mindaudit.audit.engine import scan
from mindaudit.classify.custom_mappings import COLUMNS, read_recipes, table_of
from mindaudit.config.schema import Config
from mindaudit.errors import UsageError

SOURCE = "import torch\n\ny = torch.linalg.householder_product(torch.ones(3, 3), torch.ones(3))\n"


def verdicts(folder: Path, **settings: tuple[str, ...]) -> tuple[str, str | None]:
    (folder / "model.py").write_text(SOURCE)
    audit = scan([folder / "model.py"], Config(folder=folder, **settings))  # type: ignore[arg-type]
    found = {finding.usage.torch_name: finding for finding in audit.files[0].findings if finding.usage.kind == "call"}
    finding = found["torch.linalg.householder_product"]
    return finding.verdict, finding.substitution


def test_own_rows_go_first(tmp_path: Path) -> None:
    (tmp_path / "ours.py").write_text("def orthogonal(a, tau):\n    raise SystemExit('never run')\n")
    (tmp_path / "ours.csv").write_text(
        'torch_name,verdict,template,note\ntorch.linalg.householder_product,composable,"orthogonal({input}, {tau})",ours\n'
    )
    verdict, substitution = verdicts(tmp_path, mappings=("ours.csv",), recipes=("ours.py",))
    assert verdict == "composable"
    assert substitution is not None
    assert substitution.startswith("orthogonal(")


def test_the_packaged_rows_stay(tmp_path: Path) -> None:
    (tmp_path / "ours.csv").write_text("torch_name,verdict,template\n")
    assert verdicts(tmp_path, mappings=("ours.csv",)) == verdicts(tmp_path)
    table = table_of(Config(folder=tmp_path, mappings=("ours.csv",)))
    assert table.torch_api("torch.abs") is not None


@pytest.mark.parametrize(
    ("content", "word"),
    [
        ("torch_nam,verdict,template\n", "'torch_name'"),
        ("torch_name,verdict,template\ntorch.abs,supported,\n", "line 2: a row needs"),
        ("torch_name,verdict,template\ntorch.abs,suported,mint.abs({input})\n", "column verdict: 'suported' is not one of supported, "),
        ("torch_name,verdict,template,since\ntorch.abs,supported,mint.abs({input}),2\n", "column since: '2' is not a version"),
        ("torch_name,verdict,template\nours.abs,supported,mint.abs({input})\n", "column torch_name: 'ours.abs' is not a dotted name"),
        ("torch_name,verdict,template,preference\ntorch.abs,supported,mint.abs({input}),x\n", "whole number"),
        ("torch_name,verdict,template\ntorch.abz,supported,mint.abs({input})\n", "no public name 'torch.abz'; did you mean torch.abs"),
        ("torch_name,verdict,template,since\ntorch.abs,supported,mint.abs({input}),9.9\n", "MindSpore 9.9 is not between"),
        ("torch_name,verdict,template,modes\ntorch.abs,supported,mint.abs({input}),eager\n", "column modes: 'eager'"),
        ("torch_name,verdict,template,preference\ntorch.abs,supported,mint.abs({input}),-1\n", "'-1' is not a whole number"),
        ("torch_name,verdict,template,preference\ntorch.abs,supported,mint.abs({input}),²\n", "'²' is not a whole number"),
    ],
)
def test_wrong_rows(tmp_path: Path, content: str, word: str) -> None:
    (tmp_path / "ours.csv").write_text(content, "utf-8")
    with pytest.raises(UsageError, match=word):
        table_of(Config(folder=tmp_path, mappings=("ours.csv",)))


def test_a_team_can_say_that_nothing_serves(tmp_path: Path) -> None:
    (tmp_path / "ours.csv").write_text("torch_name,verdict,note\ntorch.linalg.householder_product,custom-op,ours is slow\n")
    assert verdicts(tmp_path, mappings=("ours.csv",)) == ("custom-op", None)


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "ours.py").write_text("def f(:\n")
    (tmp_path / "gbk.csv").write_bytes("层".encode("gbk"))
    with pytest.raises(UsageError, match="no valid Python"):
        table_of(Config(folder=tmp_path, recipes=("ours.py",)))
    with pytest.raises(UsageError, match="not UTF-8"):
        table_of(Config(folder=tmp_path, mappings=("gbk.csv",)))
    with pytest.raises(UsageError, match="cannot be read"):
        table_of(Config(folder=tmp_path, mappings=("a\0.csv",)))
    with pytest.raises(UsageError, match="cannot be read"):
        table_of(Config(folder=tmp_path, mappings=("nowhere.csv",)))


def test_fetched_tables_count_once_they_are_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    file = tmp_path / "mindaudit" / "tables" / "official-2.6.csv"
    file.parent.mkdir(parents=True)
    file.write_text(",".join(COLUMNS) + "\ntorch.abs:fetched,torch.abs,,,2.6,,,,980,supported,ops.abs({*}),,\n", "utf-8")
    assert table_of(Config()).mappings("torch.abs")[-1].id == "torch.abs:fetched"
    file.write_text("<html>", "utf-8")
    mindaudit_data.load.cache_clear()
    with pytest.raises(UsageError, match="fetch it again"):
        table_of(Config())


def test_warnings_about_recipes_stay_unsaid(tmp_path: Path, recwarn: pytest.WarningsRecorder) -> None:
    (tmp_path / "ours.py").write_text("def f(x):\n    '''\\d'''\n")
    assert read_recipes(tmp_path / "ours.py") == ["f"]
    assert not recwarn.list
