"""Building needs nothing but hatchling, unless compiling is asked for; what is compiled exists and can be."""

from __future__ import annotations

import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, get_args, get_type_hints

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from mindaudit.cache.results import Judged
from mindaudit.cache.snapshot.kept import KeptSnapshot
from mindaudit.facts.records import ModuleFacts
from mindaudit.resolve.values.domain import Value

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "analyzer" / "mindaudit"


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    spec = spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def made(hook: ModuleType, tmp_path: Path) -> Any:
    return hook.CompileHook(str(ROOT), {}, None, None, str(tmp_path), "wheel", SimpleNamespace())


def test_every_dependency_is_listed_in_a_version_that_fits() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [
        *project["dependencies"],
        *(each for extra in ("lsp", "portfolio", "xlsx") for each in project["optional-dependencies"][extra]),
    ]
    lines = [line for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines() if not line.startswith("#")]
    listed = dict(line.split("==") for line in lines)
    assert lines == sorted(lines)
    for requirement in map(Requirement, wanted):
        assert listed[canonicalize_name(requirement.name)] in requirement.specifier, requirement
    assert "--constraint constraints.txt" in (ROOT / "Containerfile").read_text("utf-8")


def test_a_build_needs_hatchling_alone() -> None:
    requires = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    assert [word.partition(">")[0] for word in requires] == ["hatchling"]


@pytest.mark.parametrize("value", [None, "", "0"])
def test_a_wheel_is_pure_unless_compiling_is_asked_for(
    hook: ModuleType, value: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if value is None:
        monkeypatch.delenv("MINDAUDIT_COMPILE", raising=False)
    else:
        monkeypatch.setenv("MINDAUDIT_COMPILE", value)
    assert made(hook, tmp_path).dependencies() == []
    data: dict[str, Any] = {"force_include": {}}
    made(hook, tmp_path).initialize("standard", data)
    assert data == {"force_include": {}}


def test_compiling_asks_for_its_compiler(hook: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINDAUDIT_COMPILE", "1")
    assert {word.rstrip("=0123456789.~>") for word in made(hook, tmp_path).dependencies()} == {"libcst", "msgspec", "mypy", "setuptools"}
    data: dict[str, Any] = {"force_include": {}}
    made(hook, tmp_path).initialize("editable", data)
    assert data == {"force_include": {}}


def test_what_is_compiled_exists(hook: ModuleType) -> None:
    assert [folder for folder in hook.FOLDERS if not list((PACKAGE / folder).glob("*.py"))] == []
    assert [file for file in (*hook.FILES, *hook.INTERPRETED) if not (PACKAGE / file).is_file()] == []


@pytest.mark.parametrize("root", [KeptSnapshot, Value, ModuleFacts, Judged])
def test_what_msgspec_reads_is_interpreted(hook: ModuleType, root: type) -> None:
    """It reads the annotations of a class, and compiled ones have none."""
    compiled = {str(file) for folder in hook.FOLDERS for file in (PACKAGE / folder).glob("*.py")}
    compiled -= {str(PACKAGE / file) for file in hook.INTERPRETED}
    files = {found: str(PACKAGE.parent / Path(*found.__module__.split("."))) + ".py" for found in classes(root, set())}
    assert root in files
    assert [found for found, file in files.items() if file in compiled] == []


def classes(hint: Any, seen: set[type]) -> set[type]:
    """The classes of the package that an annotation names, and those that their own annotations name."""
    for part in get_args(hint):
        classes(part, seen)
    if isinstance(hint, type) and hint.__module__.startswith("mindaudit.") and hint not in seen:
        seen.add(hint)
        for each in get_type_hints(hint).values():
            classes(each, seen)
    return seen
