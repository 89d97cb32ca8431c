"""A real client process's view: the server runs as its own process and is spoken to over its pipes."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, Queue
from threading import Event, Thread
from typing import IO, Any

import pytest

pytest.importorskip("pygls")

from lsprotocol.types import TextDocumentItem
from pygls.workspace import Workspace

from mindaudit.config.schema import Config
from mindaudit.lsp.server import MindauditServer
from mindaudit.model import FileAudit

SOURCE = """import torch
from torch import nn
from layers import find


class Net(nn.Module):
    def forward(self, x):
        y = torch.abs(x)  # 层 \U0001f600
        return find(y)
"""


class Client:
    """Sends messages and waits for those that matter."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mindaudit", "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.messages: Queue[dict[str, Any]] = Queue()
        assert self.process.stdout
        Thread(target=self._read, args=(self.process.stdout,), daemon=True).start()
        self.number = 0

    def _read(self, stream: IO[bytes]) -> None:
        length = 0
        while line := stream.readline():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
            elif line == b"\r\n":
                self.messages.put(json.loads(stream.read(length)))

    def raw(self, data: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def notify(self, method: str, **params: Any) -> None:
        self._send({"method": method, "params": params})

    def request(self, method: str, **params: Any) -> Any:
        self.number += 1
        self._send({"id": self.number, "method": method, "params": params})
        return self.wait(lambda message: message.get("id") == self.number and "method" not in message)["result"]

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.raw(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def wait(self, wanted: Any, seconds: float = 60) -> Any:
        until = time.monotonic() + seconds
        while True:
            try:
                message = self.messages.get(timeout=max(0.01, until - time.monotonic()))
            except Empty:
                raise AssertionError("no such message came") from None
            if wanted(message):
                return message

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def start(self) -> None:
        folders = [{"uri": self.folder.as_uri(), "name": "p"}]
        able = {"notebookDocument": {"synchronization": {}}}
        answer = self.request("initialize", processId=None, rootUri=self.folder.as_uri(), capabilities=able, workspaceFolders=folders)
        assert answer["serverInfo"]["name"] == "mindaudit"
        self.notify("initialized")

    def open(self, name: str, text: str) -> None:
        self.notify("textDocument/didOpen", textDocument={"uri": self.uri(name), "languageId": "python", "version": 1, "text": text})

    def change(self, name: str, version: int, text: str) -> None:
        self.notify("textDocument/didChange", textDocument={"uri": self.uri(name), "version": version}, contentChanges=[{"text": text}])

    def open_notebook(self, name: str, cells: dict[str, str]) -> None:
        """Cells by their names; those that begin with "text" are Markdown."""
        kinds = [{"kind": 1 if cell.startswith("text") else 2, "document": self.uri(cell)} for cell in cells]
        notebook = {"uri": self.uri(name), "notebookType": "jupyter-notebook", "version": 1, "cells": kinds}
        documents = [{"uri": self.uri(cell), "languageId": "python", "version": 1, "text": text} for cell, text in cells.items()]
        self.notify("notebookDocument/didOpen", notebookDocument=notebook, cellTextDocuments=documents)

    def change_cell(self, name: str, cell: str, version: int, text: str) -> None:
        changed = {"document": {"uri": self.uri(cell), "version": version}, "changes": [{"text": text}]}
        notebook = {"uri": self.uri(name), "version": version}
        self.notify("notebookDocument/didChange", notebookDocument=notebook, change={"cells": {"textContent": [changed]}})

    def diagnostics(self, name: str, version: int | None = 1) -> list[dict[str, Any]]:
        def is_it(message: dict[str, Any]) -> bool:
            params = message.get("params", {})
            return (
                message.get("method") == "textDocument/publishDiagnostics"
                and params["uri"] == self.uri(name)
                and params.get("version") == version
            )

        found: list[dict[str, Any]] = self.wait(is_it)["params"]["diagnostics"]
        return found

    def stop(self) -> int:
        self.request("shutdown")
        self.notify("exit")
        return self.process.wait(20)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    (tmp_path / "layers.py").write_text("import torch\n\nfind = torch.nonzero\n")
    (tmp_path / "model.py").write_text("")
    client = Client(tmp_path)
    yield client
    client.process.kill()
    client.process.wait()


def codes(diagnostics: list[dict[str, Any]]) -> set[str]:
    return {each["code"] for each in diagnostics}


def test_a_session(client: Client) -> None:
    client.start()
    client.open("model.py", SOURCE)
    found = client.diagnostics("model.py")
    hazard = next(each for each in found if each["code"] == "MA202")
    assert hazard["range"] == {"start": {"line": 8, "character": 15}, "end": {"line": 8, "character": 22}}
    assert hazard["source"] == "mindaudit"

    document, place = {"uri": client.uri("model.py")}, {"line": 7, "character": 14}
    hover = client.request("textDocument/hover", textDocument=document, position=place)
    text = hover["contents"]["value"]
    for word in ("torch.abs", "supported", "Evidence:", "| `input` |", "```python"):
        assert word in text
    assert client.request("textDocument/hover", textDocument=document, position={"line": 3, "character": 0}) is None

    span = {"start": place, "end": place}
    actions = client.request("textDocument/codeAction", textDocument=document, range=span, context={"diagnostics": []})
    edits = actions[0]["edit"]["changes"][document["uri"]]
    assert edits[-1]["range"] == {"start": {"line": 7, "character": 12}, "end": {"line": 7, "character": 24}}
    assert "abs" in edits[-1]["newText"]
    assert edits[0]["range"]["start"] == {"line": 0, "character": 0}
    assert edits[0]["newText"].endswith("\n")

    client.change("model.py", 2, SOURCE.replace("find(y)", "y"))
    assert "MA202" not in codes(client.diagnostics("model.py", 2))
    assert client.stop() == 0


def test_other_files_on_disk_and_configuration_count(client: Client) -> None:
    client.start()
    client.open("model.py", SOURCE)
    assert "MA202" in codes(client.diagnostics("model.py"))
    (client.folder / "layers.py").write_text("import torch\n\nfind = torch.abs\n")
    client.notify("textDocument/didSave", textDocument={"uri": client.uri("model.py")})
    assert "MA202" not in codes(client.diagnostics("model.py"))
    (client.folder / "layers.py").write_text("import torch\n\nfind = torch.unique\n")
    (client.folder / "mindaudit.toml").write_text("levels = { MA204 = 'error' }\n")
    client.notify("workspace/didChangeWatchedFiles", changes=[])
    assert [each["severity"] for each in client.diagnostics("model.py") if each["code"] == "MA204"] == [1]
    (client.folder / "mindaudit.toml").write_text("level = 3\n")
    client.notify("workspace/didChangeWatchedFiles", changes=[])
    complaint = client.wait(lambda message: message.get("method") == "window/showMessage")
    assert "did you mean 'levels'" in complaint["params"]["message"]


def test_what_cannot_be_parsed_and_what_is_new_on_disk(client: Client) -> None:
    client.start()
    client.open("new.py", "import torch\nx = (\n")
    assert codes(client.diagnostics("new.py")) == {"MA901"}
    client.change("new.py", 2, "import torch\nx = torch.ones(2)\n")
    assert "MA901" not in codes(client.diagnostics("new.py", 2))
    client.notify("textDocument/didClose", textDocument={"uri": client.uri("new.py")})
    assert client.diagnostics("new.py", None) == []
    client.open("notes.txt", "x")
    assert client.stop() == 0


class Slow:
    """A session that notes what happens at once."""

    config, complaint = Config(), ""

    def __init__(self) -> None:
        self.audits, self.at_once = Event(), False
        self.refreshed = False

    def audit(self, documents: object, cancelled: object) -> dict[str, FileAudit]:
        self.audits.set()
        time.sleep(0.3)
        self.audits.clear()
        return {}

    def refresh(self) -> None:
        self.at_once |= self.audits.is_set()
        self.refreshed = True


def test_the_project_is_not_read_again_while_an_audit_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = Workspace(None)
    workspace.put_text_document(TextDocumentItem("file:///model.py", "python", 1, ""))
    monkeypatch.setattr(MindauditServer, "workspace", workspace)
    server = MindauditServer()
    server.session = session = Slow()  # type: ignore[assignment]

    async def save_meanwhile() -> None:
        server.opened("file:///model.py")
        assert await asyncio.get_running_loop().run_in_executor(None, session.audits.wait, 20)
        server.refresh()
        while server._task and not server._task.done():
            await server._task

    asyncio.run(save_meanwhile())
    assert (session.refreshed, session.at_once) == (True, False)


CELLS = {"first": "%matplotlib inline\nimport torch\n", "text": "# Notes", "second": "x = torch.ones(2)\n\ny = torch.nonzero(x)"}


def places(diagnostics: list[dict[str, Any]]) -> list[tuple[str, int, int]]:
    return sorted((each["code"], each["range"]["start"]["line"], each["range"]["start"]["character"]) for each in diagnostics)


def test_each_cell_of_a_notebook_has_its_diagnostics(client: Client) -> None:
    client.start()
    client.open_notebook("trial.ipynb", CELLS)
    assert ("MA202", 2, 4) in places(client.diagnostics("second"))

    client.change_cell("trial.ipynb", "first", 2, "import layers\nimport torch\nz = layers.find(torch.ones(3))\n")
    assert ("MA202", 2, 4) in places(client.diagnostics("first", 2))
    assert ("MA202", 2, 4) in places(client.diagnostics("second"))

    client.change_cell("trial.ipynb", "second", 3, "x = (")
    (unfinished,) = client.diagnostics("second", 3)
    assert (unfinished["code"], unfinished["range"]["start"]["line"]) == ("MA901", 0)
    assert unfinished["message"].startswith("cell 3 ")

    closed = [{"uri": client.uri(cell)} for cell in CELLS]
    client.notify("notebookDocument/didClose", notebookDocument={"uri": client.uri("trial.ipynb")}, cellTextDocuments=closed)
    assert client.diagnostics("second", None) == []
    assert client.stop() == 0


def asked(client: Client, cell: str, line: int, column: int) -> tuple[Any, Any]:
    """What is shown at a place of a cell, and what can be done there."""
    document, position = {"uri": client.uri(cell)}, {"line": line, "character": column}
    hover = client.request("textDocument/hover", textDocument=document, position=position)
    span = {"start": position, "end": position}
    return hover, client.request("textDocument/codeAction", textDocument=document, range=span, context={"diagnostics": []})


def test_cells_answer_in_their_own_lines(client: Client) -> None:
    client.start()
    cells = {"first": "%matplotlib inline\nimport torch\n\n\n", "text": "# words", "second": "%time\nx = torch.ones(3)\ny = x.svd()\n"}
    client.open_notebook("trial.ipynb", cells)
    client.diagnostics("second")
    hover, actions = asked(client, "second", 1, 10)
    assert "torch.ones" in hover["contents"]["value"]
    assert hover["range"] == {"start": {"line": 1, "character": 4}, "end": {"line": 1, "character": 17}}
    replacing = next(each["edit"]["changes"] for each in actions if each["title"].startswith("Replace torch.ones"))
    assert {uri.rpartition("/")[2] for uri in replacing} == {"first", "second"}
    (brought,) = replacing[client.uri("first")]
    assert (brought["newText"], brought["range"]["start"]["line"]) == ("from mindspore import mint\n", 1)
    (written,) = replacing[client.uri("second")]
    assert (written["newText"], written["range"]) == ("mint.ones((3,))", hover["range"])
    assert asked(client, "first", 3, 0) == (None, [])  # the joined code has no line of it
    assert asked(client, "text", 0, 0) == (None, [])

    client.change_cell("trial.ipynb", "first", 2, "# more\n\nimport torch\n")
    assert asked(client, "second", 1, 10) == (None, [])  # until it is audited again
    client.diagnostics("first", 2)
    assert asked(client, "second", 1, 10)[0] == hover
    assert client.stop() == 0


def test_cells_come_and_go(client: Client) -> None:
    client.start()
    client.open_notebook("trial.ipynb", CELLS)
    assert client.diagnostics("second")
    new = {"uri": client.uri("third"), "languageId": "python", "version": 1, "text": "torch.unique(x)"}
    array = {"start": 0, "deleteCount": 2, "cells": [{"kind": 2, "document": new["uri"]}]}
    structure = {"array": array, "didOpen": [new], "didClose": [{"uri": client.uri("first")}, {"uri": client.uri("text")}]}
    client.notify(
        "notebookDocument/didChange",
        notebookDocument={"uri": client.uri("trial.ipynb"), "version": 2},
        change={"cells": {"structure": structure}},
    )
    assert client.diagnostics("third") == []
    client.change_cell("trial.ipynb", "third", 3, "import torch\n\ntorch.unique(torch.ones(3))")
    assert ("MA204", 2, 0) in places(client.diagnostics("third", 3))
    assert ("MA202", 2, 4) in places(client.diagnostics("second"))


def test_garbage_is_survived(client: Client) -> None:
    client.start()
    client.raw(b"Content-Length: 5\r\n\r\n{{{{{")
    client.notify("no/such/method", x=1)
    client.open("model.py", SOURCE)
    assert "MA202" in codes(client.diagnostics("model.py"))


def test_a_client_that_closes_early_ends_the_server(client: Client) -> None:
    client.start()
    client.open("model.py", SOURCE)
    assert client.process.stdin
    client.process.stdin.close()
    client.process.wait(20)


def memory(client: Client) -> int:
    status = Path(f"/proc/{client.process.pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads memory from /proc")
def test_a_thousand_edits_take_no_memory(client: Client) -> None:
    client.start()
    client.open("model.py", SOURCE)
    client.diagnostics("model.py")
    for version in range(2, 12):
        client.change("model.py", version, SOURCE + f"# {version}\n")
        client.diagnostics("model.py", version)
    before = memory(client)
    for version in range(12, 1012):
        client.change("model.py", version, SOURCE + f"# {version}\n")
        if version % 100 == 11:
            client.diagnostics("model.py", version)
    assert memory(client) < before * 1.1
