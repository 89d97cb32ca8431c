"""Repositories of a portfolio come from anywhere: nothing of theirs runs, and nothing leaves their folder."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from mindaudit.cli.portfolio._store import ended
from mindaudit.errors import UsageError
from mindaudit.portfolio.checkout import checked_out, known_version
from mindaudit.portfolio.listing import Repository, listed
from mindaudit.portfolio.own_settings import paths_in, settings_of
from mindaudit_reports.portfolio.records import Row

pytestmark = pytest.mark.skipif(os.name == "nt", reason="POSIX shell scripts and links")


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@t", *arguments], cwd=folder, check=True, capture_output=True)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("ext::sh -c 'touch mark'", "names a program"),
        ("fd::17", "names a program"),
        ("--upload-pack=touch mark", "begins with a dash"),
        ("-u", "begins with a dash"),
        ("https://me:secret@host/x.git", "holds a password"),
    ],
)
def test_unsafe_sources_are_refused(source: str, message: str) -> None:
    with pytest.raises(UsageError, match=message) as refused:
        listed([source], None)
    assert "secret" not in str(refused.value)
    with pytest.raises(UsageError, match=message):
        known_version(Repository(source, name="x"))


@pytest.mark.parametrize("revision", ["--upload-pack=touch mark", "-q", "a:b", "+a", "a b", "a^{/x}", "*", "a\n", "a~1"])
def test_unsafe_revisions_are_refused(tmp_path: Path, revision: str) -> None:
    with pytest.raises(UsageError, match="is no revision"):
        checked_out(Repository("https://host/x.git", name="x", revision=revision), tmp_path)


@pytest.fixture
def armed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with hooks, filters, submodules and helpers, in its own settings and in the user's, that all leave a mark."""
    monkeypatch.setenv("HOME", str(tmp_path))
    script = tmp_path / "evil.sh"
    script.write_text(f"#!/bin/sh\necho $0 $* >> {tmp_path}/mark\ncat\n")
    script.chmod(0o755)
    folder, inner = tmp_path / "armed", tmp_path / "inner"
    for place in (inner, folder):
        place.mkdir()
        git(place, "init", "-q", "-b", "main")
        (place / "net.py").write_text("import torch\n")
        git(place, "add", ".")
        git(place, "commit", "-q", "-m", "first")
    git(folder, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner), "sub")
    (folder / ".gitattributes").write_text("*.py filter=evil diff=evil export-subst\n")
    (folder / "out.py").symlink_to("/etc/passwd")
    (folder / "away").symlink_to("/etc")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "second")
    for hook in ("post-checkout", "reference-transaction", "post-merge", "pre-auto-gc"):
        (folder / ".git/hooks" / hook).symlink_to(script)
    settings = {
        "filter.evil.smudge": script,
        "filter.evil.required": "true",
        "core.fsmonitor": script,
        "core.sshCommand": script,
        "core.askPass": script,
        "credential.helper": script,
        "uploadpack.packObjectsHook": script,
        "core.hooksPath": folder / ".git/hooks",
        "init.templateDir": folder / ".git",
        "url.ext::sh.insteadOf": "file:",
    }
    for name, value in settings.items():
        git(folder, "config", name, str(value))
        git(folder, "config", "--global", name, str(value))
    return folder


@pytest.mark.parametrize("url", [False, True])
def test_a_fetch_runs_nothing_and_leaves_links_out(armed: Path, tmp_path: Path, url: bool) -> None:
    mark = tmp_path / "mark"
    mark.unlink(missing_ok=True)
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    named = Repository(armed.as_uri() if url else str(armed), name="x", revision="main")
    tree = checked_out(named, scratch)
    assert known_version(named) == tree.version
    assert not mark.exists()
    assert {path.name for path in tree.folder.iterdir()} == {"net.py"}
    assert (tree.folder / "net.py").read_text() == "import torch\n"


@pytest.mark.parametrize("path", ["..", "/etc", "a/../../b", "away"])
def test_paths_stay_in_the_repository(tmp_path: Path, path: str) -> None:
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "away").symlink_to("/etc")
    with pytest.raises(UsageError, match="leads out of the repository"):
        paths_in(settings_of(Repository("/x", name="x", paths=(path,)), tmp_path / "x"))


@pytest.mark.parametrize("setting", ['mappings = ["{}"]', 'recipes = ["{}"]', 'paths = ["{}"]'])
@pytest.mark.parametrize("path", ["/etc/passwd", "../passwd", "away/passwd"])
def test_own_settings_read_nothing_outside(tmp_path: Path, setting: str, path: str) -> None:
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "away").symlink_to("/etc")
    (tmp_path / "x" / "mindaudit.toml").write_text(setting.format(path))
    with pytest.raises(UsageError, match="leads out of the repository"):
        paths_in(settings_of(Repository("/x", name="x"), tmp_path / "x"))


def test_how_an_audit_ended_is_one_line() -> None:
    row = Row(repository="x\n::error::forged", status="failed", at="", reason="fatal: \x1b[31m\nmore")
    assert ended(row) == "x ::error::forged: failed: fatal: \\x1b[31m more"
