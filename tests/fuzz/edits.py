"""What a kept run answers after an edit is what an audit from nothing answers."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch

from inputs import as_json
from mutations import mutated

from mindaudit.audit.engine import scan
from mindaudit.config.schema import Config
from mindaudit.model import Audit, FileAudit, SourceFile

EDITS = 3


class StaleError(AssertionError):
    """A kept run gave another answer."""


def check_edits(folder: Path, audit: Audit, random: Random) -> None:
    """Edit one file after the other and compare; the files are as before afterwards."""
    files = [file for file in audit.files if file.problem is None and not file.cells and file.text]
    if not files:
        return
    kept = Config(jobs=1, gitignore=True)
    with TemporaryDirectory() as place, patch.dict(os.environ, MINDAUDIT_CACHE=place):
        scan([folder], kept)
        for _ in range(EDITS):
            file = random.choice(files)
            with _edited(folder / file.path, mutated(file.text, [each.text for each in files], random)):
                _compare(folder, file, kept)


def _compare(folder: Path, file: FileAudit, kept: Config) -> None:
    anew = Config(jobs=1, cache=False, gitignore=True)

    def edited(source: SourceFile) -> bool:
        return source.name == file.path

    for wanted in (edited, None):
        if as_json([scan([folder], kept, wanted=wanted)]) != as_json([scan([folder], anew, wanted=wanted)]):
            raise StaleError(f"after an edit of {file.path} a kept run says something else{' of it' if wanted else ''}")


@contextmanager
def _edited(path: Path, text: str) -> Iterator[None]:
    before = path.read_bytes()
    path.write_text(text, "utf-8", "surrogatepass", newline="")
    try:
        yield
    finally:
        path.write_bytes(before)
