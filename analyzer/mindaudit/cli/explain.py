"""`mindaudit explain`: the page of a code."""

from __future__ import annotations

import click


@click.command("explain")
@click.argument("code")
@click.option("--lang", type=click.Choice(["en", "zh"]), default="en", help="Language of the title.  [default: en]")
def command(code: str, lang: str) -> int:
    """Show what a code such as MA203 means, why it matters and how to mend it."""
    from mindaudit.hazards.framework.code_page import explain_code
    from mindaudit.output.write import write_standard

    write_standard(explain_code(code, lang))
    return 0
