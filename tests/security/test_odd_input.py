"""Encodings, figures and nesting that were made to break, mislead or occupy whoever reads them: each file is a row, the audit goes on."""

from __future__ import annotations

import encodings.aliases
import json
import time
from pathlib import Path

import msgspec
import pytest

from mindaudit.audit.collect_files import collect_one
from mindaudit.cli import run
from mindaudit.collect import collect
from mindaudit.model import Problem, SourceFile
from mindaudit.sources.read import read

ENCODINGS = sorted(
    {*encodings.aliases.aliases.values(), *encodings.aliases.aliases, "idna", "punycode", "unicode_escape", "undefined", "oem"}
)
LARGE = "x = 1\n" * 100_000


def read_bytes(folder: Path, data: bytes, name: str = "x.py") -> SourceFile:
    path = folder / name
    path.write_bytes(data)
    return read(SourceFile(str(path), name))


def test_every_encoding_that_python_knows(tmp_path: Path) -> None:
    for name in ENCODINGS:
        for body in (b"import torch\n", b"\xe5\xb1\x82\xff\x80\n", b"+AGE- \\x41 xn--a-\n"):
            file = read_bytes(tmp_path, b"# coding: " + name.encode() + b"\n# " + body)
            assert file.problem is None or file.problem.code == "MA902", name
            assert not isinstance(file.problem, Problem) or not file.text


@pytest.mark.parametrize(
    "name", ["punycode", "idna", "utf-7", "unicode_escape", "raw_unicode_escape", "undefined", "charmap", "hz", "iso2022_jp"]
)
def test_no_encoding_takes_for_ever(tmp_path: Path, name: str) -> None:
    begun = time.process_time()
    read_bytes(tmp_path, f"# coding: {name}\n{LARGE}".encode())
    read_bytes(tmp_path, f"# coding: {name}\n{'a-' * 200_000}{'9' * 200_000}\n".encode())
    assert time.process_time() - begun < 10


@pytest.mark.parametrize(
    "cookie",
    [
        "zlib",
        "bz2",
        "hex",
        "base64",
        "rot13",
        "uu",
        "quopri",
        "mbcs",
        "os",
        "os.path",
        "mindaudit",
        "..",
        "__init__",
        "a" * 100_000,
        "-" * 9_000,
        ".",
    ],
)
def test_a_cookie_that_names_no_encoding_of_text_is_passed_over(tmp_path: Path, cookie: str) -> None:
    file = read_bytes(tmp_path, f"# coding: {cookie}\n# 层\n".encode())
    assert file.problem is None
    assert file.text.endswith("# 层\n")


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "1" * 4_300 + "\n",
        "x = " + "9" * 5_000 + "\n",
        "x = 0x" + "f" * 10_000 + "\ny = torch.ones(0x" + "f" * 10_000 + ")\n",
        "y = torch.sum(torch.ones(2), dim=0x" + "f" * 10_000 + ")\n",
        "y = torch.ones(2)[0x" + "f" * 10_000 + " : -0b" + "1" * 30_000 + "]\n",
        "for i in range(10 ** 10 ** 10): y = torch.ones([1] * 10 ** 12)\n",
        "y = torch.ones(2) << 10 ** 10\nz = 1 << 10 ** 12\n",
        "y = torch.ones('a' * 10 ** 12, f'{1:>1000000000}', '%1000000000d' % 1)\n",
        "y = torch.ones(1e400, -1e400, 1e400j)\n",
        "x = '\\N{BULLET}' '\\N{no such}' '\\ud800' b'\\xff'\n",
        "y = torch.abs('\ud800')\n",
        "x = " + "-" * 500 + "1\n",
        "y: '" + "list[" * 100 + "int" + "]" * 100 + "' = torch.ones(2)\n",
        "y = torch.round(torch.ones(2), decimals=0x" + "f" * 10_000 + ")\n",
    ],
    ids=range(14),
)
def test_figures_and_literals(tmp_path: Path, text: str) -> None:
    (tmp_path / "odd.py").write_text("import torch\n" + text, "utf-8", "surrogatepass")
    (tmp_path / "good.py").write_text("import torch\nz = torch.abs(torch.ones(2))\n")
    begun = time.process_time()
    assert run(["scan", str(tmp_path), "-q", "--format", f"json={tmp_path / 'a.json'}", "--format", f"html={tmp_path / 'a.html'}"]) == 0
    assert time.process_time() - begun < 20
    report = json.loads((tmp_path / "a.json").read_text("utf-8"))
    files = {file["path"]: file for file in report["files"]}
    assert files["good.py"]["status"] == "analyzed"
    assert "MA903" not in [problem["code"] for file in files.values() if (problem := file["problem"])]


