"""`mindaudit portfolio report`: what a store says about all repositories."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mindaudit.cli._help import Command, option
from mindaudit.cli._settings import LISTING, REPORTS
from mindaudit.cli.portfolio._store import absolute, extra, store_option
from mindaudit.errors import UsageError, unknown

if TYPE_CHECKING:
    from mindaudit.portfolio.store import Store
    from mindaudit_reports import Options
    from mindaudit_reports.portfolio.formats import Pages, PortfolioFormat
    from mindaudit_reports.portfolio.records import Row

EXAMPLES = (
    ("mindaudit portfolio report --store audits -o portfolio.html --lang zh", "The page for management, in Chinese"),
    ("mindaudit portfolio report --store audits -o portfolio.html --pages pages", "The same, with a page for each repository"),
    ("mindaudit portfolio report --store audits -o portfolio.xlsx", "The same tables as a workbook"),
)
_SUFFIXES = {"md": "markdown", "htm": "html"}


@click.command("report", cls=Command, examples=EXAMPLES)
@store_option
@option(REPORTS, "-o", "--output", metavar="FILE", help="Where to write; .html, .xlsx, .csv, .json or .md.  [default: Markdown, here]")
@option(REPORTS, "--lang", type=click.Choice(["en", "zh"]), default="en", help="Language of the report.  [default: en]")
@option(REPORTS, "--pages", type=click.Path(path_type=Path), metavar="DIR", help="Write a page for each repository there, and link it.")
@option(REPORTS, "--embed", is_flag=True, help="Put the pages of the repositories into the page itself.")
@option(REPORTS, "--bom", is_flag=True, help="Begin CSV with a byte order mark, for Excel.")
@option(LISTING, "--since", metavar="DATE", type=click.DateTime(["%Y-%m-%d"]), help="Compare with this day.  [default: the first versions]")
def command(store: str, output: str | None, pages: Path | None, embed: bool, **options: Any) -> int:
    """Report on all repositories of a store: who is ready, what blocks most, what to do first, how far it has come."""
    from mindaudit.output.write import check_writable, say, write_file, write_standard

    with extra():
        from mindaudit.portfolio.store import Store

    from mindaudit.cli._reports import rules
    from mindaudit_reports import Options
    from mindaudit_reports.portfolio.view import portfolio

    form = _format(output)
    if output:
        check_writable(Path(output))
    kept = Store(absolute(store))
    rows = kept.rows()
    if not rows:
        raise UsageError(f"{store}: no scan has put anything there; begin with mindaudit portfolio scan")
    asked = Options(lang=options["lang"], bom=options["bom"], rules=rules())
    view = portfolio(rows, lambda row: _reports_of(kept, row)[-1], asked, options["since"].date().isoformat() if options["since"] else "")
    shown = [entry.row for entry in (*view.entries, *view.dependencies) if entry.row.figures]
    content = form.render(view, asked, _pages(kept, shown, output, pages, embed, asked))
    if not output:
        write_standard(content)
        return 0
    write_file(Path(output), content)
    say(f"wrote {output}")
    return 0


def _format(output: str | None) -> PortfolioFormat:
    """The format that a file's suffix names. Raises UsageError for an unknown one, and for what is not installed."""
    from mindaudit_reports.portfolio.formats import format_of, formats

    suffix = Path(output).suffix.removeprefix(".").lower() if output else "md"
    name = _SUFFIXES.get(suffix, suffix)
    if name not in formats():
        raise unknown("format", name, formats())
    found = format_of(name)
    if lacking := found.missing():
        raise UsageError(lacking)
    return found


def _pages(store: Store, rows: Sequence[Row], output: str | None, folder: Path | None, embed: bool, options: Options) -> Pages:
    """The repositories' own pages, if they are wanted."""
    from mindaudit_reports.portfolio.formats import Pages

    if embed:
        return Pages(embedded=dict(_rendered(store, rows, options)))
    if folder is None:
        return Pages()
    base = Path(output).parent if output else Path()
    return Pages(links={name: os.path.relpath(file, base) for name, file in _written(store, rows, folder, options)})


def _written(store: Store, rows: Sequence[Row], folder: Path, options: Options) -> Iterator[tuple[str, Path]]:
    from mindaudit.output.write import make_folder, write_file
    from mindaudit.portfolio.store import folder_of

    make_folder(folder)
    for name, page in _rendered(store, rows, options):
        file = folder / f"{folder_of(name)}.html"
        write_file(file, page)
        yield name, file


def _rendered(store: Store, rows: Sequence[Row], options: Options) -> Iterator[tuple[str, str]]:
    """The name and the page of each repository."""
    from mindaudit_reports import formats

    for row in rows:
        yield row.repository, str(formats()["html"].render(_reports_of(store, row), options))


def _reports_of(store: Store, row: Row) -> list[Any]:
    """The reports of a row, one a target. Raises MindauditError for what the store does not hold."""
    from mindaudit.errors import MindauditError
    from mindaudit_reports import ReportError
    from mindaudit_reports.json import load_all

    try:
        return load_all(store.report(row.repository, row.version))
    except ReportError as error:
        raise MindauditError(f"the store's report of {row.repository!r} cannot be read: {error}") from None
