"""`mindaudit portfolio`: every module of this package is one of its commands."""

from __future__ import annotations

import click

from mindaudit.cli._groups import Listed


@click.command("portfolio", cls=Listed, package=__name__)
def command() -> None:
    """Audit many repositories, and report on all of them."""
