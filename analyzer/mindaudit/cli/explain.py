"""`mindaudit explain`: the page of a code or verdict."""

from __future__ import annotations

import click

from mindaudit.cli._help import Command
from mindaudit.errors import UsageError

EXAMPLES = (
    ("mindaudit explain MA203", "Why a boolean mask is a problem, and what to write"),
    ("mindaudit explain composable", "What a verdict promises"),
    ("mindaudit explain --list", "All codes with their titles"),
)


@click.command("explain", cls=Command, examples=EXAMPLES)
@click.argument("code", required=False, metavar="[CODE|VERDICT]")
@click.option("--list", "listed", is_flag=True, help="List every code and verdict that has a page, with its title.")
@click.option("--lang", type=click.Choice(["en", "zh"]), default="en", help="Language of the page.  [default: en]")
def command(code: str | None, listed: bool, lang: str) -> int:
    """Show what a code such as MA203, or a verdict, means, why it matters and how to mend it."""
    from mindaudit.hazards.framework.code_page import explain, titles
    from mindaudit.output.write import tell, write_standard

    if listed:
        for name, title in titles(lang).items():
            tell(f"{name:<12}  {title}")
        return 0
    if code is None:
        raise UsageError("name a code such as MA203 or a verdict, or list them all: mindaudit explain --list")
    write_standard(explain(code, lang))
    return 0
