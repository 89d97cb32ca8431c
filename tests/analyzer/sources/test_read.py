from __future__ import annotations

import codecs
import os
from pathlib import Path

import pytest

from mindaudit.model import Problem, SourceFile
from mindaudit.sources.read import decode, read


def read_bytes(folder: Path, data: bytes, name: str = "x.py") -> SourceFile:
    path = folder / name
    path.write_bytes(data)
    return read(SourceFile(str(path), name))


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        ("x = '层'\n".encode(), "x = '层'\n"),
        (codecs.BOM_UTF8 + b"x = 1\n", "x = 1\n"),
        (b"# coding: latin-1\nx = '\xe9'\n", "# coding: latin-1\nx = 'é'\n"),
        (b"#!/usr/bin/python\n# -*- coding: gbk -*-\n# \xb2\xe3\n", "#!/usr/bin/python\n# -*- coding: gbk -*-\n# 层\n"),
        ("# 卷积层\nx = 1\n".encode("gbk"), "# 卷积层\nx = 1\n"),
        ("# coding: no-such\n# 层\n".encode(), "# coding: no-such\n# 层\n"),
        ("# coding: rot13\n# 层\n".encode(), "# coding: rot13\n# 层\n"),
        (b"a\r\nb\rc\x0c\n", "a\r\nb\rc\x0c\n"),
    ],
)
def test_decoding(tmp_path: Path, data: bytes, text: str) -> None:
    file = read_bytes(tmp_path, data)
    assert (file.text, file.problem) == (text, None)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\x7fELF\0\0", "binary"),
        ("x = 1\n".encode("utf-16"), "UTF-16"),
        (b"# caf\xe9\n# \xff\xff\n", "neither UTF-8 nor GBK"),
    ],
)
def test_what_is_no_text_is_a_row(tmp_path: Path, data: bytes, reason: str) -> None:
    file = read_bytes(tmp_path, data)
    assert file.problem is not None
    assert file.problem.code == "MA902"
    assert reason in file.problem.message


def test_a_file_that_vanished_is_a_row(tmp_path: Path) -> None:
    file = read(SourceFile(str(tmp_path / "gone.py"), "gone.py"))
    assert file.problem == Problem("MA902", "No such file or directory")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_does_not_stop_the_audit(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    assert read(SourceFile(str(tmp_path / "pipe.py"), "pipe.py")).problem == Problem("MA902", "not a regular file")


def test_a_problem_found_earlier_stays() -> None:
    file = SourceFile("x.py", "x.py", problem=Problem("MA902", "a link to nothing"))
    assert read(file) is file


def test_warnings_about_a_declared_encoding_stay_unsaid(recwarn: pytest.WarningsRecorder) -> None:
    assert decode(b"# coding: unicode_escape\nx = '\\d'\n").endswith("x = '\\d'\n")
    assert not recwarn.list
