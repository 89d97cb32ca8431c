"""`mindaudit mapping`: every module of this package is one of its commands."""

from __future__ import annotations

import click

from mindaudit.cli._groups import Listed


@click.command("mapping", cls=Listed, package=__name__)
def command() -> None:
    """Look at the mapping table, check it by running it, or fetch the official one."""
