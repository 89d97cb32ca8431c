"""The module from which each name of an import statement comes after the rewrite."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from mindaudit.classify import Table
from mindaudit.resolve.queries.shadowed_names import NAMES
from mindaudit.rewrite.imports.removal import Import
from mindaudit.rewrite.text.marks import marked, unmark
from mindaudit_data import counterparts


@dataclass(frozen=True, slots=True)
class Binding:
    """What one alias of an import statement binds."""

    module: str
    """Where it is imported from; "" if nothing has it."""
    name: str
    bound: str
    origin: str
    """What it was, if that was something of torch or of a library that needs torch; else ""."""

    @property
    def lacking(self) -> bool:
        """Whether the name has no counterpart."""
        return bool(self.origin) and not self.module

    @property
    def written(self) -> str:
        """The alias as it is written in an import statement."""
        return self.bound if self.name == unmark(self.bound) else f"{self._name} as {self.bound}"

    @property
    def _name(self) -> str:
        """The name marked as the user's, if it reads like one that substitutions bring."""
        return marked(self.name) if self.name in NAMES else self.name


@dataclass(frozen=True, slots=True)
class Imports:
    """The imports of a project that change."""

    table: Table
    own: frozenset[str]
    """The names of the project's own packages, which are rewritten themselves."""

    def home(self, module: str) -> str | None:
        """The module that stands for another: "" if there is none and the library needs torch, None if the import stays."""
        return None if module.partition(".")[0] in self.own else counterparts.module_for(module)

    def modules(self, node: Import) -> list[str]:
        """The modules that a statement names."""
        if isinstance(node, ast.Import):
            return [unmark(alias.name) for alias in node.names]
        return [] if node.level else [unmark(node.module or "")]

    def homes(self, node: Import) -> set[str | None]:
        """The counterparts of the modules that a statement names, and of names in modules that stay.

        What is imported as a part of a library that needs torch counts as that library, whose name is bound.
        """
        modules = self.modules(node)
        if isinstance(node, ast.Import):
            modules = [
                name if alias.asname or self.home(_root(name)) != "" else _root(name)
                for name, alias in zip(modules, node.names, strict=True)
            ]
        named = [f"{module}.{unmark(alias.name)}" for module in modules for alias in node.names] if isinstance(node, ast.ImportFrom) else []
        return {self.home(name) for name in (*modules, *filter(counterparts.stands_alone, named))}

    def bindings(self, node: Import, tried: bool) -> Iterator[Binding]:
        """What each alias of a statement binds. Where the import is `tried`, one that nothing has goes on failing."""
        for alias in node.names:
            if isinstance(node, ast.Import):
                yield self._module(unmark(alias.name), alias.asname, tried)
            else:
                yield self._name(f"{unmark(node.module or '')}.{unmark(alias.name)}", alias, tried)

    def _module(self, name: str, bound: str | None, tried: bool) -> Binding:
        """What `import name` or `import name as bound` binds."""
        asked = name if bound else name.partition(".")[0]
        found = self.home(asked)
        bound = bound or asked
        if found is None:
            return Binding("", "", bound, "")
        home, _, last = found.rpartition(".")
        return Binding(home if tried or counterparts.is_module(asked) else "", last, bound, name)

    def _name(self, name: str, alias: ast.alias, tried: bool) -> Binding:
        """What `from … import name` binds: its documented name counts where its own place has no counterpart."""
        owner, bound = name.rpartition(".")[0], alias.asname or alias.name
        if self.home(owner) is None:
            home, _, last = (self.home(name) or name).rpartition(".")
            return Binding(home, last, bound, name if counterparts.stands_alone(name) else "")
        if alias.name == "*":
            return Binding((self.home(owner) or "") if tried or counterparts.is_module(owner) else "", "*", "*", name)
        api = self.table.torch_api(name)
        for each in (name, api.name if api else name):
            if counterparts.is_module(each):
                return self._module(each, bound, tried)
            module, _, last = each.rpartition(".")
            if counterparts.has(each) and counterparts.is_module(module):
                return Binding(self.home(module) or "", last, bound, name)
        return Binding((self.home(owner) or "") if tried else "", name.rpartition(".")[2], bound, name)


def _root(name: str) -> str:
    return name.partition(".")[0]
