"""Makes upstream_tests.csv, which APIs MindSpore's own system tests run on which backend in which mode.

    python -m importers.upstream_tests CHECKOUT

CHECKOUT is a clone of the repository mindspore-ai/mindspore_test. A test is a function marked with `arg_mark(plat_marks=[…])`; it runs
what it names, and what those functions and classes of its file name that it uses. One that names no mode runs in the default one,
PyNative; `TEST_OP`, their common helper, runs both modes but those that `disable_mode` lists.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from importers.source_names import Definition, SourceNames
from importers.tables import DATA, write_table

COLUMNS = ("name", "backend", "mode", "tests")
FOLDERS = ("mint", "networks", "nn", "ops", "optimizer", "optimizer_ex", "tensor")
_BACKENDS = {"platform_ascend": "ascend", "platform_gpu": "gpu", "cpu_": "cpu"}
_MODES = {
    "pynative": re.compile(r"pynative(_mode)?|pyboost", re.I),
    "graph": re.compile(r"graph(_mode(_o0)?)?|kbk|ge", re.I),
}
_BOTH = {"PYNATIVE_MODE": "pynative", "GRAPH_MODE_O0": "graph"}
"""What the helper that runs both modes calls them."""


def rows(tests: Path) -> Iterator[tuple[str, str, str, str]]:
    """The lines of the table, from the folder of system tests."""
    counts: Counter[tuple[str, str, str]] = Counter()
    for path in sorted(path for folder in FOLDERS for path in (tests / folder).rglob("*.py")):
        file = SourceNames.of(path)
        counts.update(_of_file(file) if file else ())
    yield from ((*key, str(tests)) for key, tests in sorted(counts.items()))


def _of_file(file: SourceNames) -> Iterator[tuple[str, str, str]]:
    """An API with a backend and a mode, once for each test that runs it so."""
    everywhere = _modes(node for statement in file.tree.body if not isinstance(statement, Definition) for node in ast.walk(statement))
    for definition in file.definitions.values():
        backends = _marked(definition)
        if not backends:
            continue
        nodes = list(file.reached(definition))
        modes = _modes(nodes) or everywhere or {"pynative"}
        names = {name for node in nodes if (name := file.api(node))}
        yield from ((name, backend, mode) for name in names for backend in backends for mode in modes)


def _marked(definition: Definition) -> set[str]:
    """The backends that the marks of a test name."""
    keywords = [keyword for node in definition.decorator_list if isinstance(node, ast.Call) for keyword in node.keywords]
    texts = {_word(node) for keyword in keywords if keyword.arg == "plat_marks" for node in ast.walk(keyword.value)}
    return {backend for start, backend in _BACKENDS.items() if any(text.startswith(start) for text in texts)}


def _modes(nodes: Iterable[ast.AST]) -> set[str]:
    """The modes that nodes name, or that the common helper which they call runs."""
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Call) and _word(node.func) == "TEST_OP":
            disabled = {item for keyword in node.keywords if keyword.arg == "disable_mode" for item in map(_word, ast.walk(keyword.value))}
            found |= {mode for name, mode in _BOTH.items() if name not in disabled}
        elif _word(node) == "jit":
            found.add("graph")
        elif not _is_disabled(node):
            found |= {mode for mode, pattern in _MODES.items() if pattern.fullmatch(_word(node))}
    return found


def _is_disabled(node: ast.AST) -> bool:
    """Whether a text is one of those that only `disable_mode` of the helper names."""
    return isinstance(node, ast.Constant) and node.value in ("GRAPH_MODE", *_BOTH)


def _word(node: ast.AST) -> str:
    """A name, an attribute's name, or a text; "" of anything else."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    return getattr(node, "attr", "") or getattr(node, "id", "")


if __name__ == "__main__":
    write_table(DATA / "upstream_tests.csv", COLUMNS, rows(Path(sys.argv[1]) / "tests" / "st"))
