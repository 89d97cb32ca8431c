"""Run small programs through MindSpore's graph compiler and record what it does with each construct.

    python mapping_data/importers/graph_syntax_probe.py mapping_data/mindaudit_data/graph_syntax.csv

Run it once with each MindSpore release's own interpreter (PyPI wheels, CPU): rows of that release are replaced, all others stay.
The programs are the sections of graph_syntax_probes.md beside this file. Each runs in a forked process of its own, in PyNative mode
and compiled (functions through `mindspore.jit`, Cells in graph mode), at both syntax levels. A program that states the `expected` result
is held against it in all three ways; else the compiled results are compared with that of PyNative mode.

Outcomes: `ok` the same result, `differs` compiled but another result, `fails` an exception (its type is the detail),
`crash` the process died or hung, `none` the program does not run in PyNative mode either, so nothing is known.
"""

from __future__ import annotations

import csv
import importlib.util
import os
import pickle
import re
import select
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

PROBES = Path(__file__).with_name("graph_syntax_probes.md")
HEADER = ("construct", "mindspore", "backend", "level", "outcome", "detail")
SECONDS = 60.0
PRELUDE = """import mindspore as ms
import numpy as np
from mindspore import Tensor, mint, nn, ops

x = Tensor(np.array([1, -2, 3, -4], np.float32))
args = (x,)

"""


def probes(text: str) -> Iterator[tuple[str, str]]:
    """Name and program of each section of the Markdown text."""
    for name, source in re.findall(r"^## ([^\n]+)\n```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        yield name, PRELUDE + source


def load(source: str, folder: str) -> dict[str, Any]:
    """Import the program from a file, since the graph compiler reads sources, and return its names."""
    path = Path(folder) / "probe_program.py"
    path.write_text(source)
    spec = importlib.util.spec_from_file_location("probe_program", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["probe_program"] = module
    spec.loader.exec_module(module)
    return vars(module)


def plain(value: Any) -> Any:
    """The value with numpy arrays in place of tensors, so that results compare and travel between processes."""
    if hasattr(value, "asnumpy"):
        return value.asnumpy()
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


def same(left: Any, right: Any) -> bool:
    """Whether two plain results agree in structure, dtype, shape and values."""
    import numpy as np

    if type(left) is not type(right):
        return False
    if isinstance(left, np.ndarray):
        return left.dtype == right.dtype and left.shape == right.shape and bool(np.allclose(left, right))
    if isinstance(left, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    return bool(left == right)


def eager(source: str, folder: str) -> tuple[Any, Any]:
    """The program's result in PyNative mode, and the one that it states itself (else None)."""
    names = load(source, folder)
    function = names["f"]
    result = plain((function() if isinstance(function, type) else function)(*names["args"]))
    return result, plain(names.get("expected"))


def stated(source: str, folder: str) -> Any:
    """The result that the program states itself, None if it states none."""
    return plain(load(source, folder).get("expected"))


def compiled(source: str, folder: str, strict: bool) -> Any:
    """The program's result through the graph compiler."""
    import mindspore

    names = load(source, folder)
    function = names["f"]
    if isinstance(function, type):
        level = mindspore.STRICT if strict else mindspore.LAX
        mindspore.set_context(mode=mindspore.GRAPH_MODE, jit_syntax_level=level)
        return plain(function()(*names["args"]))
    return plain(mindspore.jit(function, fullgraph=strict)(*names["args"]))


def forked(task: Callable[[], Any]) -> tuple[str, Any]:
    """Run `task` in a child process: ("ok", result), ("fails", name of the exception) or ("crash", signal or "timeout")."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        os.chdir(tempfile.gettempdir())  # the compiler dumps files where it fails
        try:
            answer = ("ok", task())
        except Exception as error:
            answer = ("fails", type(error).__name__)
        with os.fdopen(writer, "wb") as out:
            pickle.dump(answer, out)
        os._exit(0)
    os.close(writer)
    return collect(child, reader)


def collect(child: int, reader: int) -> tuple[str, Any]:
    """Read a child's answer, or end it after the time limit."""
    deadline, received = time.monotonic() + SECONDS, b""
    while True:
        ready, _, _ = select.select([reader], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            os.kill(child, signal.SIGKILL)
            break
        part = os.read(reader, 65536)
        if not part:
            break
        received += part
    os.close(reader)
    _, status = os.waitpid(child, 0)
    if received:
        answer: tuple[str, Any] = pickle.loads(received)
        return answer
    return "crash", "timeout" if time.monotonic() >= deadline else f"signal {os.WTERMSIG(status)}"


def judge(expected: Any, got: tuple[str, Any]) -> tuple[str, str]:
    """Outcome and detail of a run, held against the expected result."""
    if got[0] != "ok":
        return got
    return ("ok", "") if same(expected, got[1]) else ("differs", "")


def run() -> Iterator[tuple[str, ...]]:
    """One row for each probe and syntax level, for the installed MindSpore."""
    import mindspore

    for name, source in probes(PROBES.read_text()):
        with tempfile.TemporaryDirectory() as folder:
            for level, outcome, detail in tried(source, folder):
                yield name, mindspore.__version__, "cpu", level, outcome, detail


def tried(source: str, folder: str) -> Iterator[tuple[str, str, str]]:
    """Level, outcome and detail of each way to run a program."""
    outcome, answer = forked(partial(eager, source, folder))
    result, expected = answer if outcome == "ok" else (None, forked(partial(stated, source, folder))[1])
    if expected is not None:
        yield "eager", *(judge(expected, ("ok", result)) if outcome == "ok" else (outcome, answer))
    for level in ("lax", "strict"):
        got = forked(partial(compiled, source, folder, level == "strict"))
        known = judge(result if expected is None else expected, got)
        yield level, *(known if outcome == "ok" or expected is not None else ("none", f"eager: {answer}"))


def main(target: Path) -> None:
    """Replace the installed release's rows in the table."""
    rows = list(run())
    release = rows[0][1]
    if target.exists():
        with target.open(newline="") as table:
            rows += [tuple(row) for row in list(csv.reader(table))[1:] if row[1] != release]
    rows.sort(key=lambda row: (row[0], [int(part) for part in row[1].split(".")], row[3]))
    with target.open("w", newline="") as table:
        csv.writer(table, lineterminator="\n").writerows([HEADER, *rows])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
