"""Makes field_usage.csv, the calls of each API in projects that their maintainers run on Ascend.

    python -m importers.field_usage CHECKOUT…

Each CHECKOUT is a clone of a project, in a folder of the project's name. Tests of the projects count as well.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from importers.source_names import SourceNames
from importers.tables import DATA, write_table

COLUMNS = ("name", "backend", "project", "calls", "keywords")
BACKEND = "ascend"


def rows(projects: Sequence[Path]) -> Iterator[tuple[str, ...]]:
    """The lines of the table: an API, a project, how often it calls it, and the keywords that it passes."""
    calls: Counter[tuple[str, str]] = Counter()
    keywords: dict[tuple[str, str], set[str]] = defaultdict(set)
    for project in projects:
        for path in sorted(project.rglob("*.py")):
            for name, passed in _called(path):
                calls[name, project.name] += 1
                keywords[name, project.name] |= passed
    for (name, project_name), count in sorted(calls.items()):
        yield name, BACKEND, project_name, str(count), " ".join(sorted(keywords[name, project_name]))


def _called(path: Path) -> Iterator[tuple[str, set[str]]]:
    file = SourceNames.of(path)
    for node in ast.walk(file.tree) if file else ():
        if isinstance(node, ast.Call) and (name := file.api(node.func)):  # type: ignore[union-attr]
            yield name, {keyword.arg for keyword in node.keywords if keyword.arg}


if __name__ == "__main__":
    write_table(DATA / "field_usage.csv", COLUMNS, rows([Path(argument) for argument in sys.argv[1:]]))
