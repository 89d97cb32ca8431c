"""What one file says, before any other file is looked at: expressions, sites, functions, classes and statement events.

Facts depend on nothing but the file's text, so they can be made in parallel and cached. An expression is a tuple whose first item is its
operation and whose operands are indices into the file's table; equal expressions share one index:

    ("const", type, value)        ("import", module)          ("from", module, level, name)   ("name", function, name)
    ("attr", e, name)             ("call", f, ((keyword, e), …))      keyword: None, a name, "*" or "**"
    ("super", class)              super() without arguments in a method of that class
    ("sub", e, index)             ("slice", lower, upper, step)       -1: not written
    ("param", function, name)     ("elem", e)  one item of an iteration  ("item", e, i)  ("rest", e, i)  unpacking
    ("enter", e)                  ("except", e)               ("await", e)                    ("yield", e)
    ("join", (e, …))              ("phi", slot)  filled in `slots`        ("narrow", e, test, positive)
    ("binary", operator, a, b)    ("unary", operator, a)      ("compare", (operator, …), (e, …))  ("bool", operator, (e, …))
    ("ifexp", test, a, b)         ("list", (e, …))            ("tuple", (e, …))               ("set", (e, …))
    ("dict", ((key, e), …))       key -1: ** of a mapping     ("star", e)                     ("comp", kind, e, key)
    ("func", function)            ("class", class)            ("fstring", (e, …))             ("grow", e, how, value)
    ("annotated", e, annotation)  e -1: declared only         ("unknown",)

Names bound in a function are replaced by their values while walking (joins at branches, slots at loops); ("name", f, n) is looked up
late, from function f outwards: function 0 is the module.
"""

from __future__ import annotations

from typing import Any, NamedTuple

Expression = tuple[Any, ...]


class Parameter(NamedTuple):
    """A parameter of a function; `default` and `annotation` are expressions or -1."""

    name: str
    kind: str
    """positional, both, keyword, *, **"""
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
    """All values of the local names that nested functions read."""
    start: int
    end: int
    flags: frozenset[str] = frozenset()
    """async, lambda, generator, falls_through"""


class Class(NamedTuple):
    """A class definition."""

    name: str
    qualname: str
    parent: int
    bases: tuple[int, ...]
    keywords: tuple[tuple[str, int], ...]
    decorators: tuple[int, ...]
    body: dict[str, int]
    annotations: dict[str, int]
    stores: dict[str, tuple[tuple[int, int], ...]]
    """Attribute -> (function, value) of every assignment to it through a method's first parameter."""
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
    """"" or decorator, base, annotation: where the expression stands."""


class Site(NamedTuple):
    """An expression other than a call that can be a usage or a hazard."""

    kind: str
    """attribute, reference, subscript, binary, unary, compare, import"""
    expression: int
    start: int
    end: int
    function: int
    base_start: int
    base_end: int
    role: str


class Event(NamedTuple):
    """A statement, or part of one, that rules look at: its kind, the expressions concerned, and where it stands."""

    kind: str
    """if, while, for, ifexp, assert, bool, not, comprehension, return, augmented, store_item, store_attribute, branch, with, try, raise,
    delete, global, nonlocal, import, yield, await, match, walrus, for_else, while_else, class, function, starred_assignment, unpacked"""
    expressions: tuple[int, ...]
    start: int
    end: int
    function: int
    detail: str = ""


class Invocation(NamedTuple):
    """What resolving other files needs of a call: the expression, its callee and the function in which it stands."""

    expression: int
    callee: int
    function: int


class Places(NamedTuple):
    """What stands where in a file, which nothing but judging that file looks at."""

    calls: tuple[CallSite, ...]
    sites: tuple[Site, ...]
    events: tuple[Event, ...]


class ModuleFacts(NamedTuple):
    """The facts of one file."""

    path: str
    expressions: tuple[Expression, ...]
    slots: tuple[tuple[int, ...], ...]
    functions: tuple[Function, ...]
    classes: tuple[Class, ...]
    invocations: tuple[Invocation, ...]
    """One for each of `calls`, in their order."""
    places: Places
    """Of facts that were packed something that has the same attributes and unpacks them when they are asked for."""
    exports: dict[str, int]
    """Module-level names and their values at the end of the module."""
    stars: tuple[tuple[str, int], ...]
    """(module, level) of `from module import *`."""
    stores: tuple[tuple[int, str, int, int], ...]
    """(target, attribute, value, function) of assignments to attributes of anything but a method's first parameter."""
    exact: bool = False
    """Whether positions came from libcst's own code generator, because the tokens did not pair."""

    @property
    def calls(self) -> tuple[CallSite, ...]:
        """Every call, by its end."""
        return self.places.calls

    @property
    def sites(self) -> tuple[Site, ...]:
        """Every other expression that can be a usage or a hazard."""
        return self.places.sites

    @property
    def events(self) -> tuple[Event, ...]:
        """Every statement, or part of one, that rules look at."""
        return self.places.events
