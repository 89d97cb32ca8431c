"""Writes results whole or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from mindaudit.errors import MindauditError, UsageError


def check_writable(path: Path) -> None:
    """Raise UsageError now rather than after a long scan if `path` cannot be written."""
    if path.is_dir():
        raise UsageError(f"cannot write {path}: it is a folder; name a file in it")
    if not path.parent.is_dir():
        raise UsageError(f"cannot write {path}: there is no folder {path.parent}; make it first")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise UsageError(f"cannot write {path}: no permission; choose another place")


def write_file(path: Path, content: str | bytes) -> None:
    """Put `content` into a file, which keeps its old content if that fails. Raises MindauditError."""
    data = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
        else:
            _replace(Path(os.path.realpath(path)), data)
    except OSError as error:
        raise MindauditError(f"cannot write {path}: {error.strerror or error}") from None


def _replace(path: Path, data: bytes) -> None:
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(temporary).chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def write_standard(content: str | bytes) -> None:
    """Put `content` on standard output; text as UTF-8 unless a terminal wants another encoding."""
    if isinstance(content, str):
        encoding = (sys.stdout.encoding if sys.stdout.isatty() else None) or "utf-8"
        content = content.encode(encoding, "backslashreplace")
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # whoever read has had enough; without this Python would complain once more at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
