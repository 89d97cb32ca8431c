"""Commands that are found by listing a package: every module of it is one command, named like it."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import click


class Listed(click.Group):
    """The commands of one package."""

    def __init__(self, *names: Any, package: str, **more: Any) -> None:
        """`package`: its name. Nothing in it is imported before it is needed."""
        super().__init__(*names, **more)
        self._package = package

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        modules = iter_modules(import_module(self._package).__path__)
        return sorted(module.name.replace("_", "-") for module in modules if not module.name.startswith("_"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(f"{self._package}.{cmd_name.replace('-', '_')}").command
        return command
