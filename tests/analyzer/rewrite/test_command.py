from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from mindaudit.cli import run
from mindaudit.rewrite.writing import save

TEXT = "import torch\n\n\ndef f(x: torch.Tensor):\n    return torch.abs(x)\n"


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.com"]
    (tmp_path / "a.py").write_text(TEXT)
    (tmp_path / "plain.py").write_bytes(b"x  = 1\r\n")
    subprocess.run([*git, "init", "-q", "."], cwd=tmp_path, check=True)
    subprocess.run([*git, "add", "."], cwd=tmp_path, check=True)
    subprocess.run([*git, "commit", "-q", "-m", "all"], cwd=tmp_path, check=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_patch_applies_and_nothing_else_is_written(repository: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["rewrite", "."]) == 0
    patch, said = capfd.readouterr()
    assert "1 of 2 files rewritten" in said
    assert (repository / "a.py").read_text() == TEXT
    subprocess.run(["git", "apply"], input=patch.encode(), cwd=repository, check=True)
    assert "mint.abs(x)" in (repository / "a.py").read_text()


def test_in_place_wants_a_clean_tree(repository: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (repository / "plain.py").write_bytes(b"x = 2\n")
    assert run(["rewrite", ".", "--in-place"]) == 2
    assert "not committed" in capfd.readouterr().err
    assert (repository / "a.py").read_text() == TEXT
    assert run(["rewrite", ".", "--in-place", "--force"]) == 0
    assert "mint.abs(x)" in (repository / "a.py").read_text()
    assert (repository / "plain.py").read_bytes() == b"x = 2\n"


def test_another_folder_gets_every_file(repository: Path) -> None:
    assert run(["rewrite", ".", "--output", "new"]) == 0
    assert "mint.abs(x)" in (repository / "new/a.py").read_text()
    assert (repository / "new/plain.py").read_bytes() == b"x  = 1\r\n"


def test_the_data_of_a_package_goes_along(repository: Path) -> None:
    (repository / "pack/tables").mkdir(parents=True)
    (repository / "pack/__init__.py").write_text(TEXT)
    (repository / "pack/words.txt").write_bytes(b"a\r\n")
    (repository / "pack/tables/b.json").write_text("{}")
    assert run(["rewrite", ".", "--output", "../new"]) == 0
    assert (repository / "../new/pack/words.txt").read_bytes() == b"a\r\n"
    assert (repository / "../new/pack/tables/b.json").exists()


def test_small_data_beside_the_code_goes_along(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(save, "MOST_BYTES", 10)
    files = "config/a.yaml", "config/a.pyc", ".hidden/b.txt", ".env", "ignored/c.txt", "left/d.txt", "new/old.txt"
    for name in files:
        (repository / name).parent.mkdir(parents=True, exist_ok=True)
        (repository / name).write_text("x: 1")
    (repository / "large.txt").write_text("x" * 11)
    (repository / ".gitignore").write_text("ignored/\n")
    assert run(["rewrite", ".", "--output", "new", "--exclude", "left"]) == 0
    made = {path.relative_to(repository / "new").as_posix() for path in (repository / "new").rglob("*") if path.is_file()}
    assert made == {"a.py", "plain.py", "config/a.yaml", "old.txt"}


def test_modules_that_git_ignores_go_along_if_others_import_them(repository: Path) -> None:
    files = {
        "align/__init__.py": "from .built.core import path\n",
        "align/built/__init__.py": "",
        "align/built/core.py": "from align.built.parts import size\n\n\ndef path():\n    return size\n",
        "align/built/parts.py": "size = 1\n",
        "align/built/unused.py": "size = 2\n",
        "made/left.py": "size = 3\n",
        ".gitignore": "align/built\nmade\n",
    }
    for name, text in files.items():
        (repository / name).parent.mkdir(parents=True, exist_ok=True)
        (repository / name).write_text(text)
    assert run(["rewrite", ".", "--output", "../whole"]) == 0
    made = {path.relative_to(repository / "../whole").as_posix() for path in (repository / "../whole").rglob("*.py")}
    assert made == {"a.py", "plain.py", *(name for name in files if name.startswith("align/") and "unused" not in name)}
    assert run(["rewrite", ".", "--output", "../without", "--exclude", "core.py"]) == 0
    assert not (repository / "../without/align/built/core.py").exists()


def test_templates_of_code_import_what_stands_for_torch(repository: Path) -> None:
    template = "{% if x %}\nimport torch\nfrom torch import Tensor\n  import torch.nn.functional as F\n{% endif %}\nimport torchx\n"
    (repository / "pack").mkdir()
    for name, text in (("__init__.py", TEXT), ("code.jinja", template), ("words.jinja", "no code\n"), ("notes.md", template)):
        (repository / "pack" / name).write_text(text)
    os.mkfifo(repository / "pack/endless.jinja")
    assert run(["rewrite", "pack", "--output", "../filled/pack", "--vendor-recipes", "--mode", "pynative"]) == 0
    new = repository / "../filled/pack"
    home = "pack.mindspore_recipes"
    assert (new / "code.jinja").read_text().splitlines() == [
        "{% if x %}",
        f"from {home} import framework as torch",
        f"from {home}.framework import Tensor",
        f"  from {home}.modules import functional as F",
        "{% endif %}",
        "import torchx",
    ]
    assert (new / "mindspore_recipes/framework/__init__.py").is_file()
    assert (new / "words.jinja").read_text() == "no code\n"
    assert (new / "notes.md").read_text() == template


def test_a_file_that_is_named_alone_takes_no_data_along(repository: Path) -> None:
    (repository / "a.yaml").write_text("x: 1")
    assert run(["rewrite", "a.py", "--output", "../alone"]) == 0
    assert [path.name for path in (repository / "../alone").iterdir()] == ["a.py"]


def test_a_named_file_that_does_not_parse_gives_status_3(repository: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (repository / "bad.py").write_text("def f(:\n")
    assert run(["rewrite", "bad.py", "--in-place", "--force"]) == 3
    assert "bad.py was left as it is" in capfd.readouterr().err
    assert (repository / "bad.py").read_text() == "def f(:\n"


def test_two_places_at_once_are_refused(repository: Path) -> None:
    assert run(["rewrite", ".", "--in-place", "--output", "new"]) == 2


def test_recipes_are_called_on_request(repository: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (repository / "a.py").write_text("import torch\n\n\ndef f(x: torch.Tensor):\n    return torch.det(x)\n")
    assert run(["rewrite", "a.py", "--recipes"]) == 0
    assert "+from mindaudit_data.recipes import determinant" in capfd.readouterr().out
    assert run(["rewrite", "a.py", "--recipes", "--only", "supported"]) == 2


def test_the_encoding_stays(repository: Path) -> None:
    (repository / "gbk.py").write_bytes("# -*- coding: gbk -*-\n# 注释\n".encode("gbk") + TEXT.encode())
    assert run(["rewrite", ".", "--output", "new"]) == 0
    assert "注释".encode("gbk") in (repository / "new/gbk.py").read_bytes()
    assert b"mint.abs(x)" in (repository / "new/gbk.py").read_bytes()


def test_a_custom_operator_is_scaffolded(repository: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["scaffold", "custom-op", "torch.linalg.eigvals", "--output", "op"]) == 0
    assert "at::linalg_eigvals(tensors[0])" in (repository / "op/kernel.cpp").read_text()
    compile((repository / "op/operator_linalg_eigvals.py").read_text(), "operator", "exec")
    compile((repository / "op/test_operator.py").read_text(), "test", "exec")
    assert "$" not in (repository / "op/REQUEST.md").read_text()
    assert run(["scaffold", "custom-op", "torch.linalg.eigvals", "--output", "op"]) == 2
    assert run(["scaffold", "custom-op", "torch.no_such_name", "--output", "other"]) == 2
    capfd.readouterr()
    assert run(["scaffold", "custom-op", "torch.linalg.eigvalz", "--output", "other"]) == 2
    assert "did you mean torch.linalg.eigvals" in capfd.readouterr().err
    assert run(["scaffold", "custom-op", "torch.abs", "--output", "abs"]) == 0
    assert "torch.abs needs no operator of its own on MindSpore 2.10, ascend: mint.abs" in capfd.readouterr().err
    assert not (repository / "other").exists()
