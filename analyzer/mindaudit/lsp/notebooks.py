"""Notebooks that are open in an editor: their cells' code as one text, and its diagnostics given back to the cells."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from lsprotocol import types
from pygls.workspace import TextDocument, Workspace

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


def by_cell(diagnostics: Sequence[types.Diagnostic], cells: Sequence[Cell]) -> dict[int, list[types.Diagnostic]]:
    """The diagnostics of the joined code, moved to where they stand in each cell; by the cells' numbers."""
    found: dict[int, list[types.Diagnostic]] = {cell.number: [] for cell in cells}
    lines = [cell.first_line - 1 for cell in cells]
    for each in diagnostics:
        at = max(0, bisect_right(lines, each.range.start.line) - 1)
        if cells:
            each.range = types.Range(_up(each.range.start, lines[at]), _up(each.range.end, lines[at]))
            found[cells[at].number].append(each)
    return found


def _up(position: types.Position, lines: int) -> types.Position:
    return types.Position(position.line - lines, position.character)
