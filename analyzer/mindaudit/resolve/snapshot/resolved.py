"""What is kept of a resolved project, so that after a change to a few files the rest need not be resolved again: plain data.

Values are written as rows of a table, in which a value inside another one is {0: row}. msgspec reads all this back by the types that stand
here, and compiled modules keep none, so the resolver is no place for it.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from mindaudit.facts.records import ModuleFacts

Place = tuple[int, int]
"""A module and a function of it."""


class Summary(NamedTuple):
    """One file; functions are told by their numbers."""

    edges: dict[int, tuple[Place, ...]]
    """Function -> the project functions that it calls."""
    called: dict[int, tuple[str, ...]]
    """Function -> the torch functions and methods that it calls, in order."""
    forwards: tuple[int, ...]
    """The forwards of networks."""
    data: tuple[int, ...]
    """The methods of data sets and their kin."""
    constructors: tuple[int, ...]
    building: tuple[int, ...]
    """The functions that set something up by their name, constructors included."""
    names_torch: bool
    """Whether it imports torch itself."""
    imports: tuple[int, ...]
    """The project files that it imports."""


class KeptModule(NamedTuple):
    """The values of one file."""

    rows: list[tuple[list[Any], bool, int, int, int]]
    """The distinct values, those inside others first."""
    expressions: list[int]
    """For each expression the row of its value; -1 if nobody has asked for it."""
    parameters: list[tuple[int, str, int]]
    """(function, parameter, row): what calls pass; -1 if nothing calls the function."""
    passes: list[tuple[int, int, str, int]]
    """(module, function, parameter, row): what the file's own calls pass."""
    missed: list[str]
    """Names that were looked for at module level in vain."""
    asked: list[tuple[int, str]]
    """(class, attribute) that was looked for on an instance."""


class KeptProject(NamedTuple):
    """What concerns all files. Files are told by their numbers."""

    counts: list[int]
    """How many expressions each file has."""
    summaries: list[Summary]
    uses: dict[str, int]
    """In how many files the name of an attribute is written."""
    methods: dict[str, int]
    """In how many files a method of that name is defined."""
    subclasses: list[tuple[tuple[int, int], list[tuple[int, int]]]]
    gave_up: list[int]
    """Files in which a limit was met."""


class Kept(Protocol):
    """What was kept of an earlier run; asking it for what is gone raises CannotResumeError."""

    project: KeptProject

    def module(self, module: int) -> KeptModule:
        """The values of a file."""
        ...

    def facts(self, module: int) -> ModuleFacts:
        """The facts of a file as it was."""
        ...
