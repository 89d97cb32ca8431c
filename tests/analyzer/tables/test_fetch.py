"""Fetching from a local server that also misbehaves."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from urllib3.util.retry import Retry

import mindaudit_data
from mindaudit.config import folders as folder
from mindaudit.errors import MindauditError, UsageError
from mindaudit.tables import download, fetch, official_page

Answer = Callable[[BaseHTTPRequestHandler], None]
HEAD = "| PyTorch 2.1 APIs | MindSpore APIs | Descriptions |\n| --- | --- | --- |\n"
NAMES = mindaudit_data.torch_catalog().children("torch")[: official_page.LEAST_ROWS + 50]
KNOWN = "".join(f"| [{name}](x) | [mindspore.ops.abs](x) | [Consistent](x) |\n" for name in NAMES)
ROWS = HEAD + KNOWN + "| [torch.abs](x) | [mindspore.ops.nope](x) | [diff](x) |\n"


def send(body: bytes, kind: str = "text/plain", status: int = 200, length: int | None = None) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        handler.send_header("Content-Type", kind)
        handler.send_header("Content-Length", str(len(body) if length is None else length))
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def endless(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.end_headers()
    while True:
        handler.wfile.write(b"| x |\n" * 1000)


def dripping(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.end_headers()
    while True:
        handler.wfile.write(b"| x |\n" * 12000)
        handler.wfile.flush()
        time.sleep(0.05)


class Server:
    """Answers every request by the next of its answers, the last one again and again."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self.paths: list[str] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.paths.append(self.path)
                try:
                    (outer.answers.pop(0) if len(outer.answers) > 1 else outer.answers[0])(self)
                except ConnectionError:
                    self.close_connection = True

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.source = f"http://127.0.0.1:{self.http.server_address[1]}/{{branch}}/table.md"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    quick = Retry(total=3, backoff_factor=0, status_forcelist=(500, 503), allowed_methods=("GET",), raise_on_status=False)
    monkeypatch.setattr(download, "_RETRY", quick)
    for variable in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(variable, raising=False)
    made = Server()
    thread = threading.Thread(target=made.http.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield made
    made.http.shutdown()
    made.http.server_close()


def test_a_table_waits_until_it_is_accepted(server: Server, tmp_path: Path) -> None:
    server.answers = [send(ROWS.encode())]
    fetched = fetch.fetch("2.6", server.source, tmp_path)
    assert server.paths == ["/r2.6.0/table.md"]
    assert fetched.rows == len(NAMES) + 1
    assert [row.mindspore_name for row in fetched.unusable if row.torch_name == "torch.abs"] == ["mindspore.ops.nope"]
    assert "torch.abs" not in [row.torch_name for row in fetched.added]
    assert folder.accepted(tmp_path) == ()

    path = fetch.accept("2.6", tmp_path)
    assert folder.accepted(tmp_path) == (path,)
    added = mindaudit_data.load(folder.accepted(tmp_path)).mappings(fetched.added[0].torch_name)
    assert any(row.id.endswith(":fetched:ops.abs:2.6") and row.since == "2.6" for row in added)


def test_a_server_error_is_tried_again(server: Server, tmp_path: Path) -> None:
    server.answers = [send(b"later", status=503), send(b"later", status=500), send(ROWS.encode())]
    assert fetch.fetch("2.7", server.source, tmp_path).rows == len(NAMES) + 1
    assert server.paths == ["/r2.7/table.md"] * 3


def test_the_checksum_is_held_against_the_text(server: Server, tmp_path: Path) -> None:
    server.answers = [send(ROWS.encode())]
    digest = fetch.fetch("2.6", server.source, tmp_path).sha256
    assert fetch.fetch("2.6", server.source, tmp_path, digest.upper()).sha256 == digest
    with pytest.raises(MindauditError, match="checksum"):
        fetch.fetch("2.6", server.source, tmp_path, "0" * 64)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (send(ROWS.encode(), length=len(ROWS) + 1000), "breaks off"),
        (send(ROWS.encode()[:-40]), "the middle of a row"),
        (send((HEAD + KNOWN[:400]).encode() + b"|\n"), "only 6 rows|cells"),
        (send(b"<html>Sign in</html>", "text/html; charset=utf-8"), "a web page"),
        (send(b"<html>Sign in</html>"), "a web page"),
        (send(ROWS.encode("utf-16")), "not UTF-8"),
        (send(ROWS.replace("Consistent", "一致").encode("gb18030")), "not UTF-8"),
        (send(ROWS.replace("MindSpore APIs", "Counterparts").encode()), "the columns are"),
        (send(b"gone", status=404), "status 404"),
        (send(b"broken", status=500), "status 500"),
        (send(b""), "no table"),
        (endless, "more than"),
    ],
    ids=["short", "cut", "cut-early", "html", "html-as-text", "utf-16", "gbk", "renamed", "404", "500", "empty", "endless"],
)
def test_a_bad_answer_changes_nothing(server: Server, tmp_path: Path, answer: Answer, message: str) -> None:
    server.answers = [send(ROWS.encode())]
    fetch.fetch("2.6", server.source, tmp_path)
    counting = fetch.accept("2.6", tmp_path)
    fetch.fetch("2.6", server.source, tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    server.answers = [answer]
    with pytest.raises(MindauditError, match=message) as caught:
        fetch.fetch("2.6", server.source, tmp_path)
    assert "the table that was there stays" in str(caught.value)
    assert caught.value.status == 3
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert counting.name in before


def test_a_slow_drip_ends_in_time(server: Server) -> None:
    server.answers = [dripping]
    with pytest.raises(MindauditError, match="not done after"):
        download.download(server.source, most_bytes=10**9, most_seconds=0.2)


def test_no_server_is_said_so(server: Server, tmp_path: Path) -> None:
    server.http.server_close()
    with pytest.raises(MindauditError, match="no connection"):
        fetch.fetch("2.6", "http://127.0.0.1:9/{branch}", tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("version", ["", "2", "2.6.0", "two", "2.6; rm"])
def test_a_version_that_is_none_is_wrong_usage(version: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no MindSpore version"):
        fetch.fetch(version, "http://127.0.0.1:9/{branch}", tmp_path)


def test_only_a_sound_waiting_table_can_be_accepted(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"mindaudit mapping fetch 2\.6"):
        fetch.accept("2.6", tmp_path)
    (tmp_path / "official-2.6.waiting.csv").write_text("id,nonsense\n", encoding="utf-8")
    with pytest.raises(MindauditError, match="the columns are"):
        fetch.accept("2.6", tmp_path)
    assert folder.accepted(tmp_path) == ()
