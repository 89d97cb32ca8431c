"""`mindaudit docs`: the documentation, opened or named."""

from __future__ import annotations

import click

from mindaudit.cli import _settings
from mindaudit.cli._help import Command

EXAMPLES = (
    ("mindaudit docs", "Open the documentation, or say where it is"),
    ("mindaudit docs MA203 --lang zh", "The page of a code, in Chinese"),
)


@click.command("docs", cls=Command, examples=EXAMPLES)
@click.argument("code", required=False)
@click.option("--lang", type=click.Choice(["en", "zh"]), help="Language of the page.  [default: that of the configuration]")
@click.option("--where", is_flag=True, help="Only print the address.")
def command(code: str | None, lang: str | None, where: bool) -> None:
    """Open the documentation that is installed here, without a network; else print where it is.

    CODE such as MA203 opens its page. The extra installs the documentation: pip install "mindaudit[docs]". Without it, mindaudit explain
    shows the page of a code.
    """
    import webbrowser

    from mindaudit.config.site import installed, nearest, rule_page
    from mindaudit.hazards.framework.wording import page
    from mindaudit.output.write import tell

    config = _settings.settings(())
    language, site = lang or config.lang, nearest(config.docs_url)
    address = rule_page(site, page(code).code, language) if code else f"{site.rstrip('/')}/{language}/index.html" if site else ""
    tell(address or 'no documentation is installed, and docs-url names none; install it with: pip install "mindaudit[docs]"')
    if installed() and not where:
        webbrowser.open(address)
