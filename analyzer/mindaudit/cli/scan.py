"""`mindaudit scan`: audit files and write reports."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mindaudit.cli import _settings

if TYPE_CHECKING:
    from mindaudit.config.schema import Config
    from mindaudit.model import Audit


@click.command("scan")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@_settings.options
@_settings.report_options
@click.option("--fail-on", metavar="LIST", help="Verdicts, severities, codes that give status 1: custom-op,error,MA2xx.  [default: never]")
@click.option("--min-readiness", type=click.FloatRange(0, 100), metavar="PERCENT", help="Readiness below this gives status 1.")
@click.option("--baseline", metavar="FILE", help="Results that --fail-on passes over; see mindaudit baseline.")
@click.option("--changed-since", metavar="REV", help="Report only files that differ from a git revision; the rest is context.")
@click.option("--diff-only", is_flag=True, help="Report only changed lines; without --changed-since those not committed.")
@click.option("--explain-resolution", metavar="FILE:LINE", help="Say how the calls on one line were resolved, and nothing else.")
@click.option("-v", "--verbose", is_flag=True, help="Say which steps were done, and how long they took.")
@click.option("--stamp", is_flag=True, help="Put the time into the reports.")
def command(paths: tuple[str, ...], **options: Any) -> int:
    """Audit the Python files and notebooks at and beneath each PATH.

    Reads only; the code is never run. Results go to standard output or the named files, progress and messages to standard error.
    """
    from mindaudit.cli import _reports, _watch

    reports = _reports.plan(options["formats"], options["output"])
    config = _config(paths, options)
    if options["explain_resolution"]:
        from mindaudit.audit import engine
        from mindaudit.output.write import tell

        tell(engine.explain_resolution(_settings.wanted_paths(paths, config), config, options["explain_resolution"]))
        return 0
    with _watch.progress(quiet=options["quiet"], verbose=options["verbose"]) as progress:
        from mindaudit.audit import engine

        audit = engine.scan(_settings.wanted_paths(paths, config), config, progress)
    audit = _narrowed(audit, options["changed_since"], options["diff_only"])
    if options["stamp"]:
        audit = _reports.stamped(audit)
    style = _reports.Style(Path(audit.folder).name, options["no_source"], options["bom"], options["quiet"])
    _reports.write(reports, [audit], config, style)
    return _status(audit, config, options["quiet"])


def _config(paths: tuple[str, ...], options: dict[str, Any]) -> Config:
    """The configuration file's settings under those of the command line."""
    from dataclasses import replace

    from mindaudit.config.fail_on import parse

    selection = ("targets", "mode", "backend", "exclude", "config_file", "no_config")
    config = _settings.settings(paths, **{name: options[name] for name in selection})
    given: dict[str, Any] = {name: options[name] for name in ("min_readiness", "baseline", "lang") if options[name] is not None}
    if options["fail_on"] is not None:
        given["fail_on"] = tuple(options["fail_on"].split(","))
        parse(given["fail_on"])
    if "baseline" in given:
        given["baseline"] = str(Path(given["baseline"]).absolute())
    return replace(config, **given)


def _narrowed(audit: Audit, revision: str | None, diff_only: bool) -> Audit:
    if not revision and not diff_only:
        return audit
    from mindaudit.policy import changed_lines as changes

    return changes.narrowed(audit, changes.since(audit.folder, revision or "HEAD"), lines_only=diff_only)


def _status(audit: Audit, config: Config, quiet: bool) -> int:
    """3 for a named file that could not be audited, 1 for what the gate stops, else 0."""
    from mindaudit.cli import _stops
    from mindaudit.config.fail_on import parse
    from mindaudit.output.write import complain, say
    from mindaudit.policy import baseline, gate

    if any(file.problem for file in audit.files if file.path in audit.named):
        return 3
    unready = gate.readiness(audit) * 100 < config.min_readiness
    if unready and not quiet:
        say(f"readiness {gate.readiness(audit):.1%} is below {config.min_readiness:g} %")
    stopped = list(gate.stopped(baseline.unknown_to(audit, config), parse(config.fail_on)))
    if not quiet:
        for place, message in _stops.places(stopped, audit):
            complain(f"{place} {message}")
    return 1 if unready or stopped else 0
