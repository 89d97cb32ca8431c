"""`mindaudit api`: one torch API on one screen."""

from __future__ import annotations

import click

from mindaudit.cli import _settings


@click.command("api")
@click.argument("name")
@_settings.target_options
def command(name: str, target: str | None, mode: str | None, backend: str | None) -> None:
    """Show what the table knows of one torch API: counterparts, conditions, parameters, evidence, versions, hazards.

    NAME is written in full, such as torch.nn.Conv2d or torch.Tensor.view.
    """
    from rich.console import Console

    from mindaudit.config.schema import targets_of
    from mindaudit.output.write import write_standard
    from mindaudit.tables.api_page import page
    from mindaudit.tables.api_screen import show

    console = Console()
    with console.capture() as captured:
        show(page(name, targets_of([target] if target else [], mode, backend)[0]), console)
    write_standard(captured.get())
