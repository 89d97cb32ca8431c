"""`mindaudit api`: one torch API on one screen."""

from __future__ import annotations

import click

from mindaudit.cli import _settings
from mindaudit.cli._help import Command

EXAMPLES = (
    ("mindaudit api torch.nn.Conv2d", "What becomes of a layer"),
    ("mindaudit api F.gelu --backend cpu", "A function as it is written behind its usual import"),
    ("mindaudit api .view --target 2.4", "A method of tensors on an older release"),
)


@click.command("api", cls=Command, examples=EXAMPLES)
@click.argument("name")
@_settings.target_options
def command(name: str, target: str | None, mode: str | None, backend: str | None) -> None:
    """Show what the table knows of one torch API: counterparts, conditions, parameters, evidence, versions, hazards.

    NAME is a documented name such as torch.nn.Conv2d, an alias of it, or what usual imports make of it: nn.Conv2d, F.gelu, .view.
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
