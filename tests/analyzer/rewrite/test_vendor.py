"""Recipes that are copied into the project: where they go, what goes along, and that nothing else is needed."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
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


def test_imports_with_several_blanks_lead_there(project: Path) -> None:
    head = "from  torch  import  nn\nfrom \\\n    torch import optim\nfrom   torch.nn   import functional  as F\n"
    (project / "pack/model.py").write_text(f"{head}\n\nclass A(nn.LayerNorm):\n    pass\n\n\nprint(F.relu, optim.SGD)\n")
    new = outcomes(project)
    assert "mindaudit_data" not in new["pack/model.py"].new
    assert f"pack/{FOLDER}/modules/functional/__init__.py" in new
    assert f"pack/{FOLDER}/framework/optim.py" in new or f"pack/{FOLDER}/framework/optim/__init__.py" in new


def test_what_recipes_import_goes_along(project: Path) -> None:
    files = {name: each.new for name, each in outcomes(project).items() if FOLDER in name}
    for name, text in files.items():
        package = name.split("/")[:-1]
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and node.level:
                base = "/".join([*package[: len(package) - node.level + 1], *(node.module or "").split(".")]).rstrip("/")
                assert f"{base}.py" in files or f"{base}/__init__.py" in files, (name, ast.unparse(node))


def test_modules_that_are_imported_by_name_go_along(project: Path) -> None:
    text = 'import importlib\n\n\ndef chosen(name):\n    return getattr(importlib.import_module("torch.optim"), name)\n'
    (project / "pack/chosen.py").write_text(text)
    new = outcomes(project)
    assert f'importlib.import_module("pack.{FOLDER}.framework.optim")' in new["pack/chosen.py"].new
    assert f"pack/{FOLDER}/framework/optim.py" in new or f"pack/{FOLDER}/framework/optim/__init__.py" in new


def test_what_is_not_used_stays_away(project: Path) -> None:
    (project / "pack/model.py").write_text("")
    files = [name for name in outcomes(project) if FOLDER in name]
    assert sorted(files) == [
        f"pack/{FOLDER}/{each}.py" for each in ("__init__", "compiled", "determinant", "exponentials", "floating", "named_result")
    ]


def test_several_packages_share_a_folder_beside_them(project: Path) -> None:
    (project / "script.py").write_text(LAYERS)
    (project / "other").mkdir()
    (project / "other/__init__.py").write_text(LAYERS)
    new = outcomes(project)
    assert f"from {FOLDER} import determinant\n" in new["other/__init__.py"].new
    assert f"from {FOLDER} import determinant\n" in new["script.py"].new
    assert f"{FOLDER}/determinant.py" in new


def test_tests_are_no_home_for_what_scripts_need(tmp_path: Path) -> None:
    folder = written(tmp_path, {"model.py": LAYERS, "tests/__init__.py": "", "tests/test_model.py": f"from model import f\n{LAYERS}"})
    new = outcomes(folder)
    assert f"from {FOLDER} import determinant\n" in new["model.py"].new
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


RUN = "import sys\nprint(next(each.__file__ for name, each in sys.modules.items() if name.endswith('mindspore_recipes')))\n"


def written(folder: Path, files: dict[str, str]) -> Path:
    """The folder with these files."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def made(folder: Path, files: dict[str, str]) -> Path:
    """The folder with a rewritten project; its recipes need no framework."""
    written(folder, files)
    save.in_place(outcomes(folder).values())
    for recipe in folder.rglob(f"{FOLDER}/*.py"):
        recipe.write_text(
            "def determinant(x):\n    return x\n" if recipe.stem == "determinant" else "from .determinant import determinant\n"
        )
    return folder


