"""`mindaudit mapping`: every module of this package is one of its commands."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

import click


class MappingCommands(click.Group):
    """Finds the commands by listing this package."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return sorted(module.name for module in iter_modules(__path__) if not module.name.startswith("_"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(f"{__name__}.{cmd_name}").command
        return command


@click.command("mapping", cls=MappingCommands)
def command() -> None:
    """Look at the mapping table, check it by running it, or fetch the official one."""
