"""Runs the command line and writes down what Python's own audit hooks say that it does: watched.py LOG scan …"""

from __future__ import annotations

import json
import sys
from typing import TextIO

EVENTS = (
    "exec",
    "compile",
    "import",
    "open",
    "os.",
    "subprocess.",
    "socket.",
    "pickle.",
    "shutil.",
    "ctypes.",
    "urllib.",
    "sqlite3.",
    "code.",
)


def watch(log: TextIO) -> None:
    """Write each event with its arguments."""
    busy = False

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal busy
        if busy or not event.startswith(EVENTS):
            return
        busy = True
        shown = [getattr(each, "co_filename", None) or (each if isinstance(each, (int, str)) else str(each)[:500]) for each in arguments]
        log.write(json.dumps([event, *shown]) + "\n")
        busy = False

    sys.addaudithook(hook)


if __name__ == "__main__":
    name = sys.argv.pop(1)
    with open(name, "w", encoding="utf-8") as file:  # noqa: PTH123
        watch(file)
        from mindaudit.cli import run

        status = run()
        file.flush()
        sys.addaudithook(lambda event, arguments: None)
        sys.exit(status)
