"""`mindaudit hook`: what pre-commit runs on the staged files."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mindaudit.cli import _settings

if TYPE_CHECKING:
    from mindaudit.config.schema import Config
    from mindaudit.model import Audit

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
    from mindaudit.cli import _stops
    from mindaudit.config.fail_on import parse
    from mindaudit.output.clean import one_line
    from mindaudit.output.write import say, tell
    from mindaudit.policy import baseline, gate
    from mindaudit.policy import changed_lines as changes

    root = Path(changes.git(".", "rev-parse", "--show-toplevel").rstrip("\n"))
    config = _hook_config(root, fail_on, options)
    wanted = {os.path.realpath(file) for file in files}
    paths = list(config.paths and (str(config.folder / path) for path in config.paths)) or [str(root)]
    audit: Audit = engine.scan(paths, config, wanted=lambda source: os.path.realpath(source.path) in wanted)
    if diff_only:
        audit = changes.narrowed(audit, changes.since(audit.folder, "HEAD"), lines_only=True)
    stops = list(gate.stopped(baseline.unknown_to(audit, config), parse(config.fail_on), config.lang))
    for place, message in (*_stops.problems(audit), *_stops.places(stops, audit)):
        tell(one_line(f"{place}: {message}"))
    if stops:
        say(f"{len(stops)} to mend, or to accept with: {_accepting(root, config)}")
    return 3 if any(file.problem for file in audit.files) else 1 if stops else 0


def _accepting(root: Path, config: Config) -> str:
    """The command line that accepts what there is, to be run where the hook ran."""
    import shlex

    from mindaudit.policy import baseline

    file = baseline.file_of(config)
    places = [os.path.relpath(config.folder / path) for path in config.paths] or [os.path.relpath(root)]
    named = [] if config.baseline and config.baseline != baseline.DEFAULT else ["--baseline", os.path.relpath(file)]
    verb = ["update", "--add"] if file.exists() else ["create"]
    return shlex.join(["mindaudit", "baseline", *verb, *named, *places])


def _hook_config(root: Path, fail_on: str | None, options: dict[str, Any]) -> Config:
    """The repository's configuration; a baseline in its usual place counts without being configured."""
    from mindaudit.policy import baseline

    config = _settings.settings([str(root)], **options)
    config = replace(config, folder=config.folder if config.folder != Path() else root, targets=config.targets[:1])
    words = tuple(fail_on.split(",")) if fail_on is not None else config.fail_on or FAIL_ON
    usual = baseline.DEFAULT if baseline.file_of(config).exists() and not config.baseline else config.baseline
    return replace(config, fail_on=words, baseline=usual)
