"""What a tag would release is in order: the version is the same everywhere, and the workflows name what there is."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

from mindaudit import __version__

ROOT = Path(__file__).parents[1]
WORKFLOWS = ROOT / ".github" / "workflows"
TAG = f"v{__version__}"


@pytest.fixture
def release() -> ModuleType:
    spec = spec_from_file_location("release", ROOT / "release.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_version_is_the_same_everywhere(release: ModuleType) -> None:
    """The address of the site is for whoever publishes; everything else is in order."""
    assert release.version() == __version__
    assert [problem for problem in release.problems(TAG) if "project.urls" not in problem] == []


def test_another_tag_is_refused(release: ModuleType) -> None:
    assert any("v9.9.9" in problem for problem in release.problems("v9.9.9"))
    done = subprocess.run([sys.executable, ROOT / "release.py", "v9.9.9"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout == ""
    assert "v9.9.9" in done.stderr


@pytest.mark.parametrize("address", ["https://example.com/mindaudit", "https://docs.example/x", "http://my.example.org"])
def test_an_address_that_leads_nowhere_is_refused(release: ModuleType, address: str) -> None:
    assert release.RESERVED.match(address)


@pytest.mark.parametrize("address", ["https://mindaudit.readthedocs.io", "https://examples.com/", "https://docs.company.net/example.com"])
def test_a_real_address_is_not(release: ModuleType, address: str) -> None:
    assert not release.RESERVED.match(address)


def test_the_notes_are_those_of_the_version(release: ModuleType) -> None:
    assert "`mindaudit scan`" in release.notes(__version__)
    assert release.notes("9.9.9") == ""


def test_every_rev_is_the_tag_that_the_release_makes() -> None:
    texts = [(ROOT / name).read_text("utf-8") for name in ("README.md", "docs/ci.md")]
    assert {rev for text in texts for rev in re.findall(r"^\s*rev: (\S+)", text, re.MULTILINE)} == {TAG}


@pytest.mark.skipif(not WORKFLOWS.is_dir(), reason="the sources of a release have no workflows")
def test_workflows_run_what_there_is() -> None:
    """Environments of tox, scripts of npm, files of the repository; and only the publishing jobs may write."""
    tox = (ROOT / "tox.ini").read_text("utf-8")
    scripts = json.loads((ROOT / "editors/vscode/package.json").read_text("utf-8"))["scripts"]
    for file in WORKFLOWS.glob("*.yml"):
        flow: dict[str, Any] = yaml.safe_load(file.read_text("utf-8"))
        assert flow["permissions"] == {"contents": "read"}
        for name, job in flow["jobs"].items():
            assert "write" not in str(job.get("permissions", "")) or name in ("publish", "pages", "notes")
            runs = "\n".join(step.get("run", "") for step in job["steps"])
            assert set(re.findall(r"npm run (\w+)", runs)) <= set(scripts)
            assert [path for path in re.findall(r"python3? ((?:docs/)?\w+\.py)", runs) if not (ROOT / path).is_file()] == []
            for each in job.get("strategy", {}).get("matrix", {}).get("env", ()):
                assert f"[testenv:{each}]" in tox


def test_python_releases_are_those_that_ci_runs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    stated = {each.rpartition(" ")[2] for each in project["classifiers"] if each.startswith("Programming Language :: Python :: 3.")}
    if WORKFLOWS.is_dir():
        flow = yaml.safe_load((WORKFLOWS / "ci.yml").read_text("utf-8"))
        assert set(flow["jobs"]["tests"]["strategy"]["matrix"]["python"]) == stated
    assert f">={min(stated, key=lambda each: int(each.partition('.')[2]))}" == project["requires-python"]


def test_the_container_installs_what_the_project_has() -> None:
    text = (ROOT / "Containerfile").read_text("utf-8")
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert {extra for found in re.findall(r"\[([\w,]+)\]\"", text) for extra in found.split(",")} <= set(extras)
    assert 'ENTRYPOINT ["mindaudit"]' in text
