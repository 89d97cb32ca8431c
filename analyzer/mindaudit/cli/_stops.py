"""What a gate stops and what could not be audited, with its place."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from mindaudit.model import Audit, Lines
from mindaudit.policy.gate import Stop


def problems(audit: Audit) -> Iterable[tuple[str, str]]:
    """Of each file that could not be audited `path:line:column` and `CODE message`."""
    for file in audit.files:
        if file.problem:
            yield f"{_path(audit, file.path)}:{file.problem.line or 1}:1", f"{file.problem.code} {file.problem.message}"


def places(stops: Iterable[Stop], audit: Audit) -> Iterable[tuple[str, str]]:
    """Of each stop `path:line:column`, the path as the current folder sees it, and `CODE message`."""
    return ((_place(stop, audit), f"{stop.code} {stop.text}") for stop in stops)


def _place(stop: Stop, audit: Audit) -> str:
    """path:line:column, in a notebook path#cell:line:column with the line inside the cell."""
    path = _path(audit, stop.file.path)
    line, column = Lines.of(stop.file.text).position(stop.span[0]) if stop.span else (1, 1)
    cell = next((cell for cell in reversed(stop.file.cells) if cell.first_line <= line), None)
    return f"{path}#cell{cell.number}:{line - cell.first_line + 1}:{column}" if cell else f"{path}:{line}:{column}"


def _path(audit: Audit, name: str) -> str:
    path = Path(os.path.relpath(Path(audit.folder) / name)).as_posix()
    # a line that begins with two colons is a command to GitHub's runner
    return f"./{path}" if path.lstrip().startswith("::") else path
