"""Writes results whole or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from mindaudit.errors import MindauditError, UsageError
from mindaudit.output.clean import one_line, visible

NAME_LENGTH = 50
"""How much of a file's name its temporary one bears, so that a name that may just be is not too long then."""
SUFFIX = ".mindaudit"
"""How temporary files end."""
STALE = 3_600
"""Seconds after which nobody writes a temporary file any more: what it is to hold is complete before it is made."""


def check_writable(path: Path) -> None:
    """Raise UsageError now rather than after a long scan if `path` cannot be written."""
    if path.is_dir():
        raise UsageError(f"cannot write {path}: it is a folder; name a file in it")
    folder = Path(os.path.realpath(path)).parent
    if not folder.is_dir():
        raise UsageError(f"cannot write {path}: there is no folder {folder if path.is_symlink() else path.parent}; make it first")
    needed = [path] if path.exists() else []
    if not _is_special(path):
        needed.append(folder)
    if not all(os.access(place, os.W_OK) for place in needed):
        raise UsageError(f"cannot write {path}: no permission; choose another place")


def make_folder(path: Path) -> None:
    """Make a folder to write into, unless it is there. Raises UsageError if it cannot be made or written."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot make the folder {path}: {error.strerror or error}") from None
    if not os.access(path, os.W_OK):
        raise UsageError(f"cannot write into {path}: no permission; choose another place")


def write_file(path: Path, content: str | bytes) -> None:
    """Put `content` into a file, which keeps its old content if that fails. Raises MindauditError."""
    data = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
    try:
        if _is_special(path):
            _pour(path, data)
        else:
            _replace(Path(os.path.realpath(path)), data)
    except OSError as error:
        raise MindauditError(f"cannot write {path}: {error.strerror or error}") from None


def _is_special(path: Path) -> bool:
    """Whether a path is a pipe, a terminal or another device: these are written to, not replaced."""
    return path.exists() and not path.is_file()


def _pour(path: Path, data: bytes) -> None:
    # whoever reads may have had enough
    with suppress(BrokenPipeError):
        path.write_bytes(data)


def _replace(path: Path, data: bytes) -> None:
    prefix = f".{path.name[:NAME_LENGTH]}."
    handle, temporary = tempfile.mkstemp(prefix=prefix, suffix=SUFFIX, dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        _adopt(temporary, path)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    with suppress(OSError):
        _tidy(path.parent, prefix)


def _tidy(folder: Path, prefix: str) -> None:
    """Remove old temporary files with this prefix: runs that were killed have left them."""
    with os.scandir(folder) as entries:
        left = [entry for entry in entries if entry.name.startswith(prefix) and entry.name.endswith(SUFFIX)]
    for entry in left:
        if entry.stat().st_mtime < time.time() - STALE:
            Path(entry.path).unlink()


def _adopt(temporary: str, path: Path) -> None:
    """Give a file the permissions and, where that is allowed, the owner of the one that it replaces."""
    if not path.exists():
        Path(temporary).chmod(0o666 & ~_umask())
        return
    old = path.stat()
    with suppress(OSError, AttributeError):
        os.chown(temporary, old.st_uid, old.st_gid)
    Path(temporary).chmod(old.st_mode & 0o777)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def is_terminal() -> bool:
    """Whether standard output is open and a person reads it."""
    return sys.stdout is not None and sys.stdout.isatty()


def write_standard(content: str | bytes) -> None:
    """Put `content` on standard output; text as UTF-8 unless a terminal wants another encoding. Raises MindauditError."""
    if sys.stdout is None:
        raise MindauditError("cannot write to standard output: it is closed")
    if isinstance(content, str):
        content = content.encode((sys.stdout.encoding if is_terminal() else None) or "utf-8", "backslashreplace")
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # whoever read has had enough
        _discard(sys.stdout)
    except OSError as error:
        _discard(sys.stdout)
        raise MindauditError(f"cannot write to standard output: {error.strerror or error}") from None


def _discard(stream: TextIO) -> None:
    """Redirect a broken stream to the null device, so that Python does not fail to flush it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def tell(text: str) -> None:
    """Put lines on standard output; control characters are spelled out. Raises MindauditError."""
    write_standard(f"{visible(text)}\n")


def say(message: str) -> None:
    """Put one line in the tool's own name on standard error. Does nothing if standard error is closed."""
    complain(f"mindaudit: {message}")


def complain(message: str) -> None:
    """Put one line on standard error. Does nothing if standard error is closed."""
    if sys.stderr is None:
        return
    try:
        print(one_line(message), file=sys.stderr, flush=True)
    except OSError:
        _discard(sys.stderr)
