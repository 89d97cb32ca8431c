"""`mindaudit scan`: audit files and write reports."""

from __future__ import annotations

import click

from mindaudit.config import BACKENDS, MODES


@click.command("scan")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--target", "targets", multiple=True, metavar="VERSION", help="MindSpore version; repeat it to compare several.")
@click.option("--mode", type=click.Choice(MODES), help="Execution mode.  [default: graph]")
@click.option("--backend", type=click.Choice(BACKENDS), help="Device.  [default: ascend]")
@click.option("--format", "formats", multiple=True, metavar="NAME[=FILE]", help="Report to write; may be repeated.  [default: term]")
@click.option("-o", "--output", type=click.Path(), metavar="FILE", help="Where to write the report; its suffix names the format.")
@click.option(
    "--fail-on", metavar="LIST", help="Verdicts, severities and codes that give status 1: custom-op,error,MA2xx.  [default: never]"
)
@click.option("--exclude", multiple=True, metavar="GLOB", help="Leave out what matches, in gitignore's language; may be repeated.")
@click.option("--no-source", is_flag=True, help="Keep the audited code's text out of the reports.")
@click.option("--stamp", is_flag=True, help="Put the time into the reports.")
@click.option("--lang", type=click.Choice(["en", "zh"]), default="en", help="Language of the reports.  [default: en]")
def command(
    paths: tuple[str, ...],
    targets: tuple[str, ...],
    mode: str | None,
    backend: str | None,
    formats: tuple[str, ...],
    output: str | None,
    fail_on: str | None,
    exclude: tuple[str, ...],
    no_source: bool,
    stamp: bool,
    lang: str,
) -> int:
    """Audit the Python files and notebooks at and beneath PATH.

    Reads only; the code is never run. Results go to standard output or the named files, progress and messages to standard error.
    """
    from dataclasses import replace

    from mindaudit import gate
    from mindaudit.cli import _reports, _watch
    from mindaudit.config import Config, targets_of

    reports = _reports.plan(formats, output)
    stops = gate.parse((fail_on or "never").split(","))
    config = Config(targets=targets_of(targets, mode, backend), exclude=exclude)
    with _watch.progress() as progress:
        from mindaudit import engine

        audit = engine.scan(paths, config, progress)
    if stamp:
        audit = replace(audit, stamp=_reports.now())
    _reports.write(reports, audit, no_source=no_source, lang=lang)
    if any(file.problem for file in audit.files if file.path in audit.settings["named"]):
        return 3
    return 1 if any(gate.stopped(audit, stops)) else 0
