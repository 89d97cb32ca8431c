"""Notebooks that are open in an editor: joins the code of the cells to one text, and assigns results to the cells."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from lsprotocol import types
from pygls.workspace import TextDocument, Workspace

from mindaudit.lsp.answers import Answers
from mindaudit.model import Cell
from mindaudit.sources.notebook import Code, joined

SYNC = types.NotebookDocumentSyncOptions([types.NotebookDocumentFilterWithNotebook("jupyter-notebook")])
"""All cells, so that they can be numbered as the editor numbers them."""


def code_cells(workspace: Workspace, uri: str) -> dict[int, TextDocument]:
    """The Python cells of an open notebook, by their numbers."""
    notebook = workspace.get_notebook_document(notebook_uri=uri)
    cells = enumerate(notebook.cells if notebook else (), 1)
    found = {number: workspace.get_text_document(cell.document) for number, cell in cells if cell.kind == types.NotebookCellKind.Code}
    return {number: document for number, document in found.items() if document.language_id in (None, "python")}


def code_of(cells: Mapping[int, TextDocument]) -> Code:
    """The code of open cells."""
    return joined((number, document.source) for number, document in cells.items())


@dataclass(frozen=True, slots=True)
class CellAnswers:
    """The answers about one cell: those about the joined code, with lines counted in the cell."""

    answers: Answers
    """Those about the joined code."""
    uris: Mapping[int, str]
    """The cells' documents, by their numbers."""
    first: int
    """The line of the joined code at which the cell begins, from 0."""
    lines: int
    """How many lines the joined code has of the cell, which are fewer than the cell's own where that ends in empty ones."""

    def hover(self, position: types.Position) -> types.Hover | None:
        """What is known about a place in the cell."""
        found = self.answers.hover(_up(position, -self.first)) if position.line < self.lines else None
        if found and found.range:
            found.range = _moved(found.range, self.first)
        return found

    def actions(self, _uri: str, span: types.Range) -> list[types.CodeAction]:
        """What can be done in a range of the cell; its edits may be in other cells too."""
        if span.start.line >= self.lines:
            return []
        end = span.end if span.end.line < self.lines else types.Position(self.lines, 0)
        found = self.answers.actions("", _moved(types.Range(span.start, end), -self.first))
        for action in found:
            edits = (action.edit.changes or {}).get("", ()) if action.edit else ()
            action.edit = types.WorkspaceEdit(self._by_document(edits))
        return found

    def _by_document(self, edits: Iterable[types.TextEdit]) -> dict[str, list[types.TextEdit]]:
        cells = self.answers.file.cells
        found: dict[str, list[types.TextEdit]] = {}
        for edit in edits:
            cell = cells[_cell_at(edit.range.start.line, cells)]
            moved = types.TextEdit(_moved(edit.range, cell.first_line - 1), edit.new_text)
            found.setdefault(self.uris[cell.number], []).append(moved)
        return found


def answers_of(answers: Answers, documents: Mapping[int, TextDocument], uri: str) -> CellAnswers | None:
    """The answers about one cell of a notebook; None for a cell without Python code, or where the notebook has changed since."""
    code, cells = code_of(documents), answers.file.cells
    place = next((at for at, cell in enumerate(cells) if cell.number in documents and documents[cell.number].uri == uri), None)
    if place is None or (code.text, code.cells) != (answers.file.text, cells):
        return None
    ends = [*(cell.first_line for cell in cells[1:]), code.text.count("\n") + 1]
    uris = {number: document.uri for number, document in documents.items()}
    return CellAnswers(answers, uris, cells[place].first_line - 1, ends[place] - cells[place].first_line)


def by_cell(diagnostics: Sequence[types.Diagnostic], cells: Sequence[Cell]) -> dict[int, list[types.Diagnostic]]:
    """The diagnostics of the joined code, moved to where they stand in each cell; by the cells' numbers."""
    found: dict[int, list[types.Diagnostic]] = {cell.number: [] for cell in cells}
    for each in diagnostics if cells else ():
        cell = cells[_cell_at(each.range.start.line, cells)]
        each.range = _moved(each.range, cell.first_line - 1)
        found[cell.number].append(each)
    return found


def _cell_at(line: int, cells: Sequence[Cell]) -> int:
    """The place of the cell that has a line of the joined code."""
    return max(0, bisect_right([cell.first_line - 1 for cell in cells], line) - 1)


def _moved(span: types.Range, lines: int) -> types.Range:
    return types.Range(_up(span.start, lines), _up(span.end, lines))


def _up(position: types.Position, lines: int) -> types.Position:
    return types.Position(position.line - lines, position.character)
