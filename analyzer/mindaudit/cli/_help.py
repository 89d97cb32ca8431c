"""Help texts: options in groups, and examples at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

Decorated = TypeVar("Decorated", bound=Callable[..., object])
OTHER = "Options"


class GroupedOption(click.Option):
    """An option that belongs to a group."""

    def __init__(self, *names: Any, group: str = OTHER, **more: Any) -> None:
        super().__init__(*names, **more)
        self.group = group


class Command(click.Command):
    """A command whose help shows options by group, and examples."""

    def __init__(self, *names: Any, examples: Sequence[tuple[str, str]] = (), **more: Any) -> None:
        super().__init__(*names, **more)
        self.examples = examples
        """Command lines, each with what it does."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, those without a group last."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx) if isinstance(parameter, click.Option) else None
            if record is not None:
                groups.setdefault(getattr(parameter, "group", OTHER), []).append(record)
        for name in sorted(groups, key=lambda name: name == OTHER):
            with formatter.section(name):
                formatter.write_dl(groups[name])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples: what each does, and below it the line to type."""
        if self.examples:
            with formatter.section("Examples"):
                for line, meaning in self.examples:
                    formatter.write_text(f"{meaning}:")
                    formatter.write(f"{'':{formatter.current_indent + 2}}{line}\n")


def option(group: str, *names: str, **more: Any) -> Callable[[Decorated], Decorated]:
    """A click option of a group."""
    return click.option(*names, cls=GroupedOption, group=group, **more)
