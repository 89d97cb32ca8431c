"""`mindaudit mapping list`: the table's answer for each torch API."""

from __future__ import annotations

from typing import get_args

import click

from mindaudit.cli import _settings
from mindaudit.cli._help import Command
from mindaudit.model import Verdict

LONGEST, VERDICT = 40, len("out-of-scope*")
"""Widths of the columns for names and verdicts."""
EXAMPLES = (
    ("mindaudit mapping list nn.Linear F.gelu .view", "What becomes of three APIs"),
    ("mindaudit mapping list --verdict custom-op --backend cpu", "What a backend lacks"),
)


@click.command("list", cls=Command, examples=EXAMPLES)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@_settings.target_options
@click.option("--verdict", "verdicts", type=click.Choice(get_args(Verdict)), multiple=True, help="Only these; may be repeated.")
def command(names: tuple[str, ...], target: str | None, mode: str | None, backend: str | None, verdicts: tuple[str, ...]) -> None:
    """List what each torch API becomes: its name, verdict and code, in columns on a terminal, else separated by tabs.

    Shown is the first candidate that counts for the target; a star marks an answer that depends on the call's arguments. All candidates of
    one API, with conditions and evidence: mindaudit api NAME.
    """
    from mindaudit.config.schema import targets_of
    from mindaudit.output.write import is_terminal, tell
    from mindaudit.tables.listing import entries

    found = entries(targets_of([target] if target else [], mode, backend)[0], names)
    rows = [
        (entry.torch_name, f"{entry.verdict}{'*' if entry.conditional else ''}", entry.template)
        for entry in found
        if not verdicts or entry.verdict in verdicts
    ]
    name = min(LONGEST, max((len(row[0]) for row in rows), default=0))
    widths = (name, VERDICT, 0) if is_terminal() else (0, 0, 0)
    for row in rows:
        tell(("  " if is_terminal() else "\t").join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip())
