"""The language server: keeps track of open documents, audits them after each pause in typing, and answers from the last audit.

An audit runs on a worker thread and stops when a newer edit makes its result obsolete.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from mindaudit import __version__
from mindaudit.audit.gc_pause import uncollected
from mindaudit.lsp.answers import Answers
from mindaudit.lsp.notebooks import SYNC, CellAnswers, answers_of, by_cell, code_cells, code_of
from mindaudit.lsp.session import CancelledError, Session
from mindaudit.lsp.wording import Speech
from mindaudit.sources.notebook import Code

PAUSE = 0.2
"""Seconds without an edit after which an audit starts."""


class MindauditServer(LanguageServer):
    """A language server with one project and the answers about its open documents."""

    def __init__(self) -> None:
        super().__init__("mindaudit", __version__, notebook_document_sync=SYNC)
        self.session = Session(Path.cwd())
        self.answers: dict[str, Answers] = {}
        self._documents: dict[str, str] = {}
        self._notebooks: dict[str, str] = {}
        self._edits = itertools.count()
        self._latest = -1
        self._stale = False
        self._task: asyncio.Task[None] | None = None
        self._worker = ThreadPoolExecutor(1)

    def begin(self) -> None:
        """Take the client's first folder as the project."""
        folder = self.workspace.root_path or next(iter(map(to_fs_path, self.workspace.folders)), None)
        self.session = Session(Path(folder) if folder else Path.cwd())
        self.refresh()

    def refresh(self) -> None:
        """The project on disk changed."""
        self._stale = True
        self.edited()

    def opened(self, uri: str) -> None:
        """A document was opened."""
        path = to_fs_path(uri)
        if path and path.endswith((".py", ".pyi")):
            self._documents[uri] = os.path.realpath(path)
            self.edited()

    def closed(self, uri: str) -> None:
        """A document was closed; its diagnostics are removed."""
        if self._documents.pop(uri, None):
            self.answers.pop(uri, None)
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))
            self.edited()

    def notebook_opened(self, uri: str) -> None:
        """A notebook was opened."""
        path = to_fs_path(uri)
        if path and path.endswith(".ipynb"):
            self._notebooks[uri] = os.path.realpath(path)
            self.edited()

    def notebook_closed(self, uri: str, cells: Iterable[str]) -> None:
        """A notebook was closed; the diagnostics of its cells are removed."""
        if self._notebooks.pop(uri, None):
            self.answers.pop(uri, None)
            for cell in cells:
                self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(cell, []))
            self.edited()

    def edited(self) -> None:
        """Audit again after a pause."""
        self._latest = next(self._edits)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._catch_up())

    async def _catch_up(self) -> None:
        """Repeat the audit until no edit was made during it."""
        done = -1
        while done != self._latest:
            edit = self._latest
            await asyncio.sleep(PAUSE)
            if edit != self._latest:
                continue
            try:
                with uncollected(kept=False):  # garbage can wait until the editor has its answer
                    await self._audit(edit)
            except CancelledError:
                continue
            except Exception:
                logging.getLogger(__name__).exception("the audit failed")
            done = edit

    async def _read_project(self) -> None:
        """Read configuration and folders again, on the worker thread, where no audit runs at the same time."""
        self._stale = False
        await asyncio.get_running_loop().run_in_executor(self._worker, self.session.refresh)
        if self.session.complaint:
            self.window_show_message(types.ShowMessageParams(types.MessageType.Error, f"mindaudit: {self.session.complaint}"))

    async def _audit(self, edit: int) -> None:
        if self._stale:
            await self._read_project()
        if not self._documents and not self._notebooks:
            return
        documents = {uri: self.workspace.get_text_document(uri) for uri in self._documents}
        notebooks = {uri: code_cells(self.workspace, uri) for uri in self._notebooks}
        texts = {self._documents[uri]: Code(document.source) for uri, document in documents.items()}
        texts |= {self._notebooks[uri]: code_of(cells) for uri, cells in notebooks.items()}
        versions = {uri: document.version for uri, document in documents.items()}
        cell_versions = {document.uri: document.version for cells in notebooks.values() for document in cells.values()}
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._worker, self.session.audit, texts, lambda: edit != self._latest)
        config = self.session.config
        codec, target, speech = self.workspace.position_codec, config.targets[0], Speech(config.lang, config.docs_url)
        for uri, path in self._documents.items():
            if path in found and uri in versions:
                self.answers[uri] = Answers(found[path], target, codec, speech)
                self._publish(uri, self.answers[uri].diagnostics(), versions[uri])
        for uri, path in self._notebooks.items():
            if path in found and uri in notebooks:
                self.answers[uri] = Answers(found[path], target, codec, speech)
                given = by_cell(self.answers[uri].diagnostics(), found[path].cells)
                for number, document in notebooks[uri].items():
                    self._publish(document.uri, given.get(number, []), cell_versions[document.uri])

    def _publish(self, uri: str, diagnostics: Sequence[types.Diagnostic], version: int | None) -> None:
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, diagnostics, version))

    def current(self, uri: str) -> Answers | CellAnswers | None:
        """The answers about a document, or a notebook's cell, if they are about its present text."""
        notebook = self.workspace.get_notebook_document(cell_uri=uri)
        if notebook:
            whole = self.answers.get(notebook.uri)
            return answers_of(whole, code_cells(self.workspace, notebook.uri), uri) if whole else None
        answers = self.answers.get(uri)
        return answers if answers and answers.file.text == self.workspace.get_text_document(uri).source else None


def make_server() -> MindauditServer:
    """A server with its handlers, ready for `start_io`."""
    server = MindauditServer()

    @server.feature(types.INITIALIZED)
    def initialized(_: types.InitializedParams) -> None:
        server.begin()

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def files_changed(_: types.DidChangeWatchedFilesParams) -> None:
        server.refresh()

    _follow_documents(server)
    _follow_notebooks(server)
    _answer(server)
    return server


def _follow_documents(server: MindauditServer) -> None:
    """Register the handlers of document events."""

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(parameters: types.DidOpenTextDocumentParams) -> None:
        server.opened(parameters.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(_: types.DidChangeTextDocumentParams) -> None:
        server.edited()

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(parameters: types.DidCloseTextDocumentParams) -> None:
        server.closed(parameters.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(_: types.DidSaveTextDocumentParams) -> None:
        server.refresh()


def _follow_notebooks(server: MindauditServer) -> None:
    """Register the handlers of notebook events."""

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_OPEN)
    def notebook_did_open(parameters: types.DidOpenNotebookDocumentParams) -> None:
        server.notebook_opened(parameters.notebook_document.uri)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def notebook_did_change(_: types.DidChangeNotebookDocumentParams) -> None:
        server.edited()

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_CLOSE)
    def notebook_did_close(parameters: types.DidCloseNotebookDocumentParams) -> None:
        server.notebook_closed(parameters.notebook_document.uri, [cell.uri for cell in parameters.cell_text_documents])

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_SAVE)
    def notebook_did_save(_: types.DidSaveNotebookDocumentParams) -> None:
        server.refresh()


def _answer(server: MindauditServer) -> None:
    """Register the handlers of requests about a place."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(parameters: types.HoverParams) -> types.Hover | None:
        answers = server.current(parameters.text_document.uri)
        return answers.hover(parameters.position) if answers else None

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll]),
    )
    def code_action(parameters: types.CodeActionParams) -> list[types.CodeAction]:
        answers = server.current(parameters.text_document.uri)
        return answers.actions(parameters.text_document.uri, parameters.range) if answers else []
