"""What a Python file that uses MindSpore names, resolved through its imports; shared by the importers that read other projects."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from importers.recipe_versions import dotted, imported
from mindaudit_data import MindSporeCatalog, mindspore_catalog
from mindaudit_data.versions import TARGETS

_OWNERS = ("mindspore.Tensor", "mindspore.nn.Cell")
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True)
class SourceNames:
    """A parsed file and what its names stand for."""

    tree: ast.Module
    catalog: MindSporeCatalog = field(default_factory=mindspore_catalog)

    @classmethod
    def of(cls, path: Path) -> SourceNames | None:
        """The file, None if it is no valid Python of today."""
        try:
            with warnings.catch_warnings(action="ignore"):
                return cls(ast.parse(path.read_text(encoding="utf-8", errors="replace")))
        except (SyntaxError, ValueError):
            return None

    @cached_property
    def imports(self) -> dict[str, str]:
        """What each imported name stands for."""
        return imported(self.tree)

    def api(self, node: ast.AST) -> str:
        """The public MindSpore name of an expression, "" if it has none.

        A method's name is taken for Tensor's where Tensor has such a method and the receiver is no module, else for Cell's.
        """
        name = dotted(node)
        root, dot, rest = name.partition(".")
        if root in self.imports:
            return self._known(self.imports[root] + dot + rest)
        own = (self._known(f"{owner}.{node.attr}") for owner in _OWNERS if isinstance(node, ast.Attribute))
        return next(filter(None, own), "")

    def _known(self, name: str) -> str:
        return name if any(self.catalog.kind(name, version) not in ("", "module") for version in reversed(TARGETS)) else ""

    @cached_property
    def definitions(self) -> dict[str, Definition]:
        """The file's functions and classes by name."""
        return {node.name: node for node in self.tree.body if isinstance(node, Definition)}

    def reached(self, start: Definition) -> Iterator[ast.AST]:
        """All nodes of a definition, and of those of the file that it uses."""
        waiting, seen = [start], {start.name}
        while waiting:
            for node in ast.walk(waiting.pop()):
                yield node
                if isinstance(node, ast.Name) and node.id in self.definitions and node.id not in seen:
                    seen.add(node.id)
                    waiting.append(self.definitions[node.id])
