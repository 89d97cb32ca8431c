"""`mindaudit portfolio status`: how far the scans of a store are."""

from __future__ import annotations

from typing import get_args

import click

from mindaudit.cli._help import Command
from mindaudit.cli.portfolio._store import absolute, ended, extra, store_option

EXAMPLES = (("mindaudit portfolio status --store audits", "What is done, what waits, and what failed and why"),)


@click.command("status", cls=Command, examples=EXAMPLES)
@store_option
def command(store: str) -> int:
    """Say how many repositories are audited, which wait for a scan that goes on or was ended, and which failed and why."""
    from mindaudit.output.write import tell

    with extra():
        from mindaudit.portfolio.store import Store

    from mindaudit_reports.portfolio.current import current, unfinished
    from mindaudit_reports.portfolio.records import Status

    rows = [row for row in Store(absolute(store)).rows() if row.kind == "repository"]
    left = unfinished(rows)
    statuses = [row.status for row in (*(row for row in current(rows) if row.figures), *left)]
    tell("  ".join(f"{status} {statuses.count(status)}" for status in get_args(Status)))
    for row in left:
        tell(ended(row))
    return 0
