"""Gets a text over HTTP from a server that may do anything."""

from __future__ import annotations

import time
from queue import Empty, SimpleQueue
from threading import Thread

import requests
from requests.adapters import HTTPAdapter
from urllib3.util.retry import Retry

from mindaudit.errors import MindauditError

MOST_BYTES = 8_000_000
MOST_SECONDS = 60.0
TIMEOUTS = (5.0, 15.0)
"""Seconds to connect, and between two pieces of the answer."""
MOST_REDIRECTS = 5
_AGAIN = (429, 500, 502, 503, 504)
# how long to wait is not the server's to say
_RETRY = Retry(
    total=3, backoff_factor=0.3, status_forcelist=_AGAIN, allowed_methods=("GET",), raise_on_status=False, respect_retry_after_header=False
)
_HEADERS = {"Accept": "text/plain, text/markdown", "Accept-Encoding": "identity"}


class DownloadError(MindauditError):
    """The text could not be had."""


def download(url: str, most_bytes: int = MOST_BYTES, most_seconds: float = MOST_SECONDS) -> str:
    """The text at `url`, which must be UTF-8.

    Server errors are tried again three times. Raises DownloadError if the server cannot be reached, answers with an error or with a web
    page, sends less than it announced, more than `most_bytes`, something compressed or that is not text, leads from https to http, or if
    all this takes longer than `most_seconds`.
    """
    # a thread of its own, since a server that sends byte by byte keeps every single wait short
    answer: SimpleQueue[bytes | DownloadError] = SimpleQueue()
    Thread(target=_fetch, args=(url, most_bytes, most_seconds, answer), daemon=True).start()
    try:
        body = answer.get(timeout=most_seconds)
    except Empty:
        body = _late(url, most_seconds)
    if isinstance(body, DownloadError):
        raise body
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DownloadError(f"{url} is not UTF-8 text (byte {error.start})") from None


def _fetch(url: str, most_bytes: int, most_seconds: float, answer: SimpleQueue[bytes | DownloadError]) -> None:
    """Put the body, or the error that prevents it, into a queue."""
    try:
        answer.put(_got(url, most_bytes, most_seconds))
    except DownloadError as error:
        answer.put(error)
    except Exception as error:
        # a hostile address or answer makes the libraries below raise more than they say
        answer.put(DownloadError(f"cannot get {url}: {_cause(error)}"))


def _got(url: str, most_bytes: int, most_seconds: float) -> bytes:
    with requests.Session() as session:
        session.max_redirects = MOST_REDIRECTS
        session.mount("https://", HTTPAdapter(max_retries=_RETRY))
        session.mount("http://", HTTPAdapter(max_retries=_RETRY))
        with session.get(url, stream=True, timeout=TIMEOUTS, headers=_HEADERS) as response:
            _check_head(response, url)
            return _body(response, url, most_bytes, most_seconds)


def _late(url: str, most_seconds: float) -> DownloadError:
    return DownloadError(f"{url} is not done after {most_seconds:.0f} seconds")


def _check_head(response: requests.Response, url: str) -> None:
    if url.startswith("https:") and not response.url.startswith("https:"):
        raise DownloadError(f"{url} leads to an address without encryption")
    if response.status_code != requests.codes.ok:
        raise DownloadError(f"{url} answers with status {response.status_code}")
    if "html" in response.headers.get("Content-Type", "").lower():
        raise DownloadError(f"{url} answers with a web page and not with the text of the table")
    if response.headers.get("Content-Encoding", "identity").lower() not in ("", "identity"):
        raise DownloadError(f"{url} answers with something compressed, which was not asked for")


def _body(response: requests.Response, url: str, most_bytes: int, most_seconds: float) -> bytes:
    """The whole body. requests itself raises when a server sends less than it announced."""
    deadline = time.monotonic() + most_seconds
    body = bytearray()
    for piece in response.iter_content(65536):
        body += piece
        if len(body) > most_bytes:
            raise DownloadError(f"{url} sends more than {most_bytes:,} bytes")
        if time.monotonic() > deadline:
            raise _late(url, most_seconds)
    return bytes(body)


def _cause(error: Exception) -> str:
    """The reason in a few words: requests nests the interesting part deeply."""
    if isinstance(error, requests.exceptions.SSLError):
        return "the server's certificate is not to be trusted"
    if isinstance(error, requests.TooManyRedirects):
        return f"it leads on more than {MOST_REDIRECTS} times"
    if isinstance(error, requests.Timeout):
        return "the server does not answer in time"
    if isinstance(error, requests.exceptions.ChunkedEncodingError):
        return "the answer breaks off"
    if isinstance(error, requests.ConnectionError):
        return "no connection to the server"
    return str(error)
