"""`mindaudit hook`: what pre-commit runs on the staged files."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mindaudit.cli import _settings

if TYPE_CHECKING:
    from mindaudit.config.schema import Config
    from mindaudit.model import Audit
    from mindaudit.policy.gate import Stop

FAIL_ON = ("custom-op", "error")


@click.command("hook")
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option("--fail-on", metavar="LIST", help="Verdicts, severities, codes that stop the commit.  [default: custom-op,error]")
@click.option("--diff-only", is_flag=True, help="Stop at changed lines only.")
@_settings.options
def command(files: tuple[str, ...], fail_on: str | None, diff_only: bool, **options: Any) -> int:
    """Audit FILEs with their whole repository as context, and list what stops the commit.

    Results in the configured baseline, or in mindaudit-baseline.json, are passed over. Give status 1 if anything is left.
    """
    from mindaudit.audit import engine
    from mindaudit.config.fail_on import parse
    from mindaudit.output.write import say, tell
    from mindaudit.policy import baseline, gate
    from mindaudit.policy import changed_lines as changes
    from mindaudit_reports.views.clean import one_line

    root = Path(changes.git(".", "rev-parse", "--show-toplevel").rstrip("\n"))
    config = _hook_config(root, fail_on, options)
    wanted = {os.path.realpath(file) for file in files}
    paths = list(config.paths and (str(config.folder / path) for path in config.paths)) or [str(root)]
    audit = engine.scan(paths, config, wanted=lambda source: os.path.realpath(source.path) in wanted)
    if diff_only:
        audit = changes.narrowed(audit, changes.since(audit.folder, "HEAD"), lines_only=True)
    stops = list(gate.stopped(baseline.unknown_to(audit, config), parse(config.fail_on)))
    for line in _lines(stops, audit):
        tell(one_line(line))
    if stops:
        say(f"{len(stops)} to mend, or to accept with: mindaudit baseline update --add {' '.join(config.paths) or '.'}")
    return 3 if any(file.problem for file in audit.files) else 1 if stops else 0


def _hook_config(root: Path, fail_on: str | None, options: dict[str, Any]) -> Config:
    """The repository's configuration; a baseline in its usual place counts without being configured."""
    from mindaudit.policy import baseline

    config = _settings.settings([str(root)], **options)
    config = replace(config, folder=config.folder if config.folder != Path() else root, targets=config.targets[:1])
    words = tuple(fail_on.split(",")) if fail_on is not None else config.fail_on or FAIL_ON
    usual = baseline.DEFAULT if baseline.file_of(config).exists() and not config.baseline else config.baseline
    return replace(config, fail_on=words, baseline=usual)


def _lines(stops: Iterable[Stop], audit: Audit) -> Iterable[str]:
    """One line for each, with the path as the current folder sees it, so that terminals and editors can follow it."""

    for file in audit.files:
        if file.problem:
            yield f"{_path(audit, file.path)}:{file.problem.line or 1}:1: {file.problem.code} {file.problem.message}"
    for stop in stops:
        yield f"{_place(stop, audit)}: {stop.code} {' '.join(stop.text.split())}"


def _place(stop: Stop, audit: Audit) -> str:
    """path:line:column, in a notebook path#cell:line:column with the line inside the cell."""
    from mindaudit.model import Lines

    path = _path(audit, stop.file.path)
    line, column = Lines.of(stop.file.text).position(stop.span[0]) if stop.span else (1, 1)
    cell = next((cell for cell in reversed(stop.file.cells) if cell.first_line <= line), None)
    return f"{path}#cell{cell.number}:{line - cell.first_line + 1}:{column}" if cell else f"{path}:{line}:{column}"


def _path(audit: Audit, name: str) -> str:
    path = Path(os.path.relpath(Path(audit.folder) / name)).as_posix()
    # a line that begins with two colons is a command to GitHub's runner
    return f"./{path}" if path.lstrip().startswith("::") else path
