"""`mindaudit scan`: audit files and write reports."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mindaudit.cli import _settings
from mindaudit.cli._help import Command, option
from mindaudit.cli._settings import FILES, GATE, REPORTS, RUN
from mindaudit.errors import UsageError

if TYPE_CHECKING:
    from mindaudit.audit.progress import Progress
    from mindaudit.config.schema import Config
    from mindaudit.model import Audit


EXAMPLES = (
    ("mindaudit scan src", "Verdicts, blockers and hazards on the terminal"),
    ("mindaudit scan src -o audit.html --lang zh", "A page to send to others, in Chinese"),
    ("mindaudit scan src --format json=audit.json --format csv=audit.csv", "Several reports from one audit"),
    ("mindaudit scan src -o audit.html --history audits", "The same with the trend since earlier runs, which keeps this one"),
    ("mindaudit scan src --min-severity error", "One line for each place that stops the work"),
    ("mindaudit scan src --fail-on custom-op,error --baseline accepted.json", "A gate that stops at what is new"),
    ("cat net.py | mindaudit scan - --stdin-filename src/net.py --select MA3xx", "A text that is not saved yet"),
)


@click.command("scan", cls=Command, examples=EXAMPLES)
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@_settings.options
@option(FILES, "--stdin-filename", metavar="FILE", help="What to call the text of standard input, which the path - stands for.")
@option(FILES, "--changed-since", metavar="REV", help="Report only files that differ from a git revision; the rest is context.")
@option(FILES, "--diff-only", is_flag=True, help="Report only changed lines; without --changed-since those not committed.")
@_settings.report_options
@option(REPORTS, "--stamp", is_flag=True, help="Put the time into the reports, not only the day.")
@option(REPORTS, "--no-stamp", is_flag=True, help="Leave day and commit out of the reports.")
@option(GATE, "--fail-on", metavar="LIST", help="Verdicts, severities, codes that give status 1: custom-op,error,MA2xx.  [default: never]")
@option(
    GATE, "--min-readiness", type=click.FloatRange(0, 100), metavar="PERCENT", help="Readiness below this gives status 1.  [default: 0]"
)
@option(GATE, "--baseline", metavar="FILE", help="Results that --fail-on passes over; see mindaudit baseline.")
@option(GATE, "--exit-zero", is_flag=True, help="Give status 0 whatever the gate stops.")
@option(RUN, "-j", "--jobs", type=click.IntRange(0, 256), metavar="N", help="Processes to share the work.  [default: one a processor]")
@option(RUN, "--no-cache", is_flag=True, help="Neither use nor keep results of earlier runs.")
@option(RUN, "-v", "--verbose", is_flag=True, help="Say which steps were done, and how long they took.")
@option(
    RUN, "--profile", metavar="FILE", help="Where to write what took how long, by step and file: JSON if FILE ends in .json, else text."
)
@option(RUN, "--explain-resolution", metavar="FILE:LINE", help="Say how the calls on one line were resolved, and nothing else.")
def command(paths: tuple[str, ...], **options: Any) -> int:
    """Audit the Python files and notebooks at and beneath each PATH; - is standard input.

    Reads only; the code is never run. Results go to standard output or the named files, progress and messages to standard error.
    """
    from mindaudit.audit.profile import Profile
    from mindaudit.cli import _reports, _watch
    from mindaudit.output.write import make_folder

    style = _reports.Style.of(options)
    reports = _reports.planned(options)
    profile = Profile(Path(options["profile"])) if options["profile"] else None
    config = _config(paths, options)
    if options["history"]:
        make_folder(Path(options["history"]))
    if options["explain_resolution"]:
        return _explained(paths, options["explain_resolution"], config)
    with _watch.progress(quiet=options["quiet"], verbose=options["verbose"]) as progress:
        audit = _audited(paths, options["stdin_filename"], config, profile.beside(progress) if profile else progress)
    audit = _narrowed(audit, options["changed_since"], options["diff_only"])
    if not options["no_stamp"]:
        audit = _reports.stamped(audit, options["stamp"])
    with profile.step("report") if profile else nullcontext():
        _reports.write(reports, [audit], config, style)
    if options["history"]:
        _reports.keep(audit, options["history"], config, style)
    if profile:
        profile.write()
    status = _status(audit, config, options["quiet"])
    return 0 if options["exit_zero"] and status == 1 else status


def _explained(paths: tuple[str, ...], place: str, config: Config) -> int:
    from mindaudit.audit import engine
    from mindaudit.output.write import tell

    tell(engine.explain_resolution(_settings.wanted_paths(paths, config), config, place))
    return 0


def _audited(paths: tuple[str, ...], name: str | None, config: Config, progress: Progress) -> Audit:
    """The audit of the paths, or of standard input under a name. Raises UsageError if both are asked for."""
    from mindaudit.audit import engine

    if "-" not in paths:
        if name is not None:
            raise UsageError("--stdin-filename names the text of standard input; give the path -")
        return engine.scan(_settings.wanted_paths(paths, config), config, progress)
    if len(paths) > 1:
        raise UsageError("- is standard input, which is audited alone; leave the other paths out")
    return engine.scan_text(sys.stdin.buffer.read(), name or "stdin.py", config, progress)


def _config(paths: tuple[str, ...], options: dict[str, Any]) -> Config:
    """The configuration file's settings under those of the command line."""
    from mindaudit.config.fail_on import parse

    places = [options["stdin_filename"] or path if path == "-" else path for path in paths]
    config = _settings.selected(places, options)
    given: dict[str, Any] = {name: options[name] for name in ("min_readiness", "baseline", "lang", "jobs") if options[name] is not None}
    if options["no_cache"]:
        given["cache"] = False
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
    stopped = list(gate.stopped(baseline.unknown_to(audit, config), parse(config.fail_on), config.lang))
    if not quiet:
        for place, message in _stops.places(stopped, audit):
            complain(f"{place} {message}")
    return 1 if unready or stopped else 0
