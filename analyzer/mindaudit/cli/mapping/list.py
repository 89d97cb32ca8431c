"""`mindaudit mapping list`: the table's answer for each torch API."""

from __future__ import annotations

from typing import get_args

import click

from mindaudit.cli import _settings
from mindaudit.model import Verdict


@click.command("list")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@_settings.target_options
@click.option("--verdict", "verdicts", type=click.Choice(get_args(Verdict)), multiple=True, help="Only these; may be repeated.")
def command(names: tuple[str, ...], target: str | None, mode: str | None, backend: str | None, verdicts: tuple[str, ...]) -> None:
    """List what each torch API becomes: its name, verdict and code, separated by tabs.

    Shown is the first candidate that counts for the target; a star marks an answer that depends on the call's arguments. All candidates of
    one API, with conditions and evidence: mindaudit api NAME.
    """
    from mindaudit.config.schema import targets_of
    from mindaudit.output.write import tell
    from mindaudit.tables.listing import entries

    for entry in entries(targets_of([target] if target else [], mode, backend)[0], names):
        if not verdicts or entry.verdict in verdicts:
            tell(f"{entry.torch_name}\t{entry.verdict}{'*' if entry.conditional else ''}\t{entry.template}".rstrip())
