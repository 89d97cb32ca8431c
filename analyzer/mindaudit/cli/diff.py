"""`mindaudit diff`: what changed between two JSON reports."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from mindaudit.cli import _settings
from mindaudit.errors import UsageError


@click.command("diff")
@click.argument("old", metavar="OLD.json")
@click.argument("new", metavar="NEW.json")
@_settings.report_options
def command(old: str, new: str, **options: Any) -> int:
    """Show what was mended, what is new, and how readiness moved, as term, markdown or json.

    Places that only moved are no difference.
    """
    from mindaudit.cli import _reports

    plans = _reports.plan(options["formats"], options["output"])
    config = _settings.settings([])
    config = replace(config, lang=options["lang"] or config.lang)
    reports = [_reports.read(file) for file in (old, new)]
    for file, found in zip((old, new), reports, strict=True):
        if len(found) != 1:
            raise UsageError(f"{file}: holds reports for {len(found)} targets; give one made for a single --target")
    style = _reports.Style(no_source=options["no_source"], bom=options["bom"], quiet=options["quiet"])
    _reports.write_diff(plans, reports[0][0], reports[1][0], config, style)
    return 0
