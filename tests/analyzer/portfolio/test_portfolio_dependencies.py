"""Third-party packages: declared in every usual way, found on disk, audited once, and named where they are not ready."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from mindaudit.cli import run
from mindaudit.portfolio.dependencies import Packages, declared
from mindaudit.portfolio.store import Store
from mindaudit_reports.portfolio.records import Row

READY = "import torch\n\n\ndef forward(x):\n    return torch.relu(x)\n"
BLOCKED = (
    "import torch\n\n\nclass Net(torch.nn.Module):\n    def forward(self, x):\n        return torch.func.functional_call(self, {}, (x,))\n"
)
LOCK = '[[package]]\nname = "{}"\nversion = "1"\n[[package]]\nname = "itself"\nversion = "1"\nsource = {{ editable = "." }}\n'


@pytest.mark.parametrize(
    ("file", "content", "names"),
    [
        (
            "requirements.txt",
            "timm>=1.0  # images\n-r other.txt\nEinops[all]==1 \\\n    --hash=sha256:0\n\n# no\n./local\nx; sys_platform=='none'",
            ["einops", "timm"],
        ),
        ("requirements-dev.txt", "a_b.c", ["a-b-c"]),
        ("requirements/base.txt", "timm @ https://host/timm.whl", ["timm"]),
        ("pyproject.toml", '[project]\ndependencies = ["timm>=1", "x; extra == \'y\'"]', ["timm"]),
        ("pyproject.toml", '[tool.poetry.dependencies]\npython = "^3.11"\ntimm = "^1"\nopt = {version = "1", optional = true}', ["timm"]),
        ("poetry.lock", LOCK.format("timm"), ["timm"]),
        ("uv.lock", LOCK.format("timm"), ["timm"]),
        ("pylock.toml", '[[packages]]\nname = "timm"\n', ["timm"]),
        ("Pipfile.lock", json.dumps({"default": {"timm": {}}, "develop": {"pytest": {}}}), ["timm"]),
        ("setup.cfg", "[options]\ninstall_requires =\n    timm>=1\n    einops", ["einops", "timm"]),
        ("PKG-INFO", "Name: a\nRequires-Dist: timm>=1\nRequires-Dist: x; extra == 'y'\n", ["timm"]),
        ("a-1.dist-info/METADATA", "Name: a\nRequires-Dist: timm (>=1)\n", ["timm"]),
        ("pyproject.toml", "[project]\ndependencies = 3", []),
        ("pyproject.toml", "x = [", []),
        ("Pipfile.lock", "[" * 10_000, []),
        ("setup.cfg", "\x00", []),
        ("poetry.lock", "package = 3", []),
        ("requirements.txt", "\udce9".encode("utf-8", "surrogateescape").decode("latin-1"), []),
    ],
)
def test_declarations(tmp_path: Path, file: str, content: str, names: list[str]) -> None:
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / file).write_text(content, "utf-8")
    assert declared(tmp_path) == names


def install(site: Path, name: str, version: str, files: dict[str, str], requires: tuple[str, ...] = ()) -> None:
    for file, text in files.items():
        (site / file).parent.mkdir(parents=True, exist_ok=True)
        (site / file).write_text(text)
    info = site / f"{name}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Name: {name}\nVersion: {version}\n" + "".join(f"Requires-Dist: {each}\n" for each in requires))
    (info / "RECORD").write_text("".join(f"{file},,\n" for file in files) + "../../bin/x.py,,\n")


def wheel(folder: Path, name: str, version: str, files: dict[str, str]) -> None:
    folder.mkdir(exist_ok=True)
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as archive:
        for file, text in files.items():
            archive.writestr(file, text)
        archive.writestr(f"{name}-{version}.dist-info/METADATA", f"Name: {name}\nVersion: {version}\n")


def test_packages_are_found_with_what_they_need(tmp_path: Path) -> None:
    site, wheels = tmp_path / "site", tmp_path / "wheels"
    install(site, "Timm_X", "1.0", {"timm_x/__init__.py": READY}, ("mid", "absent"))
    install(site, "mid", "2.0", {"mid.py": ""}, ("timm-x", "torch", "low"))
    install(site, "torch", "2.13", {"torch/__init__.py": ""}, ("sympy",))
    install(site, "sympy", "1.0", {"sympy/__init__.py": ""})
    wheel(wheels, "low", "1.9", {"low/a.py": ""})
    wheel(wheels, "low", "1.10", {"low/a.py": ""})
    (wheels / "broken-1-py3-none-any.whl").write_bytes(b"PK")
    found = Packages.under([site, wheels]).needed(["timm-x"])
    assert [each.repository.name for each in found] == ["low==1.10", "mid==2.0", "timm-x==1.0"]
    assert found[2].repository.paths == ("timm_x",)
    assert found[0].repository.paths == ()


def rows(tmp_path: Path) -> dict[str, Row]:
    return {row.repository: row for row in Store(str(tmp_path / "store")).rows()}


def test_the_code_is_ready_and_a_package_is_not(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for name in ("one", "two", "free"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "net.py").write_text(READY)
        (tmp_path / name / "requirements.txt").write_text("" if name == "free" else "top\n")
    site = tmp_path / "site"
    install(site, "top", "1.0", {"top.py": ""}, ("timm", "good"))
    install(site, "timm", "1.0", {"timm/__init__.py": BLOCKED})
    install(site, "good", "1.0", {"good/__init__.py": READY})
    sources = [str(tmp_path / name) for name in ("one", "two", "free")]
    arguments = ["portfolio", "scan", *sources, "--with-dependencies", "--site", str(site), "--store", str(tmp_path / "store"), "-j", "1"]
    for _ in range(2):
        assert run(arguments) == 0
        found = rows(tmp_path)
        assert found["one"].dependencies == found["two"].dependencies == ("good==1.0", "timm==1.0")
        assert found["free"].dependencies == ()
        assert {name: row.kind for name, row in found.items() if row.kind != "repository"} == dict.fromkeys(
            ("top==1.0", "timm==1.0", "good==1.0"), "dependency"
        )
        assert found["top==1.0"].status == "empty"
    assert capfd.readouterr().err.endswith("mindaudit: 0 audited, 3 unchanged, 0 empty, 0 failed\n")
    assert run(["portfolio", "report", "--store", str(tmp_path / "store"), "-o", str(tmp_path / "x.json")]) == 0
    states = {
        each["repository"]: (each["state"], each["waits_for"]) for each in json.loads((tmp_path / "x.json").read_text())["repositories"]
    }
    assert states == {"free": ("ready", []), "one": ("waits", ["timm==1.0"]), "two": ("waits", ["timm==1.0"])}
    assert run(["portfolio", "report", "--store", str(tmp_path / "store"), "-o", str(tmp_path / "x.html")]) == 0
    assert "Your code is ready, timm==1.0 is not." in (tmp_path / "x.html").read_text("utf-8")


@pytest.mark.parametrize("options", [["--with-dependencies"], ["--site", "."]])
def test_both_options_go_together(tmp_path: Path, options: list[str]) -> None:
    assert run(["portfolio", "scan", str(tmp_path), "--store", str(tmp_path), *options]) == 2


def test_another_declaration_is_another_version(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "net.py").write_text(READY)
    arguments = ["portfolio", "scan", str(tmp_path / "one"), "--store", str(tmp_path / "store"), "-j", "1", "-q"]
    for text, requires in (("timm", ("timm",)), ("kornia", ("kornia",))):
        (tmp_path / "one" / "requirements.txt").write_text(text)
        assert run(arguments) == 0
        figures = max(Store(str(tmp_path / "store")).rows(), key=lambda row: row.at).figures
        assert figures
        assert figures.requires == requires
