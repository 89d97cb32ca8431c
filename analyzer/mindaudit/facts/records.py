"""What one file says, before any other file is looked at: expressions, sites, functions, classes and statement events.

Facts depend on nothing but the file's text, so they can be made in parallel and cached. Expressions are the records of
`mindaudit.facts.expressions`; whatever refers to one holds its index in the file's table, or -1 where nothing is written.

A name that is read in the function that binds it is replaced by its value while walking (joined where branches meet, a slot at the head of
a loop); any other becomes `Name(function, name)`, which is looked up when all files are known, from that function outwards.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from mindaudit.facts.expressions import Expression, Record

ParameterKind: TypeAlias = Literal["positional", "both", "keyword", "*", "**"]


class Parameter(Record, frozen=True):
    """A parameter of a function; `default` and `annotation` are expressions or -1."""

    name: str
    kind: ParameterKind
    default: int
    annotation: int


class Function(NamedTuple):
    """A function, method or lambda; number 0 is the module itself."""

    name: str
    qualname: str
    parent: int
    class_: int
    """The class in whose body it is defined, or -1."""
    params: tuple[Parameter, ...]
    decorators: tuple[int, ...]
    annotation: int
    """Of the return value, or -1."""
    results: tuple[int, ...]
    """Values returned, in source order."""
    yields: tuple[int, ...]
    bindings: dict[str, tuple[int, ...]]
    """All values of every name that the function binds, for functions nested in it; empty for a lambda."""
    start: int
    end: int
    flags: frozenset[str] = frozenset()
    """async, lambda, generator, falls_through"""


class ClassKeyword(NamedTuple):
    """A keyword of a class definition, such as `metaclass`, and its value."""

    name: str
    """"**" for an unpacked mapping."""
    value: int


class OwnStore(NamedTuple):
    """An assignment to an attribute through a method's first parameter."""

    function: int
    """The function in which it stands."""
    value: int


class Class(NamedTuple):
    """A class definition."""

    name: str
    qualname: str
    parent: int
    bases: tuple[int, ...]
    keywords: tuple[ClassKeyword, ...]
    decorators: tuple[int, ...]
    body: dict[str, int]
    annotations: dict[str, int]
    stores: dict[str, tuple[OwnStore, ...]]
    """Attribute -> every assignment to it through a method's first parameter."""
    start: int
    end: int


class ArgumentSite(NamedTuple):
    """An argument as written."""

    keyword: str | None
    star: str
    expression: int
    start: int
    end: int


class CallSite(NamedTuple):
    """A call expression. `base` spans the receiver when the callee is an attribute, else (-1, -1)."""

    expression: int
    callee: int
    start: int
    end: int
    function: int
    callee_start: int
    callee_end: int
    base_start: int
    base_end: int
    arguments: tuple[ArgumentSite, ...]
    statement: bool
    role: str
    """"" or decorator, base, annotation, or the whole value that a statement assigned or returned: where the expression stands."""


SiteKind: TypeAlias = Literal["attribute", "reference", "subscript", "binary", "unary", "compare", "import", "augmented"]


class Site(NamedTuple):
    """An expression other than a call that can be a usage or a hazard."""

    kind: SiteKind
    expression: int
    start: int
    end: int
    function: int
    base_start: int
    base_end: int
    role: str
    """As of a call site; of an import the name that it binds."""


EventKind: TypeAlias = Literal[
    "annotated", "assert", "async", "augmented", "await", "bool", "branch", "class", "comprehension", "delete", "for", "for_else",
    "formatted", "global", "if", "ifexp", "import", "match", "nonlocal", "not", "raise", "return", "set", "store_attribute", "store_item",
    "try", "unpacked", "walrus", "while", "while_else", "with", "yield",
]  # fmt: skip


class Event(NamedTuple):
    """A statement, or part of one, that rules look at: its kind, the expressions concerned, and where it stands."""

    kind: EventKind
    expressions: tuple[int, ...]
    start: int
    end: int
    function: int
    detail: str = ""


class Invocation(Record, frozen=True):
    """What resolving other files needs of a call: the expression, its callee and the function in which it stands."""

    expression: int
    callee: int
    function: int


class Places(NamedTuple):
    """What stands where in a file, which nothing but judging that file looks at."""

    calls: tuple[CallSite, ...]
    sites: tuple[Site, ...]
    events: tuple[Event, ...]

    def packed(self) -> bytes:
        """The places as bytes, which take little room."""
        return msgspec.msgpack.encode(self)


@lru_cache(maxsize=2)
def _unpacked(places: bytes) -> Places:
    """The places of a file; only those of the last file or two stay in memory."""
    return _PLACES.decode(places)


_PLACES: Final = msgspec.msgpack.Decoder(Places)


class StarImport(NamedTuple):
    """`from module import *`; `level` counts the leading dots."""

    module: str
    level: int


class ModuleFacts(NamedTuple):
    """The facts of one file."""

    path: str
    expressions: tuple[Expression, ...]
    slots: tuple[tuple[int, ...], ...]
    functions: tuple[Function, ...]
    classes: tuple[Class, ...]
    invocations: tuple[Invocation, ...]
    """One for each of `calls`, in their order."""
    places: bytes
    """Packed `Places`, which are unpacked when they are asked for."""
    exports: dict[str, int]
    """Module-level names and their values at the end of the module."""
    stars: tuple[StarImport, ...]
    exact: bool = False
    """Whether positions came from libcst's own code generator, because the tokens did not pair."""

    @property
    def calls(self) -> tuple[CallSite, ...]:
        """Every call, by its end."""
        return _unpacked(self.places).calls

    @property
    def sites(self) -> tuple[Site, ...]:
        """Every other expression that can be a usage or a hazard."""
        return _unpacked(self.places).sites

    @property
    def events(self) -> tuple[Event, ...]:
        """Every statement, or part of one, that rules look at."""
        return _unpacked(self.places).events
