"""Fetching from servers that want to keep a client busy, fill its memory, lead it astray or write where it should not."""

from __future__ import annotations

import gzip
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mindaudit.cli import run
from mindaudit.errors import MindauditError
from mindaudit.tables import download, official_page

Talk = Callable[[socket.socket], None]
OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"


def serve(talk: Talk, context: ssl.SSLContext | None = None) -> tuple[socket.socket, str]:
    """A server that talks to each client as it likes; where it listens."""
    listening = socket.create_server(("127.0.0.1", 0))

    def answer(client: socket.socket) -> None:
        try:
            with context.wrap_socket(client, server_side=True) if context else client as connection:
                connection.recv(65536)
                talk(connection)
        except OSError:
            return

    def accept() -> None:
        while True:
            try:
                client, _ = listening.accept()
            except OSError:
                return
            threading.Thread(target=answer, args=(client,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return listening, f"{'https' if context else 'http'}://127.0.0.1:{listening.getsockname()[1]}/table.md"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., str]]:
    for variable in (
        "HTTP_PROXY",
        "http_proxy",
        "HTTPS_PROXY",
        "https_proxy",
        "ALL_PROXY",
        "all_proxy",
        "REQUESTS_CA_BUNDLE",
        "CURL_CA_BUNDLE",
    ):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(download, "_RETRY", download._RETRY.new(backoff_factor=0))
    opened: list[socket.socket] = []

    def start(talk: Talk | bytes, context: ssl.SSLContext | None = None) -> str:
        listening, url = serve((lambda client: client.sendall(talk)) if isinstance(talk, bytes) else talk, context)
        opened.append(listening)
        return url

    yield start
    for each in opened:
        each.close()


def refused(url: str, words: str, **limits: float) -> float:
    """How long it took to be refused, for this reason."""
    begun = time.monotonic()
    with pytest.raises(MindauditError, match=words):
        download.download(url, **limits)  # type: ignore[arg-type]
    return time.monotonic() - begun


def drip(start: bytes, piece: bytes) -> Talk:
    def talk(client: socket.socket) -> None:
        client.sendall(start)
        while True:
            client.sendall(piece)
            time.sleep(0.02)

    return talk


@pytest.mark.parametrize(
    ("start", "piece"),
    [
        (b"", b"H"),
        (b"HTTP/1.1 200 OK\r\nX: ", b"x"),
        (b"HTTP/1.1 200 OK\r\n", b"X: y\r\n"),
        (OK + b"\r\n", b"|"),
        (OK + b"Content-Length: 1000000\r\n\r\n", b"|"),
        (OK + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n|\r\n"),
        (b"HTTP/1.1 100 Continue\r\n\r\n", b"HTTP/1.1 100 Continue\r\n\r\n"),
    ],
    ids=["status", "a header", "headers", "body", "announced body", "chunks", "continue"],
)
def test_byte_by_byte_ends_in_time(server: Callable[..., str], start: bytes, piece: bytes) -> None:
    assert refused(server(drip(start, piece)), "not done after|breaks off|no connection|cannot get", most_seconds=1.0) < 5


def test_silence_ends_in_time(server: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert refused(server(lambda client: time.sleep(30)), "not done after", most_seconds=0.5) < 5


def test_a_server_that_asks_for_a_day(server: Callable[..., str]) -> None:
    busy = b"HTTP/1.1 503 Busy\r\nRetry-After: 86400\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    assert refused(server(busy), "status 503") < 20


def test_something_compressed_is_not_unpacked(server: Callable[..., str]) -> None:
    bomb = gzip.compress(b"\0" * 50_000_000)
    head = OK + b"Content-Encoding: gzip\r\nContent-Length: " + str(len(bomb)).encode() + b"\r\n\r\n"
    refused(server(head + bomb), "compressed")


@pytest.mark.parametrize(
    "answer",
    [
        OK + b"Content-Length: 99999999999\r\n\r\n|",
        OK + b"Content-Length: -5\r\n\r\n\xff",
        OK + b"Content-Length: many\r\n\r\n\xff",
        OK + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n|",
        OK + b"X: y\r\n" * 500 + b"\r\n|",
        OK + b"X: " + b"y" * 200_000 + b"\r\n\r\n|",
        b"nonsense\r\n\r\n",
        b"HTTP/1.1 999 \x1b[31m\r\n\r\n",
        b"",
    ],
    ids=range(9),
)
def test_a_broken_answer_is_an_error(server: Callable[..., str], answer: bytes) -> None:
    refused(server(answer), ".", most_seconds=10.0)


def redirect(place: str) -> bytes:
    return f"HTTP/1.1 302 Found\r\nLocation: {place}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode()


@pytest.mark.parametrize(
    "place", ["/table.md", "file:///etc/passwd", "ftp://127.0.0.1/x", "http://[", "//", "javascript:x", "http://127.0.0.1:1/"]
)
def test_redirects(server: Callable[..., str], place: str) -> None:
    refused(server(redirect(place)), "cannot get|leads on more than 5 times", most_seconds=20.0)


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A key and a certificate that nobody signed."""
    file = tmp_path / "own.pem"
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "certificate.pem", "-days", "2"]
    try:
        subprocess.run(
            [*make, "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"], cwd=tmp_path, check=True, capture_output=True
        )
    except (FileNotFoundError, subprocess.CalledProcessError):
        pytest.skip("needs openssl to make a certificate")
    file.write_text((tmp_path / "key.pem").read_text() + (tmp_path / "certificate.pem").read_text())
    return file


def test_a_certificate_that_nobody_signed(server: Callable[..., str], certificate: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    refused(server(OK + b"\r\n|", context), "certificate is not to be trusted", most_seconds=20.0)


def test_from_https_to_http(server: Callable[..., str], certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(certificate.parent / "certificate.pem"))
    plain = server(OK + b"Content-Length: 1\r\n\r\n|")
    assert download.download(plain) == "|"
    refused(server(redirect(plain), context), "without encryption", most_seconds=20.0)


@pytest.mark.parametrize("cell", ["[" * 1_000_000, "[a](" * 300_000, "torch." + "a." * 500_000, "\\" * 1_000_000])
def test_crafted_rows_take_no_time(cell: str) -> None:
    text = f"| PyTorch APIs | MindSpore APIs |\n| --- | --- |\n| {cell} | {cell} |\n"
    begun = time.process_time()
    with pytest.raises(official_page.OfficialPageError, match="a cell of more than"):
        official_page.parse(text)
    assert time.process_time() - begun < 5


@pytest.mark.parametrize("version", ["../../x", "2.6/../../x", "/etc/x", "2.6\n", "٢.٦", "2.-6"])
def test_a_version_is_no_path(tmp_path: Path, version: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for more in ([], ["--accept"]):
        assert run(["mapping", "fetch", version, "--source", "http://127.0.0.1:1/{branch}", *more]) == 2
    assert list(tmp_path.rglob("*")) == []


def test_an_address_with_other_braces(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(["mapping", "fetch", "2.6", "--source", "nothing://{x}/{branch.__class__}"]) == 3
    err = capfd.readouterr().err
    assert "cannot get nothing://{x}/{branch.__class__}" in err
    assert "MINDAUDIT_TRACEBACK" not in err
