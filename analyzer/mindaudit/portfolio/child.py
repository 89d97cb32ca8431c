"""A child process that audits repositories one after another, and is ended when one takes too long or crashes it.

Requests and answers go through its standard input and output, each preceded by its length.
"""

from __future__ import annotations

import os
import queue
import signal
import struct
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO, Final

import msgspec

from mindaudit.config.values import read_value
from mindaudit.portfolio.collecting import Chunk, collected
from mindaudit.portfolio.job import Divided, Job, perform
from mindaudit_reports.portfolio.records import Row

_LENGTH: Final = struct.Struct("<Q")


class Perform(msgspec.Struct, frozen=True, tag=True):
    """A request to do a job."""

    job: Job
    scratch: str
    """An empty folder."""
    facts: str = ""
    """A file with facts that were collected elsewhere; empty for none."""


class Collect(msgspec.Struct, frozen=True, tag=True):
    """A request for the facts of texts."""

    chunk: Chunk


class Answer(msgspec.Struct, frozen=True):
    """One of the possible answers."""

    row: Row | None = None
    divided: Divided | None = None
    facts: list[bytes | None] | None = None


class EndedError(Exception):
    """The process ended before it answered."""


class TooLongError(EndedError):
    """The process was ended because it took too long."""


class Child:
    """A child process that answers requests."""

    def __init__(self) -> None:
        """Starts the process; nothing of the current folder is imported there."""
        self._process = subprocess.Popen(
            [sys.executable, "-c", "from mindaudit.portfolio import child; child.main()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONSAFEPATH": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            start_new_session=True,
        )

    def ask(self, request: Perform | Collect, limit: float) -> Answer:
        """The answer to a request. Raises EndedError, also after `limit` seconds; the process is of no use then."""
        assert self._process.stdin
        assert self._process.stdout
        late = threading.Event()
        timer = threading.Timer(limit, self._too_late, [late])
        timer.start()
        try:
            _send(self._process.stdin, msgspec.msgpack.encode(request))
            answer = _receive(self._process.stdout)
        except OSError:
            answer = None
        finally:
            timer.cancel()
        if answer is None:
            self.end()
            raise TooLongError if late.is_set() else EndedError
        return msgspec.msgpack.decode(answer, type=Answer)

    def _too_late(self, late: threading.Event) -> None:
        late.set()
        self.end()

    def end(self) -> None:
        """Kill it and all that it has started."""
        if hasattr(os, "killpg") and self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()


def main() -> None:
    """Answer requests until standard input ends, and then end at once, whatever is being done."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # what anything prints is no answer
    waiting: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(requests, waiting), daemon=True).start()
    decoder = msgspec.msgpack.Decoder(Perform | Collect, dec_hook=read_value)
    while True:
        _send(answers, msgspec.msgpack.encode(_answered(decoder.decode(waiting.get()))))


def _answered(request: Perform | Collect) -> Answer:
    if isinstance(request, Collect):
        return Answer(facts=collected(request.chunk))
    done = perform(request.job, Path(request.scratch), Path(request.facts) if request.facts else None)
    return Answer(divided=done) if isinstance(done, Divided) else Answer(row=done)


def _listen(requests: IO[bytes], waiting: queue.SimpleQueue[bytes]) -> None:
    while (request := _receive(requests)) is not None:
        waiting.put(request)
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)  # git too, which may wait for a server
    os._exit(0)


def _send(stream: IO[bytes], content: bytes) -> None:
    stream.write(_LENGTH.pack(len(content)) + content)
    stream.flush()


def _receive(stream: IO[bytes]) -> bytes | None:
    """The next message; None if the other side has ended."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    content = stream.read(length)
    return content if len(content) == length else None
