"""Which lines of which files differ from a git revision, and the part of an audit that stands on them."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from mindaudit.errors import UsageError
from mindaudit.model import Audit, FileAudit, Lines, Span

_FILE = re.compile(r"\+\+\+ ([^\t\n]*)")
_HUNK = re.compile(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@")
WHOLE = (range(1, 10**9),)
"""The changed lines of a file that is new."""

Changes = Mapping[str, tuple[range, ...]]


def since(folder: str | Path, revision: str) -> Changes:
    """The changed lines of each file in `folder`, by its path in there; files that git does not know yet are changed as a whole.

    Raises UsageError outside a repository and for a revision that it lacks.
    """
    git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}", error=f"no revision {revision!r} here")
    patch = git(folder, "diff", "--no-color", "--no-ext-diff", "--no-textconv", "--no-prefix", "--relative", "-U0", revision, "--", ".")
    changed: dict[str, tuple[range, ...]] = {}
    name = ""
    for line in patch.splitlines():
        if file := _FILE.match(line):
            name = file[1]
            changed.setdefault(name, ())
        elif hunk := _HUNK.match(line):
            first, count = int(hunk[1]), int(hunk[2] or 1)
            changed[name] += (range(first, first + count),) if count else ()
    new = git(folder, "ls-files", "-z", "--others", "--exclude-standard")
    return changed | dict.fromkeys(filter(None, new.split("\0")), WHOLE)


def git(folder: str | Path, *arguments: str, error: str = "") -> str:
    """What a git command prints. It runs none of the programs that the repository's own settings may name. Raises UsageError."""
    command = ["git", "-c", "core.fsmonitor=false", "-c", "core.quotepath=off", *arguments]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    except FileNotFoundError:
        raise UsageError("git is not installed, so changes cannot be found") from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        if any("not a git repository" in line for line in said):
            raise UsageError(f"{folder} is not in a git repository, so changes cannot be found")
        raise UsageError(error or f"git failed: {said[0] if said else f'status {done.returncode}'}")
    return done.stdout.decode("utf-8", "surrogateescape")


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
