"""Recipes that are copied into the project: where they go, what goes along, and that nothing else is needed."""

from __future__ import annotations

import ast
import subprocess
from pathlib import Path

import pytest

from mindaudit.cli import run
from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.choice import Choice
from mindaudit.rewrite.writing import save
from mindaudit.rewrite.writing.outcome import Outcome
from mindaudit.rewrite.writing.vendor import FOLDER, vendored

CONFIG = Config(jobs=1, cache=False, targets=(Target(mode="pynative", backend="cpu"),))
LAYERS = "import torch\n\n\ndef f(x: torch.Tensor):\n    return torch.det(x)\n"
MODEL = "from torch import nn\nfrom .parts.layers import f\n\n\nclass A(nn.LayerNorm):\n    pass\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "pack/parts").mkdir(parents=True)
    for name, text in {"__init__.py": "", "model.py": MODEL, "parts/__init__.py": "", "parts/layers.py": LAYERS}.items():
        (folder / "pack" / name).write_text(text)
    return folder


def outcomes(folder: Path) -> dict[str, Outcome]:
    return {each.name: each for each in vendored(rewrite([folder], CONFIG, Choice(recipes=True)))}


def test_imports_lead_to_the_folder_in_the_package(project: Path) -> None:
    new = outcomes(project)
    assert f"from .{FOLDER} import modules as nn\n" in new["pack/model.py"].new
    assert f"from ..{FOLDER} import determinant\n" in new["pack/parts/layers.py"].new
    assert f"pack/{FOLDER}/determinant.py" in new
    assert not any("mindaudit_data" in each.new for each in new.values())


def test_what_recipes_import_goes_along(project: Path) -> None:
    files = {name: each.new for name, each in outcomes(project).items() if FOLDER in name}
    for name, text in files.items():
        package = name.split("/")[:-1]
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and node.level:
                base = "/".join([*package[: len(package) - node.level + 1], *(node.module or "").split(".")]).rstrip("/")
                assert f"{base}.py" in files or f"{base}/__init__.py" in files, (name, ast.unparse(node))


def test_what_is_not_used_stays_away(project: Path) -> None:
    (project / "pack/model.py").write_text("")
    files = [name for name in outcomes(project) if FOLDER in name]
    assert sorted(files) == [f"pack/{FOLDER}/{each}.py" for each in ("__init__", "compiled", "determinant", "named_result")]


def test_several_packages_share_a_folder_beside_them(project: Path) -> None:
    (project / "script.py").write_text(LAYERS)
    (project / "other").mkdir()
    (project / "other/__init__.py").write_text(LAYERS)
    new = outcomes(project)
    assert f"from {FOLDER} import determinant\n" in new["other/__init__.py"].new
    assert f"from {FOLDER} import determinant\n" in new["script.py"].new
    assert f"{FOLDER}/determinant.py" in new


def test_a_package_that_is_named_itself_keeps_its_recipes_inside(project: Path) -> None:
    new = outcomes(project / "pack")
    assert f"from ..{FOLDER} import determinant\n" in new["parts/layers.py"].new
    assert f"{FOLDER}/determinant.py" in new


def test_a_second_run_changes_nothing_and_a_further_file_adds_its_recipes(project: Path) -> None:
    save.in_place(outcomes(project).values())
    assert not any(each.changed for each in outcomes(project).values())
    (project / "pack/more.py").write_text("import torch\n\n\ndef g(x: torch.Tensor):\n    return torch.vander(x)\n")
    changed = {name for name, each in outcomes(project).items() if each.changed}
    assert changed == {"pack/more.py", f"pack/{FOLDER}/vander.py"}


def test_the_patch_makes_the_files(project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(project)
    assert run(["rewrite", ".", "--vendor-recipes"]) == 0
    patch, said = capfd.readouterr()
    assert "2 of 4 files rewritten" in said
    subprocess.run(["git", "init", "-q", "."], check=True)
    subprocess.run(["git", "apply"], input=patch.encode(), check=True)
    assert (project / f"pack/{FOLDER}/determinant.py").exists()
