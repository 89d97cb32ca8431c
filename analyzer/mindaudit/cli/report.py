"""`mindaudit report`: other formats from a JSON report, later."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from mindaudit.cli import _settings
from mindaudit.cli._help import Command

EXAMPLES = (
    ("mindaudit report audit.json -o audit.html", "A page from an audit that was kept"),
    ("mindaudit report audit.json --select MA3xx --statistics", "How often each hazard of control flow is there"),
)


@click.command("report", cls=Command, examples=EXAMPLES)
@click.argument("audit", metavar="AUDIT.json")
@_settings.report_options
def command(audit: str, **options: Any) -> int:
    """Write reports from a JSON report that mindaudit scan made; - reads it from standard input."""
    from mindaudit.cli import _reports

    plans = _reports.planned(options)
    config = _settings.settings([])
    config = replace(config, lang=options["lang"] or config.lang)
    style = _reports.Style.of(options)
    _reports.write(plans, _reports.read(audit), config, style)
    return 0
