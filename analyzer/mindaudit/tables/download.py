"""Gets a text over HTTP from a server that may do anything."""

from __future__ import annotations

import time

import requests
from requests.adapters import HTTPAdapter
from urllib3.util.retry import Retry

from mindaudit.errors import MindauditError

MOST_BYTES = 8_000_000
MOST_SECONDS = 60.0
TIMEOUTS = (5.0, 15.0)
"""Seconds to connect, and between two pieces of the answer."""
_RETRY = Retry(total=3, backoff_factor=0.3, status_forcelist=(429, 500, 502, 503, 504), allowed_methods=("GET",), raise_on_status=False)


class DownloadError(MindauditError):
    """The text could not be had."""


def download(url: str, most_bytes: int = MOST_BYTES, most_seconds: float = MOST_SECONDS) -> str:
    """The text at `url`, which must be UTF-8.

    Server errors are tried again three times. Raises DownloadError if the server cannot be reached, answers with an error or with a web
    page, sends less than it announced, more than `most_bytes`, for longer than `most_seconds`, or something that is not text.
    """
    with requests.Session() as session:
        session.mount("https://", HTTPAdapter(max_retries=_RETRY))
        session.mount("http://", HTTPAdapter(max_retries=_RETRY))
        try:
            with session.get(url, stream=True, timeout=TIMEOUTS, headers={"Accept": "text/plain, text/markdown"}) as response:
                _check_head(response, url)
                body = _body(response, url, most_bytes, most_seconds)
        except requests.RequestException as error:
            raise DownloadError(f"cannot get {url}: {_cause(error)}") from None
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DownloadError(f"{url} is not UTF-8 text (byte {error.start})") from None


def _check_head(response: requests.Response, url: str) -> None:
    if response.status_code != requests.codes.ok:
        raise DownloadError(f"{url} answers with status {response.status_code}")
    if "html" in response.headers.get("Content-Type", "").lower():
        raise DownloadError(f"{url} answers with a web page and not with the text of the table")


def _body(response: requests.Response, url: str, most_bytes: int, most_seconds: float) -> bytes:
    """The whole body. requests itself raises when a server sends less than it announced."""
    deadline = time.monotonic() + most_seconds
    body = bytearray()
    for piece in response.iter_content(65536):
        body += piece
        if len(body) > most_bytes:
            raise DownloadError(f"{url} sends more than {most_bytes:,} bytes")
        if time.monotonic() > deadline:
            raise DownloadError(f"{url} is not done after {most_seconds:.0f} seconds")
    return bytes(body)


def _cause(error: requests.RequestException) -> str:
    """The reason in a few words: requests nests the interesting part deeply."""
    if isinstance(error, requests.Timeout):
        return "the server does not answer in time"
    if isinstance(error, requests.exceptions.ChunkedEncodingError):
        return "the answer breaks off"
    if isinstance(error, requests.ConnectionError):
        return "no connection to the server"
    return str(error)
