"""The lines that differ from a git revision, and the part of an audit that is on these lines."""

from __future__ import annotations

import codecs
import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from mindaudit.errors import UsageError
from mindaudit.model import Audit, FileAudit, Lines, Span

_FILE = re.compile(r"\+\+\+ ([^\t\n]*)")
_HUNK = re.compile(r"@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
WHOLE = (range(1, 10**9),)
"""The changed lines of a file that is new."""

Changes = Mapping[str, tuple[range, ...]]


def since(folder: str | Path, revision: str) -> Changes:
    """The changed lines of each file in `folder`, by its path in there; files that git does not know yet are changed as a whole.

    Raises UsageError outside a repository and for a revision that it lacks.
    """
    git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}", error=f"no revision {revision!r} here")
    plain = ("--no-color", "--no-ext-diff", "--no-textconv", "--no-prefix", "--ignore-submodules=all", "--relative", "-U0")
    changed = _ranges(git(folder, "diff", *plain, revision, "--", "."))
    new = git(folder, "ls-files", "-z", "--others", "--exclude-standard")
    return changed | dict.fromkeys(map(_shown, filter(None, new.split("\0"))), WHOLE)


def _ranges(patch: str) -> dict[str, tuple[range, ...]]:
    """The changed lines of each file in a patch without context; its content is skipped, whatever it looks like."""
    changed: dict[str, tuple[range, ...]] = {}
    name, content = "", 0
    for line in patch.split("\n"):
        if content:
            content -= line[:1] in "+-"
        elif file := _FILE.match(line):
            name = _shown(_unquoted(file[1]))
            changed.setdefault(name, ())
        elif hunk := _HUNK.match(line):
            first, count = int(hunk[2]), int(hunk[3] or 1)
            content = int(hunk[1] or 1) + count
            changed[name] += (range(first, first + count),) if count else ()
    return changed


def _unquoted(name: str) -> str:
    """A name as it is, where git quotes one with odd characters as C does."""
    if not name.startswith('"'):
        return name
    plain, _ = codecs.escape_decode(name[1:-1].encode("utf-8", "surrogateescape"))
    return plain.decode("utf-8", "surrogateescape")


def _shown(name: str) -> str:
    """What reports call a file."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def git(folder: str | Path, *arguments: str, error: str = "") -> str:
    """What a git command prints. It runs none of the programs that the repository's own settings may name. Raises UsageError."""
    done = _run(folder, arguments, _own_filters(folder))
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        if any("not a git repository" in line for line in said):
            raise UsageError(f"{folder} is not in a git repository, so changes cannot be found")
        raise UsageError(error or f"git failed: {said[0] if said else f'status {done.returncode}'}")
    return done.stdout.decode("utf-8", "surrogateescape")


def _run(folder: str | Path, arguments: Sequence[str], settings: Mapping[str, str]) -> subprocess.CompletedProcess[bytes]:
    plain = ("core.fsmonitor=false", f"core.hooksPath={os.devnull}", "core.quotepath=off")
    command = ["git", *(word for setting in plain for word in ("-c", setting)), *arguments]
    # by environment, since what a repository calls its filters may hold what ends a name on the command line
    first = int(os.environ.get("GIT_CONFIG_COUNT") or 0)
    given = {"GIT_CONFIG_COUNT": str(first + len(settings)), "GIT_OPTIONAL_LOCKS": "0"}
    for number, (name, value) in enumerate(settings.items(), first):
        given |= {f"GIT_CONFIG_KEY_{number}": name, f"GIT_CONFIG_VALUE_{number}": value}
    try:
        return subprocess.run(command, cwd=folder, env={**os.environ, **given}, capture_output=True, check=False)
    except FileNotFoundError:
        raise UsageError("git is not installed, so changes cannot be found") from None


def _own_filters(folder: str | Path) -> dict[str, str]:
    """Settings that switch off the filters which the repository itself defines; the user's own may be needed."""
    listed = _run(folder, ["config", "-z", "--show-scope", "--name-only", "--get-regexp", r"^filter\."], {}).stdout
    words = listed.decode("utf-8", "surrogateescape").split("\0")
    filters = [name for scope, name in zip(words[::2], words[1::2], strict=False) if scope in ("local", "worktree")]
    return {name: "false" if name.endswith(".required") else "" for name in filters}


def narrowed(audit: Audit, changes: Changes, *, lines_only: bool) -> Audit:
    """The audit of the changed files; with `lines_only` just the results that touch a changed line. Notebooks count as a whole."""
    files = tuple(_narrowed_file(file, changes[file.path]) if lines_only else file for file in audit.files if file.path in changes)
    return replace(audit, files=files, others=tuple(narrowed(each, changes, lines_only=lines_only) for each in audit.others))


def _narrowed_file(file: FileAudit, ranges: tuple[range, ...]) -> FileAudit:
    if file.cells or ranges == WHOLE:
        return file
    lines = Lines.of(file.text)

    def touched(span: Span) -> bool:
        first, last = lines.position(span[0])[0], lines.position(max(span[0], span[1] - 1))[0]
        return any(first < each.stop and last >= each.start for each in ranges)

    return replace(
        file,
        findings=tuple(each for each in file.findings if touched(each.usage.span)),
        hazards=tuple(each for each in file.hazards if touched(each.span)),
        third_party=tuple(each for each in file.third_party if touched(each.span)),
    )
