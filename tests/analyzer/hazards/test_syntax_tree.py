"""Nodes by place, whatever was asked for before."""

from __future__ import annotations

import ast
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from mindaudit.hazards.framework.syntax import SyntaxTree

PROJECTS = Path(__file__).parents[2] / "projects"
FILES = [PROJECTS / "resolve" / name for name in ("dispatch.py", "loops.py", "narrowing.py", "unpacking.py")]
N = 5000


def paths(node: ast.AST, above: tuple[ast.AST, ...] = ()) -> Iterator[tuple[ast.AST, ...]]:
    """Each node with what encloses it, from the inside."""
    for child in ast.iter_child_nodes(node):
        placed = isinstance(child, (ast.expr, ast.stmt))
        if placed:
            yield (child, *above)
        yield from paths(child, (child, *above) if placed else above)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_node_is_found_by_its_place(file: Path) -> None:
    tree = SyntaxTree(file.read_text())
    (module,) = tree.nodes(ast.Module)
    inner = {tree.span(path[0]): path for path in paths(module)}  # of several with one place the innermost
    found = list(inner)
    Random(1).shuffle(found)
    assert len(found) > 50
    for span in found:
        assert tree.at(span) == list(inner[span])
        assert tree.at((span[0], span[1] + 1)) == list(inner.get((span[0], span[1] + 1), ()))


@pytest.mark.parametrize("text", ["if x: pass\n" + "elif x: pass\n" * 900, "if x: pass\n" * N, f"y = [{'x, ' * N}]\n"])
def test_places_in_long_chains_and_blocks_take_no_time(text: str) -> None:
    tree = SyntaxTree(text)
    places = [at for at, letter in enumerate(text) if letter == "x"]
    begun = time.process_time()
    for at in places:
        assert tree.at((at, at + 1))
    assert time.process_time() - begun < 10
