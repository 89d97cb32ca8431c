"""The house as a picture: the packages of the analyzer in the layers that import-linter holds, and who imports whom."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "analyzer" / "mindaudit"
WIDTH, HEIGHT, GAP, ROW = 110, 34, 28, 74
"""Pixels of a box, between boxes, and from row to row."""
GROUND = ("sources", "config", "model", "output", "errors")
"""What everything above may import; drawn as one bar, without arrows."""
Edge = tuple[str, str]
"""Who imports, and what."""


def layers() -> list[list[str]]:
    """The layers from the contract, highest first."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    found = next(each for each in contracts if each.get("containers") == ["mindaudit"])
    return [[name.strip() for name in layer.split("|")] for layer in found["layers"]]


def edges() -> set[Edge]:
    """Which package imports which, read off the sources."""
    known = {name for layer in layers() for name in layer}
    found = set()
    for file in PACKAGE.rglob("*.py"):
        own = file.relative_to(PACKAGE).parts[0].removesuffix(".py")
        if own in known:
            found |= {(own, other) for other in _imported(file) if other in known and other != own}
    return found


def _imported(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "mindaudit":
            yield from [node.module.split(".")[1]] if "." in node.module else [alias.name for alias in node.names]
        elif isinstance(node, ast.Import):
            yield from (alias.name.split(".")[1] for alias in node.names if alias.name.startswith("mindaudit."))


def drawn(all_edges: set[Edge]) -> list[Edge]:
    """The edges without those that follow from two others."""
    reach: dict[str, set[str]] = {}
    for layer in reversed(layers()):
        for name in layer:
            direct = {other for own, other in all_edges if own == name}
            reach[name] = direct.union(*(reach.get(other, set()) for other in direct))
    return sorted((own, other) for own, other in all_edges if not any(other in reach[third] for o, third in all_edges if o == own))


def svg() -> str:
    """The picture; every arrow names its ends in `data-from` and `data-to`."""
    rows = [row for row in layers() if not set(row) & set(GROUND)]
    wide = max(map(len, rows)) * (WIDTH + GAP) + GAP
    places = {name: _place(number, index, len(row), wide) for number, row in enumerate(rows) for index, name in enumerate(row)}
    arrows = "".join(_arrow(own, other, places) for own, other in drawn(above_ground()))
    boxes = "".join(_box(name, *place) for name, place in places.items())
    style = "rect{fill:var(--color-background-primary,#fff);stroke:currentColor;rx:6}"
    style += "text{fill:currentColor;font:13px sans-serif;text-anchor:middle}path{fill:none;stroke:currentColor;opacity:.45}"
    head = '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    head += '<path d="M0 0L8 4L0 8z" style="fill:currentColor"/></marker></defs>'
    high = (len(rows) + 1) * ROW
    boxes += _bar(len(rows) * ROW + (ROW - HEIGHT) // 2, wide)
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img" aria-label="analyzer/mindaudit">'
    return f"{opening}<style>{style}</style>{head}{arrows}{boxes}</svg>\n"


def above_ground() -> set[Edge]:
    """The edges between packages that the picture draws as boxes."""
    return {edge for edge in edges() if not set(edge) & set(GROUND)}


def _bar(y: int, wide: int) -> str:
    text = escape(" · ".join(GROUND))
    return f'<rect x="{GAP}" y="{y}" width="{wide - 2 * GAP}" height="{HEIGHT}"/><text x="{wide // 2}" y="{y + 22}">{text}</text>'


def _place(row: int, index: int, count: int, wide: int) -> tuple[int, int]:
    """The upper left corner of a box; each row is centred."""
    left = (wide - count * WIDTH - (count - 1) * GAP) // 2
    return left + index * (WIDTH + GAP), row * ROW + (ROW - HEIGHT) // 2


def _box(name: str, x: int, y: int) -> str:
    return f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}"/><text x="{x + WIDTH // 2}" y="{y + 22}">{escape(name)}</text>'


def _arrow(own: str, other: str, places: dict[str, tuple[int, int]]) -> str:
    """From the lower edge of a box to the upper edge of another; past what stands between them in one column it swings to the side."""
    (x, y), (to_x, to_y) = places[own], places[other]
    start, end = (x + WIDTH // 2, y + HEIGHT), (to_x + WIDTH // 2, to_y)
    swing = _swing(start[0], [left for left, top in places.values() if y < top < to_y]) if x == to_x else 0
    middle = (end[1] - start[1]) / 2
    curve = f"M{start[0]} {start[1]}C{start[0] + swing:g} {start[1] + middle:g} {end[0] + swing:g} {end[1] - middle:g} {end[0]} {end[1]}"
    return f'<path d="{curve}" marker-end="url(#tip)" data-from="{own}" data-to="{other}"/>'


def _swing(x: int, between: list[int]) -> float:
    """How far the handles of a curve stand off, so that it clears the boxes between its ends; 0 where the straight way is free."""
    if not any(abs(left + WIDTH // 2 - x) <= WIDTH // 2 for left in between):
        return 0
    return (max(between) + WIDTH + GAP - x) / 0.75  # a curve comes three quarters as far as its handles
