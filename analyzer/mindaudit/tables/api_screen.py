"""Prints the page of one API to a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from mindaudit.tables.api_page import ApiPage


def show(page: ApiPage, console: Console | None = None) -> None:
    """Prints a page; the console defaults to standard output."""
    out = console or Console()
    target = f"MindSpore {page.target.mindspore}, {page.target.mode} mode, {page.target.backend}"
    out.print(f"[bold]{escape(page.name)}[/bold] ({page.kind}) against {target}", highlight=False)
    if page.borrowed:
        out.print(f"served by the rows of {escape(page.borrowed)}", highlight=False)
    if not page.candidates:
        out.print("The table has no candidate for it: there is no evidence either way.")
    else:
        _candidates(out, page)
    if any(page.parameters):
        out.print(_parameters(page))
    if page.recipe:
        out.print(f"recipe: mindaudit_data.recipes.{page.recipe}", highlight=False)
    if page.candidates:
        out.print(_history(page))
    for hazard in page.hazards:
        out.print(f"see also {escape(hazard)} (mindaudit explain {hazard.partition(' ')[0]})", highlight=False)


def _candidates(out: Console, page: ApiPage) -> None:
    """Each candidate as a line of code with what goes with it below; those that do not count are dim."""
    out.print("\n[italic]Candidates, in order[/italic]")
    for number, candidate in enumerate(page.candidates, 1):
        style = "dim" if candidate.refused else ""
        out.print(f"{number}. {candidate.verdict}: {escape(candidate.code or 'nothing to write')}", style=style, highlight=False)
        said = {
            "for": candidate.condition,
            "versions": candidate.versions,
            "where": candidate.where,
            "not here": candidate.refused,
            "evidence": candidate.evidence,
            "dtypes": candidate.dtypes,
            "note": candidate.note,
        }
        for label, text in said.items():
            if text:
                out.print(Padding(f"{label}: {escape(text)}", (0, 0, 0, 3)), style="dim", highlight=False)


def _parameters(page: ApiPage) -> Table:
    table = Table("torch", escape(page.counterpart or "MindSpore"), title="Parameters", title_justify="left")
    for ours, theirs in page.parameters:
        table.add_row(escape(ours), escape(theirs))
    return table


def _history(page: ApiPage) -> Table:
    """The history as a table: consecutive versions with the same answer are one row."""
    table = Table("MindSpore", "answer", title=f"Over the versions, on {page.target.backend}", title_justify="left")
    versions: list[str] = []
    for i, (version, answer) in enumerate(page.history):
        versions.append(version)
        if i + 1 == len(page.history) or page.history[i + 1][1] != answer:
            table.add_row(versions[0] if len(versions) == 1 else f"{versions[0]} to {versions[-1]}", escape(answer))
            versions = []
    return table