@pytest.mark.parametrize(
    "data",
    [
        b'{"cells":' + b"[" * 100_000,
        b'{"cells": [' + b'{"a":' * 50_000 + b"1" + b"}" * 50_000 + b"]}",
        b'{"cells": [], "x": ' + b"1" * 10_000 + b"}",
        b'{"cells": [{"cell_type": "code", "source": ' + b"[" * 900 + b"]" * 900 + b"}]}",
        b'{"cells": [{"cell_type": "code", "source": 1}]}',
        b'{"cells": [1, null, "x", [], {"cell_type": ["code"]}]}',
        b'{"cells": {"a": 1}}',
        b'{"worksheets": [1, {"cells": 1}]}',
        b'{"worksheets": [{"cells": {"a": 1}}]}',
        b'{"metadata": {"kernelspec": {"language": 1}}, "cells": []}',
        b'{"cells": NaN}',
        b'"cells"',
        b"null",
        b"\xff\xfe{\0}\0",
        b'{"cells": [{"cell_type": "code", "source": "' + b"(" * 100_000 + b'"}]}',
        b'{"cells": [{"cell_type": "code", "source": "\\ud800 = 1\\n\\u0000"}]}',
    ],
    ids=range(16),
)
def test_notebooks(tmp_path: Path, data: bytes) -> None:
    file = read_bytes(tmp_path, data, "n.ipynb")
    assert file.problem is None or file.problem.code in ("MA901", "MA902")
    assert collect_one(file) is not None


@pytest.mark.parametrize("data", ["[" * 100_000, '{"a":' * 100_000, "1" * 10_000, '{"schema": ' + "1" * 10_000 + "}", "NaN", "\ud800"])
@pytest.mark.parametrize("command", [["report"], ["diff"], ["baseline", "check"]])
def test_json_that_comes_back(tmp_path: Path, data: str, command: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.json"
    file.write_text(data, "utf-8", "surrogatepass")
    (tmp_path / "a.py").write_text("import torch\n")
    places = {"report": [str(file)], "diff": [str(file), str(file)], "baseline": [str(tmp_path / "a.py"), "--baseline", str(file)]}
    assert run([*command, *places[command[0]]]) == 2
    err = capfd.readouterr().err
    assert err.count("\n") == 1
    assert len(err) < 2_000


@pytest.mark.parametrize(
    "text", ["x = " + "[" * 5_000, "a = 1\n[" + "b" * 100 + "\n", "exclude = " + '"' * 5, "\x00", "target = [" + "1" * 10_000 + "]"]
)
def test_a_configuration_that_is_none(tmp_path: Path, text: str, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mindaudit.toml").write_text(text)
    (tmp_path / "a.py").write_text("import torch\n")
    assert run(["scan", str(tmp_path)]) == 2
    err = capfd.readouterr().err
    assert err.count("\n") == 1
    assert len(err) < 2_000


def test_facts_hold_no_code(tmp_path: Path) -> None:
    """What a file's facts are made of: texts and figures, whatever the file would do."""
    facts = collect(SourceFile("x.py", "x.py", "import os\nos.system('x')\nx = [].__class__\n__import__('os')\n"))

    def kinds(value: object) -> set[type]:
        value = msgspec.structs.astuple(value) if isinstance(value, msgspec.Struct) else value
        parts = value.items() if isinstance(value, dict) else value if isinstance(value, (tuple, list, frozenset)) else ()
        return {type(value), *(kind for part in parts for kind in kinds(part))}

    plain = {str, int, bool, float, complex, bytes, tuple, list, dict, frozenset, type(None)}
    assert {kind for kind in kinds(facts) if kind not in plain and not issubclass(kind, tuple)} == set()
