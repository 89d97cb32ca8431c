"""Fetches one commit of a git repository without running anything that the repository, its server or the user's settings configure.

Hooks, filters, submodules and credential helpers need configuration: here git reads only that of a new repository, created empty for this
fetch. A password is never asked for; ssh uses the keys of the user who runs the scan.
"""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from mindaudit.errors import UsageError

_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_SETTINGS = {
    "core.hooksPath": os.devnull,
    "core.fsmonitor": "false",
    "credential.helper": "",
    "fetch.fsckObjects": "true",
    "fetch.recurseSubmodules": "false",
    "protocol.allow": "never",
    **{f"protocol.{name}.allow": "always" for name in ("file", "git", "http", "https", "ssh")},
    "safe.directory": "*",
}
"""`safe.directory`: upload-pack runs no program that the repository names, whoever owns it."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """A commit that was fetched."""

    commit: str
    day: str
    """On which it was made, as ISO 8601 writes it."""


def remote_commit(source: str, revision: str) -> str | None:
    """The commit of a revision on the server now; None if only a fetch shows it. Raises UsageError if there is no such side."""
    if _COMMIT.fullmatch(revision):
        return revision
    names = [revision, f"refs/tags/{revision}^{{}}"] if revision else ["HEAD"]
    lines = _git(Path(), "ls-remote", "--quiet", "--", source, *names).splitlines()
    found = {name: commit for commit, _, name in (line.partition("\t") for line in lines)}
    for name in (f"refs/tags/{revision}^{{}}", f"refs/tags/{revision}", f"refs/heads/{revision}", revision or "HEAD"):
        if name in found:
            return found[name]
    raise UsageError(f"no revision {revision!r} in it" if revision else "an empty repository")


def fetch(source: str, revision: str, folder: Path) -> Fetched:
    """Fetch one commit into an empty folder, where it becomes a bare repository. Raises UsageError."""
    _git(folder, "init", "--quiet", "--bare", "--template=")
    plain = ("--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head")
    _git(folder, "fetch", *plain, "--", source, f"+{revision or 'HEAD'}:refs/fetched/it")
    commit, _, day = _git(folder, "log", "-1", "--no-show-signature", "--format=%H %cs", "refs/fetched/it").strip().partition(" ")
    return Fetched(commit, day)


def archive(folder: Path, file: Path) -> None:
    """Write the commit that was fetched into a folder as a tar file."""
    _git(folder, "archive", "--format=tar", f"--output={file}", "refs/fetched/it^{commit}")


def _git(folder: Path, *arguments: str) -> str:
    """The output of a git command. Raises UsageError with git's own reason."""
    try:
        done = subprocess.run(["git", *arguments], cwd=folder, env=_environment(folder), capture_output=True, stdin=subprocess.DEVNULL)
    except FileNotFoundError:
        raise UsageError("git is not installed") from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").splitlines()
        reason = next((line for line in said if line.startswith(("fatal:", "error:"))), f"status {done.returncode}")
        raise UsageError(f"git cannot fetch it: {reason}")
    return done.stdout.decode("utf-8", "replace")


def _environment(folder: Path) -> dict[str, str]:
    """Environment variables that give git these settings and switch off its questions."""
    settings = {f"GIT_CONFIG_KEY_{number}": name for number, name in enumerate(_SETTINGS)}
    settings |= {f"GIT_CONFIG_VALUE_{number}": value for number, value in enumerate(_SETTINGS.values())}
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
        **settings,
        "GIT_CONFIG_COUNT": str(len(_SETTINGS)),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_ASKPASS": "false",
        "SSH_ASKPASS": "false",
        "GIT_SSH_COMMAND": "ssh -oBatchMode=yes",
        "GIT_CEILING_DIRECTORIES": str(folder.absolute().parent),
        "LC_ALL": "C",
    }