def ran(folder: Path, *command: str) -> str:
    """What a script prints where a stand-in has MindSpore's names."""
    (top := next(each for each in (folder, *folder.parents) if each.name == "project")).with_name("stubs").mkdir(exist_ok=True)
    (top.with_name("stubs") / "mindspore.py").write_text("def __getattr__(name):\n    return object\n")
    around = os.environ | {"PYTHONPATH": str(top.with_name("stubs"))}
    done = subprocess.run([sys.executable, *command], cwd=folder, env=around, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    return done.stdout.strip()


SCRIPT = LAYERS.replace("import torch\n", "import torch\nimport argparse\n")


def test_scripts_in_folders_find_the_recipes_that_lie_above(tmp_path: Path) -> None:
    files = {
        "a/main.py": f"{LAYERS}{RUN}",
        "b/c/model.py": LAYERS,
        "b/c/train.py": f"from model import f\n{RUN}",
        "top.py": f"{LAYERS}{RUN}",
    }
    folder = made(tmp_path / "project", files)
    home = folder / FOLDER / "__init__.py"
    for place, script in ((folder / "a", "main.py"), (folder, "b/c/train.py"), (folder, "top.py")):
        assert Path(ran(place, script)).samefile(home)
    assert "sys.path" not in (folder / "top.py").read_text()


def test_a_script_in_a_package_runs_by_its_path_and_by_its_name(tmp_path: Path) -> None:
    files = {"pack/__init__.py": "", "pack/layers.py": LAYERS, "pack/train.py": f"{SCRIPT}from pack.layers import f\n{RUN}"}
    folder = made(tmp_path / "project", files)
    home = folder / "pack" / FOLDER / "__init__.py"
    assert Path(ran(folder, "-m", "pack.train")).samefile(home)
    assert Path(ran(folder / "pack", "train.py")).samefile(home)
    assert f"from .{FOLDER} import determinant" in (folder / "pack/layers.py").read_text()


@pytest.mark.parametrize("named", ["", "start"])
def test_a_folder_in_which_programs_start_is_no_package(tmp_path: Path, named: str) -> None:
    files = {"start/main.py": "import torch\nfrom src.layers import f\n\nprint(torch.det(torch.eye(2)).item(), f(torch.eye(2)).item())\n"}
    files |= {"start/__init__.py": "", "start/src/__init__.py": "", "start/src/layers.py": LAYERS}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    new = {name.removeprefix("start/"): each.new for name, each in outcomes(tmp_path / named).items()}
    assert f"from src.{FOLDER} import determinant\n" in new["main.py"]
    assert f"from .{FOLDER} import determinant\n" in new["src/layers.py"]
    assert f"src/{FOLDER}/determinant.py" in new


def test_a_part_of_another_module_that_is_named_as_the_folder_makes_no_package_of_it(tmp_path: Path) -> None:
    files = {"net/__init__.py": "", "net/layers.py": LAYERS, "net/model/__init__.py": "", "net/model/net.py": ""}
    files |= {"net/main.py": f"from layers import f\nfrom model import net\n{RUN}"}
    folder = made(tmp_path / "project", files)
    assert f"from {FOLDER} import determinant\n" in (folder / "net/layers.py").read_text()
    assert Path(ran(folder / "net", "main.py")).samefile(folder / FOLDER / "__init__.py")


def test_a_module_that_is_named_as_its_folder_hides_the_package_from_programs_inside(tmp_path: Path) -> None:
    files = {"net/__init__.py": "", "net/net.py": LAYERS, "net/main.py": f"from net import f\n{RUN}"}
    folder = made(tmp_path / "project", files)
    assert f"from {FOLDER} import determinant\n" in (folder / "net/net.py").read_text()
    assert Path(ran(folder / "net", "main.py")).samefile(folder / FOLDER / "__init__.py")


@pytest.mark.parametrize("user", ["from net.net import f\n", "from net import f, other\n", "import net.other\n", "from .net import f\n"])
def test_a_package_may_have_a_module_of_its_name(user: str, tmp_path: Path) -> None:
    files = {"net/__init__.py": "", "net/net.py": LAYERS, "net/other.py": "", "net/main.py": f"import torch\n{user}"}
    folder = made(tmp_path / "project", files)
    assert f"from .{FOLDER} import determinant\n" in (folder / "net/net.py").read_text()


def test_packages_in_a_folder_share_one_beside_them(tmp_path: Path) -> None:
    files = {f"src/{name}/__init__.py": LAYERS for name in "ab"} | {"run.py": f"{LAYERS}import a, b\n{RUN}"}
    folder = made(tmp_path / "project", files)
    assert Path(ran(folder, "run.py")).samefile(folder / "src" / FOLDER / "__init__.py")
    assert "sys.path" not in (folder / "src/a/__init__.py").read_text()


def test_a_module_that_is_imported_from_the_project_s_folder_needs_no_path(tmp_path: Path) -> None:
    folder = made(tmp_path / "project", {"models/net.py": LAYERS, "train.py": f"from models import net\n{RUN}"})
    assert "sys.path" not in (folder / "models/net.py").read_text()
    assert Path(ran(folder, "train.py")).samefile(folder / FOLDER / "__init__.py")


@pytest.mark.parametrize(("first", "home"), [("a/src", FOLDER), ("src", f"{FOLDER}/{FOLDER}")], ids=["in a folder", "at the top"])
def test_each_program_finds_its_own_package_where_another_has_its_name(tmp_path: Path, first: str, home: str) -> None:
    files = {f"{first}/__init__.py": "", f"{first}/model.py": LAYERS, "b/src/own.py": LAYERS, "b/main.py": f"{LAYERS}import src.own\n{RUN}"}
    top = str(Path(first).parent / "run.py")
    folder = made(tmp_path / "project", files | {top: f"import src.model\n{RUN}"})
    for program in ("b/main.py", top):
        assert Path(ran(folder, program)).samefile(folder / home / "__init__.py")
    assert not any(each.changed for each in outcomes(folder).values() if FOLDER not in each.name)


def test_a_package_keeps_recipes_that_nothing_else_of_its_name_s_programs_needs(tmp_path: Path) -> None:
    files = {"a/src/__init__.py": "", "a/src/model.py": LAYERS, "b/src/own.py": "", "b/main.py": "import src.own\n"}
    assert f"a/src/{FOLDER}/determinant.py" in outcomes(written(tmp_path / "project", files))


def test_a_notebook_in_a_folder_finds_them_too(tmp_path: Path) -> None:
    cell = {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": [], "source": LAYERS.splitlines(keepends=True)}
    notebook = json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=1)
    folder = made(tmp_path / "project", {"notebooks/a.ipynb": notebook})
    source = "".join(json.loads((folder / "notebooks/a.ipynb").read_text())["cells"][0]["source"])
    (folder / "notebooks/a.py").write_text(source + RUN)
    assert Path(ran(folder / "notebooks", "a.py")).samefile(folder / FOLDER / "__init__.py")
