"""`mindaudit mapping diff`: what two MindSpore versions answer differently."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mindaudit.cli import _settings

if TYPE_CHECKING:
    from mindaudit.tables.listing import TableEntry


@click.command("diff")
@click.argument("old")
@click.argument("new")
@_settings.place_options
def command(old: str, new: str, mode: str | None, backend: str | None) -> None:
    """Show which torch APIs the MindSpore versions OLD and NEW answer differently: + appears, - vanishes, ~ changes."""
    from mindaudit.config.schema import targets_of
    from mindaudit.output.write import tell
    from mindaudit.tables.listing import differences

    before, after = (targets_of([version], mode, backend)[0] for version in (old, new))
    for change in differences(before, after):
        sign = "+" if change.old is None else "-" if change.new is None else "~"
        tell(f"{sign} {change.torch_name}\t{_shown(change.old)}\t{_shown(change.new)}")


def _shown(entry: TableEntry | None) -> str:
    return f"{entry.verdict} {entry.mindspore_name or entry.template}".strip() if entry else "no candidate"
