"""`mindaudit report`: other formats from a JSON report, later."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from mindaudit.cli import _settings


@click.command("report")
@click.argument("audit", metavar="AUDIT.json")
@_settings.report_options
def command(audit: str, **options: Any) -> int:
    """Write reports from a JSON report that mindaudit scan made; - reads it from standard input."""
    from mindaudit.cli import _reports

    plans = _reports.plan(options["formats"], options["output"])
    config = _settings.settings([])
    config = replace(config, lang=options["lang"] or config.lang)
    style = _reports.Style(no_source=options["no_source"], bom=options["bom"], quiet=options["quiet"])
    _reports.write(plans, _reports.read(audit), config, style)
    return 0
