"""`mindaudit baseline`: accept today's results, so that only new ones stop the team."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mindaudit.cli import _settings
from mindaudit.errors import UsageError

if TYPE_CHECKING:
    from mindaudit.config.schema import Config
    from mindaudit.model import Audit
    from mindaudit.policy.baseline import Comparison, Entry

SHOWN = 20


@click.group("baseline")
def command() -> None:
    """Accept today's results, so that --fail-on stops at new ones only.

    An entry is known by its code, its API and its text, not by its line or file; the file belongs into version control.
    """


def _options(function: Any) -> Any:
    file = click.option("--baseline", "file", metavar="FILE", help="Where it is kept.  [default: mindaudit-baseline.json]")
    return click.argument("paths", nargs=-1, metavar="[PATH]...")(_settings.options(file(function)))


@command.command("create")
@_options
@click.option("--force", is_flag=True, help="Overwrite a baseline that exists.")
def create(paths: tuple[str, ...], force: bool, **options: Any) -> int:
    """Accept every result that there is now."""
    from mindaudit.policy import baseline

    file, audit, _ = _scanned(paths, options, writes=True, may_exist=force)
    found = baseline.entries(audit)
    _write(file, found)
    _say(f"wrote {file}: {_count(len(found))}")
    return 0


@command.command("update")
@_options
@click.option("--add", is_flag=True, help="Accept new results too.")
def update(paths: tuple[str, ...], add: bool, **options: Any) -> int:
    """Drop the entries that no result has any more; new results are accepted with --add only."""
    file, audit, _ = _scanned(paths, options, writes=True)
    outcome = _compared(file, audit)
    kept = outcome.known + (outcome.new if add else ())
    _write(file, kept)
    added = len(outcome.new) if add else 0
    _say(f"wrote {file}: {_count(len(kept))}, {len(outcome.stale)} dropped, {added} added")
    if outcome.new and not add:
        _say(f"{len(outcome.new)} new not added; accept them with: mindaudit baseline update --add")
    return 0


@command.command("check")
@_options
def check(paths: tuple[str, ...], **options: Any) -> int:
    """Give status 1 if there are results that the baseline does not hold; name the entries that are stale.

    Where the configuration has fail-on, only results that it names count.
    """
    file, audit, config = _scanned(paths, options)
    outcome = _compared(file, audit)
    if config.fail_on:
        outcome = _gated(outcome, audit, config)
    _list("new", outcome.new)
    _list("stale", outcome.stale)
    _say(f"{len(outcome.known)} in the baseline, {len(outcome.new)} new, {len(outcome.stale)} stale")
    if outcome.stale:
        _say("drop the stale ones with: mindaudit baseline update")
    return 1 if outcome.new else 0


def _scanned(paths: tuple[str, ...], options: dict[str, Any], writes: bool = False, may_exist: bool = True) -> tuple[Path, Audit, Config]:
    from mindaudit.audit import engine
    from mindaudit.cli import _watch
    from mindaudit.output.write import check_writable
    from mindaudit.policy import baseline

    name = options.pop("file")
    config: Config = _settings.settings(paths, **options)
    file = Path(name) if name else baseline.file_of(config)
    if file.exists() and not may_exist:
        raise UsageError(f"{file}: there is a baseline already; use mindaudit baseline update, or create --force")
    if writes:
        # the configuration and its folder may be the audited project's, so only the command line may lead elsewhere
        if not name and not file.resolve().is_relative_to(config.folder.resolve()):
            raise UsageError(f"{file} leads out of {config.folder.resolve()}; if that is meant, name it with --baseline")
        check_writable(file)
    with _watch.progress() as progress:
        audit = engine.scan(_settings.wanted_paths(paths, config), replace(config, targets=config.targets[:1]), progress)
    return file, audit, config


def _compared(file: Path, audit: Audit) -> Comparison:
    from mindaudit.policy import baseline

    return baseline.compare(baseline.entries(audit), baseline.load(file))


def _gated(outcome: Comparison, audit: Audit, config: Config) -> Comparison:
    """The comparison with only those new results that the configured gate stops."""
    from mindaudit.config.fail_on import parse
    from mindaudit.policy import baseline, gate

    counted = set(baseline.entries(gate.narrowed(audit, parse(config.fail_on))))
    return replace(outcome, new=tuple(entry for entry in outcome.new if entry in counted))


def _write(file: Path, found: Any) -> None:
    from mindaudit.output.write import write_file
    from mindaudit.policy import baseline

    write_file(file, baseline.dump(found))


def _list(what: str, found: tuple[Entry, ...]) -> None:
    from mindaudit.output.clean import one_line
    from mindaudit.output.write import tell

    for entry in found[:SHOWN]:
        tell(one_line(f"{what}: {entry.path}: {entry.code} {entry.text}"))
    if len(found) > SHOWN:
        tell(f"{what}: and {len(found) - SHOWN} more")


def _count(number: int) -> str:
    return f"{number} {'entry' if number == 1 else 'entries'}"


def _say(text: str) -> None:
    from mindaudit.output.write import say

    say(text)
