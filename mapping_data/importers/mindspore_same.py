"""Makes mindspore_same.csv, the public names that stand for one thing, so that what ran under one name ran under all of them.

    python -m importers.mindspore_same

Runs where the newest MindSpore release is installed. Names are the same if they refer to one object; a method of Tensor counts as the same
as the function that its docstring refers to.
"""

from __future__ import annotations

import inspect
import re
import types
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from importers.mindspore_probe import members, names
from importers.tables import DATA, write_table

COLUMNS = ("name", "same")
_REFERENCE = re.compile(r"(?:refer to|[Aa]lias (?:for|of)):? *:(?:func|class|meth):`(mindspore\.[\w.]+)`")


def rows() -> Iterator[tuple[str, str]]:
    """A name and the one that stands for all of its group, for groups of several names."""
    from mindspore import Tensor

    held = {name: value for name, value in names() if isinstance(value, (type, types.FunctionType))}
    groups: dict[int, list[str]] = defaultdict(list)
    for name, value in held.items():
        groups[id(value)].append(name)
    for name, value in members("mindspore.Tensor", Tensor):
        if (other := _referred(value)) in held:
            groups[id(held[other])].append(name)
    for group in groups.values():
        first = min(group, key=lambda name: (name.count("."), len(name), name))
        yield from ((name, first) for name in group if name != first)


def _referred(value: Any) -> str:
    """The name to which a docstring refers for details, "" if to none."""
    found = _REFERENCE.search(inspect.getdoc(value) or "")
    return found[1] if found else ""


if __name__ == "__main__":
    write_table(DATA / "mindspore_same.csv", COLUMNS, sorted(set(rows())))
