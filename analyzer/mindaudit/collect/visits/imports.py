"""Imports."""

from __future__ import annotations

import libcst as cst

from mindaudit.collect.walk import Walk
from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Site, StarImport


def import_(walk: Walk, node: cst.Import) -> None:
    for alias in node.names:
        dotted, start = _dotted(walk, alias.name)
        end = walk.at.end
        name = dotted.split(".")[0]
        value = walk.intern(ex.Import(dotted if alias.asname else name))
        if alias.asname:
            name = _as_name(walk, alias.asname)
        elif dotted != name:
            walk.intern(ex.Import(dotted))
        _bind(walk, name, value, start, end)


def import_from(walk: Walk, node: cst.ImportFrom) -> None:
    at = walk.at
    level = len(node.relative)
    if level:
        at.skip_dots()
    module = _dotted(walk, node.module)[0] if node.module else ""
    if isinstance(node.names, cst.ImportStar):
        walk.stars.append(StarImport(module, level))
        return
    for alias in node.names:
        assert isinstance(alias.name, cst.Name)
        imported = alias.name.value
        at.leaf(alias.name, imported)
        start, end = at.start, at.end
        name = _as_name(walk, alias.asname) if alias.asname else imported
        _bind(walk, name, walk.intern(ex.FromImport(module, level, imported)), start, end)


def _bind(walk: Walk, name: str, value: int, start: int, end: int) -> None:
    walk.bind(name, value)
    walk.sites.append(Site("import", value, start, end, walk.scope.function, -1, -1, name))
    if walk.scope.function:
        walk.event("import", (value,), start, end)


def _as_name(walk: Walk, node: cst.AsName) -> str:
    assert isinstance(node.name, cst.Name)
    walk.at.leaf(node.name, node.name.value)
    return node.name.value


def _dotted(walk: Walk, node: cst.BaseExpression) -> tuple[str, int]:
    """A dotted name and where it starts."""
    if isinstance(node, cst.Name):
        walk.at.leaf(node, node.value)
        return node.value, walk.at.start
    assert isinstance(node, cst.Attribute)
    head, start = _dotted(walk, node.value)
    walk.at.leaf(node.attr, node.attr.value)
    return f"{head}.{node.attr.value}", start
