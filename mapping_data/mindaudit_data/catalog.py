"""What torch and MindSpore offer: names, kinds, signatures, results."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from mindaudit_data.text import IndexedTable, SortedTable, read
from mindaudit_data.versions import holds


class ApiParameter(NamedTuple):
    """One parameter of a callable."""

    name: str
    kind: str
    """`positional`, `both`, `keyword`, `*var` or `**var`."""
    default: str
    """Python source text; "" when the argument is required, "..." when it has no short spelling."""


class Api(NamedTuple):
    """A public torch name under its documented spelling."""

    name: str
    kind: str
    """`function`, `class`, `method`, `property`, `module`, `constant` or `dtype`."""
    returns: str
    """What a call (of a property or constant: the value) is, in the grammar of the tables; several overloads are separated by " | "."""
    bases: tuple[str, ...]
    tags: tuple[str, ...]
    since: str
    until: str


class TorchCatalog:
    """Public names of torch, from torch_apis.csv and torch_parameters.csv."""

    def __init__(self) -> None:
        self._apis = SortedTable(read("torch_apis.csv"))
        self._found: dict[str, Api | None] = {}

    @cached_property
    def _parameters(self) -> SortedTable:
        return SortedTable(read("torch_parameters.csv"))

    @cached_property
    def _externals(self) -> SortedTable:
        return SortedTable(read("externals.csv"))

    def external(self, name: str) -> str:
        """What a function, class or attribute of another library gives, in the grammar of `returns`; "" where the table does not say.

        `first` means the same kind of thing as the first argument (einops, copy), `elementwise` an array of NumPy, of numbers one,
        `reduced` a number of NumPy, with an axis an array.
        """
        rows = self._externals.rows(name)
        return rows[0][1] if rows else ""

    def names(self) -> list[str]:
        """Every name that the table has."""
        return [line.partition(",")[0] for line in read("torch_apis.csv").splitlines()[1:]]

    def lookup(self, name: str) -> Api | None:
        """The API that a dotted name means, aliases and inherited members included; None where torch has no such public name."""
        if name not in self._found:
            self._found[name] = self._exact(name) or self._open(name) or self._member(name)
        return self._found[name]

    def _exact(self, name: str) -> Api | None:
        rows = self._apis.rows(name)
        if not rows:
            return None
        _, kind, alias_of, returns, bases, tags, since, until = rows[0]
        return self.lookup(alias_of) if alias_of else Api(name, kind, returns, tuple(bases.split()), tuple(tags.split()), since, until)

    def _open(self, name: str) -> Api | None:
        """A name in one of the two spaces that libraries fill when they are imported: torch.ops.LIBRARY.OPERATOR and torch.classes."""
        if not name.startswith(("torch.ops.", "torch.classes.")):
            return None
        return Api(name, "module" if name.count(".") == 2 else "function", "any", (), (), "", "")

    def _member(self, name: str) -> Api | None:
        owner, _, attribute = name.rpartition(".")
        if not owner or owner == "torch":
            return None
        api = self.lookup(owner)
        if api is None or api.kind not in ("class", "module") or (api.kind == "module" and api.name == owner):
            return None
        return self.method(api.name, attribute) if api.kind == "class" else self.lookup(f"{api.name}.{attribute}")

    def method(self, class_name: str, attribute: str) -> Api | None:
        """A method or attribute of a class, or of the nearest base that has it."""
        cls = self.lookup(class_name)
        if cls is None:
            return None
        found = self._exact(f"{cls.name}.{attribute}")
        return found or next(filter(None, (self.method(base, attribute) for base in cls.bases)), None)

    def parameters(self, name: str) -> tuple[tuple[ApiParameter, ...], ...]:
        """The signatures of a callable, one for each overload, without a method's receiver; empty where they are unknown."""
        api = self.lookup(name)
        overloads: dict[str, list[ApiParameter]] = {}
        for _, overload, _, parameter, kind, default in self._parameters.rows(api.name if api else name):
            overloads.setdefault(overload, [])
            if parameter:
                overloads[overload].append(ApiParameter(parameter, kind, default))
        return tuple(map(tuple, overloads.values()))

    def is_module(self, name: str) -> bool:
        """Whether a dotted name is a module of torch."""
        api = self.lookup(name)
        return api is not None and api.kind == "module"

    def children(self, name: str) -> list[str]:
        """The names directly below a module or class, in order."""
        return self._apis.children(name)


class MindSporeCatalog:
    """Public names of MindSpore over its versions, from mindspore_apis.csv and mindspore_parameters.csv."""

    def __init__(self) -> None:
        self._apis = SortedTable(read("mindspore_apis.csv"))

    @cached_property
    def _parameters(self) -> SortedTable:
        return SortedTable(read("mindspore_parameters.csv"))

    @cached_property
    def _same(self) -> tuple[SortedTable, IndexedTable]:
        """The names that stand for one thing: the first of them by each other one, and the other ones by it."""
        text = read("mindspore_same.csv")
        return SortedTable(text), IndexedTable(text, column=1)

    def same(self, name: str) -> tuple[str, ...]:
        """The public names of the API that a name stands for, itself among them."""
        by_name, by_first = self._same
        first = next((row[1] for row in by_name.rows(name)), name)
        return (first, *(row[0] for row in by_first.rows(first)))

    def versions(self, name: str) -> list[tuple[str, str]]:
        """The ranges of versions that have a name."""
        return [(row[3], row[4]) for row in self._apis.rows(name)]

    def children(self, name: str) -> list[str]:
        """The names directly below a module or class in some version, in order."""
        return self._apis.children(name)

    def kind(self, name: str, version: str) -> str:
        """`function`, `class`, `method`, `property`, `module`, `constant`, `dtype`, or "" where the version lacks the name."""
        return next((row[1] for row in self._apis.rows(name) if holds(row[3], row[4], version)), "")

    def backends(self, name: str, version: str) -> frozenset[str] | None:
        """The backends that an API documents in a version (empty: it documents none); None if the version lacks it."""
        rows = [row for row in self._apis.rows(name) if holds(row[3], row[4], version)]
        return frozenset(rows[0][5].split()) if rows else None

    def parameters(self, name: str, version: str) -> tuple[ApiParameter, ...] | None:
        """The parameters of a callable in a version, a method's receiver left out; None where they are unknown."""
        alias = next((row[2] for row in self._apis.rows(name) if row[2]), "")
        rows = [row for row in self._parameters.rows(alias or name) if holds(row[1], row[2], version)]
        return tuple(ApiParameter(*row[4:7]) for row in rows if row[4]) if rows else None
