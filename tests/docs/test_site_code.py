"""Every command and every block of code on the pages that are written by hand runs, or is read as what it is."""

from __future__ import annotations

import ast
import json
import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
import yaml
from generator import commands, stage
from generator.markdown import blocks

from mindaudit.cli import main, run
from mindaudit.config.files import load

ROOT = Path(__file__).parents[2]
PAGES = {name: file.read_text("utf-8") for name, file in stage.english().items() if name != "contributing.md"}
"""CONTRIBUTING.md has a test of its own."""
SCRIPTS = json.loads((ROOT / "editors/vscode/package.json").read_text("utf-8"))["scripts"] if (ROOT / "editors").exists() else {}
PARSED = ("mindaudit prove", "mindaudit mapping verify", "mindaudit mapping fetch", "mindaudit lsp", "mindaudit docs")
"""Commands that need frameworks, a network or an editor: their words are read, and nothing is done."""
LANGUAGES = {"sh", "python", "toml", "yaml", "text", "lua", "elisp"}


def code(language: str) -> Iterator[tuple[str, str]]:
    for name, text in PAGES.items():
        yield from ((name, block.text) for block in blocks(text) if block.language == language)


def lines(name: str) -> list[str]:
    """The commands of a page."""
    return [line for block in blocks(PAGES[name]) if block.language == "sh" for line in block.text.splitlines()]


def test_every_block_has_a_language_that_is_tested() -> None:
    assert {block.language for text in PAGES.values() for block in blocks(text)} <= LANGUAGES


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(ROOT / "examples" / "resnet50", tmp_path / "src")
    monkeypatch.chdir(tmp_path)
    for words in (["init", "-q"], ["add", "."], ["-c", "user.name=t", "-c", "user.email=t@t", "commit", "-q", "-m", "first"]):
        subprocess.run(["git", *words], check=True)
    return tmp_path


@pytest.mark.parametrize("name", [name for name in PAGES if lines(name)])
def test_the_commands_of_a_page(name: str, project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """In the order in which they stand; what an earlier page makes, a reader has by then."""
    assert run(["scan", "src", "-q", "-o", "audit.json"]) == 0
    for line in lines(name):
        words = shlex.split(line.replace("$PWD", str(project)))
        if words[0] != "mindaudit":
            others(words)
        elif line.startswith(PARSED) or re.search(r"\b[A-Z]{4,}\b", line):
            parse(words[1:])
        else:
            status = run(words[1:])
            assert status in ((0, 1) if "--fail-on" in line else (0,)), f"{line}: {capfd.readouterr().err}"


@pytest.mark.parametrize("name", PAGES)
def test_commands_in_running_text_exist(name: str) -> None:
    """With the options that are named beside them."""
    prose = re.sub(r"^```.*?^```", "", PAGES[name], flags=re.MULTILINE | re.DOTALL)
    for line in re.findall(r"`(mindaudit [^`]+)`", prose):
        command, rest = found(line.split()[1:])
        known = {name for option in command.params for name in option.opts}
        assert {word for word in rest if word.startswith("-")} <= known, line


def others(words: list[str]) -> None:
    """What belongs to other programs: its files and scripts are there."""
    match words:
        case ["pip", "install", what]:
            assert what in ("mindaudit", ".") or re.fullmatch(r"mindaudit\[\w+\]", what)
            extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
            assert set(re.findall(r"\[(\w+)\]", what)) <= set(extras)
        case ["npm", "ci"]:
            assert (ROOT / "editors/vscode/package-lock.json").is_file()
        case ["npm", "run", script]:
            assert script in SCRIPTS
        case ["docker", "build", "-t", _, "-f", file, "."]:
            assert (ROOT / file).is_file()
        case ["docker", "run", "--rm", "-v", _, "mindaudit", *arguments]:
            parse(arguments)
        case ["code", "--install-extension", file]:
            assert file in SCRIPTS["package"]
        case _:
            pytest.fail(f"nobody tests {shlex.join(words)}")


def parse(words: list[str]) -> None:
    """Read a command's words as click does, without running it."""
    command, rest = found(words)
    command.make_context("command", rest)


def found(words: list[str]) -> tuple[click.Command, list[str]]:
    """The command that words name, and the words behind it."""
    command: click.Command = main
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        below = command.get_command(click.Context(command), words[0])
        assert below, words
        command, words = below, words[1:]
    return command, list(words)


def test_the_python_is_python(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for name, text in code("python"):
        tree = ast.parse(text)
        if any(isinstance(node, ast.Import) and node.names[0].name == "mindaudit" for node in tree.body):
            exec(compile(tree, name, "exec"), {})
    assert "torch.nn.Conv2d" in capfd.readouterr().out
    assert (project / "audit.html").is_file()


def test_the_spec_names_what_is_there() -> None:
    """The example's own model, made as the page says."""
    (text,) = [text for _, text in code("python") if text.startswith("MODELS")]
    scope: dict[str, dict[str, tuple[str, str, list[str]]]] = {}
    exec(text, {}, scope)
    for module, constructor, inputs in scope["MODELS"].values():
        tree = ast.parse((ROOT / "examples/resnet50" / f"{module}.py").read_text("utf-8"))
        classes = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
        assert set(re.findall(r"\bm\.(\w+)", constructor)) <= classes
        assert [ast.parse(each) for each in inputs]


def test_the_toml_is_configuration(tmp_path: Path) -> None:
    for name, text in code("toml"):
        settings = tomllib.loads(text)
        if not name.startswith("editors"):
            (tmp_path / "mindaudit.toml").write_text(text, "utf-8")
            assert load(tmp_path / "mindaudit.toml")
        else:
            assert settings["language-server"]["mindaudit"]["command"] == "mindaudit"


def test_the_yaml_is_what_build_servers_read() -> None:
    for _, text in code("yaml"):
        assert yaml.safe_load(text)
        for line in re.findall(r"^\s*- (?:run: )?mindaudit (.+)$", text, re.MULTILINE):
            parse(shlex.split(line))
    hooks = {hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))}
    assert {hook["id"] for _, text in code("yaml") if "hooks:" in text for repo in yaml.safe_load(text) for hook in repo["hooks"]} <= hooks


def test_every_example_of_the_help_is_read() -> None:
    for _, command in commands.every_command():
        for line, _ in getattr(command, "examples", ()):
            parse(shlex.split(line.rpartition("| ")[2])[1:])
