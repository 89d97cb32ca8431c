"""`mindaudit diff`: what changed between two JSON reports."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from mindaudit.cli import _settings
from mindaudit.cli._help import Command
from mindaudit.errors import UsageError

EXAMPLES = (("mindaudit diff monday.json friday.json --format markdown", "What a week changed, for a comment"),)


@click.command("diff", cls=Command, examples=EXAMPLES)
@click.argument("old", metavar="OLD.json")
@click.argument("new", metavar="NEW.json")
@_settings.report_options
def command(old: str, new: str, **options: Any) -> int:
    """Show what was mended, what is new, and how readiness moved, as term, markdown or json.

    Places that only moved are no difference.
    """
    from mindaudit.cli import _reports

    plans = _reports.planned(options)
    config = _settings.settings([])
    config = replace(config, lang=options["lang"] or config.lang)
    reports = [_reports.read(file) for file in (old, new)]
    for file, found in zip((old, new), reports, strict=True):
        if len(found) != 1:
            raise UsageError(f"{file}: holds reports for {len(found)} targets; give one made for a single --target")
    style = _reports.Style.of(options)
    _reports.write_diff(plans, reports[0][0], reports[1][0], config, style)
    return 0
