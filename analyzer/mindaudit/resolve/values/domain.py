"""Abstract values: a small set of things that an expression can be at run time, with how sure that is and what it depends on.

An atom is a tuple whose first item is its kind:

    ("torch", name)               a torch function, class, module or constant      ("instance", torch class, elements)
    ("tensor", dtype, rank, dynamic)   dynamic: its shape depends on data          ("bound", torch method, receiver atom)
    ("function", module, number)  ("method", module, number, receiver atom)        ("class", module, number)
    ("object", module, class)     an instance of a project class                   ("super", module, class, receiver atom)
    ("module", path)              a project file                                   ("external", name)  of another library
    ("made", name)                what an external call makes                      ("constant", type, value)
    ("external", name, made)      an attribute of that, so that calling it makes the same
    ("plain", type)               a built-in type's instance                       ("builtin", name)
    ("list", elements) ("set", elements) ("iterator", elements) ("tuple", (value, …)) ("dict", ((key, value), …), others)
    ("fields", ((name, value), …))  a named tuple                                  ("grown", elements)  what a container also holds
    ("partial", function value, arguments)   ("container-method", container atom, name)
    ("generic", module, base expression, index expression)  a type such as Optional[Tensor]
    ("items", (value, …))         a list of known length      ("absent",)  a key that only some dicts have
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from itertools import zip_longest
from operator import itemgetter
from typing import Any, Final, NamedTuple

Atom = tuple[Any, ...]

POSSIBLE: Final = 0
LIKELY: Final = 1
CERTAIN: Final = 2
NO_CAUSE: Final = 0
CONST: Final = 1
CONFIG: Final = 2
SHAPE: Final = 3
DATA: Final = 4
_MOST_ATOMS: Final = 28
_MERGES: Final = {"tensor": 1, "list": 1, "set": 1, "iterator": 1, "grown": 1, "constant": 6, "tuple": 3, "dict": 3}
"""Of so many atoms of a kind (of a type, of a length) each is kept."""
_HOLDING: Final = frozenset(
    {"instance", "bound", "list", "set", "iterator", "tuple", "items", "dict", "fields", "grown", "partial", "container-method"}
)
_DEEPEST: Final = 4
_KIND: Final = itemgetter(0)


class Value(NamedTuple):
    """A set of atoms; `open` when it may also be something else."""

    atoms: frozenset[Atom]
    open: bool = False
    level: int = CERTAIN
    cause: int = NO_CAUSE
    depth: int = 0
    """Nesting of values in values, bounded."""


_made: Callable[[tuple[frozenset[Atom], bool, int, int, int]], Value] = partial(tuple.__new__, Value)
"""A value of all its parts, in half the time that a named tuple's own constructor takes."""
UNKNOWN: Final = Value(frozenset(), True)
NEVER: Final = Value(frozenset())


def one(*atom: Any, level: int = CERTAIN, cause: int = NO_CAUSE) -> Value:
    """The value that is just this atom."""
    return _made((frozenset((atom,)), False, level, cause, _levels(atom) if atom[0] in _HOLDING else 0))


def _levels(item: Any) -> int:
    """How many levels of values in values there are in an atom, or part of one."""
    if isinstance(item, Value):
        return item.depth + 1
    deepest = 0
    if isinstance(item, tuple):
        for each in item:
            if isinstance(each, tuple):  # as values are, too
                deepest = max(deepest, _levels(each))
    return deepest


def constant(value: object, cause: int = CONST) -> Value:
    """A known constant of a built-in type."""
    return one("constant", type(value).__name__, value, cause=cause)


NONE: Final = constant(None)
ABSENT: Final = ("absent",)
NO_KEY: Final = Value(frozenset((ABSENT,)))
STRING: Final = one("plain", "str")
INTEGER: Final = one("plain", "int")
FLOAT: Final = one("plain", "float")
BOOLEAN: Final = one("plain", "bool")


def plain(kind: str, cause: int = NO_CAUSE) -> Value:
    """Some instance of a built-in type."""
    return one("plain", kind, cause=cause)


def tensor(dtype: str | None = None, rank: int | None = None, dynamic: bool = False, level: int = CERTAIN, cause: int = DATA) -> Value:
    """A tensor; its cause is what its elements depend on."""
    return one("tensor", dtype, rank, dynamic, level=level, cause=cause)


def nested(value: Value) -> Value:
    """A value on its way into another one: what is nested too deep in it is forgotten."""
    return value if value.depth < _DEEPEST else _shallower(value, _DEEPEST - 1)


@lru_cache(maxsize=50_000)
def _shallower(value: Value, depth: int) -> Value:
    """The value with so many levels of values in values; below them only what holds no others is left."""
    if value.depth <= depth:
        return value
    if depth:
        return Value(frozenset(_atom_within(atom, depth - 1) for atom in value.atoms), *value[1:4], depth)
    return Value(frozenset(atom for atom in value.atoms if not _levels(atom)), True, value.level, value.cause)


def _atom_within(item: Any, depth: int) -> Any:
    """The atom, or part of one, with shallower values in it."""
    if isinstance(item, Value):
        return _shallower(item, depth)
    return tuple([_atom_within(each, depth) for each in item]) if isinstance(item, tuple) else item


def holder(kind: str, elements: Value, cause: int | None = None) -> Value:
    """A list, set or iterator of such elements."""
    elements = nested(elements)
    return _made((frozenset(((kind, elements),)), False, CERTAIN, elements.cause if cause is None else cause, elements.depth + 1))


def tuple_of(items: Iterable[Value]) -> Value:
    """A tuple of known length."""
    held = tuple(nested(i) for i in items)
    return Value(
        frozenset((("tuple", held),)),
        False,
        CERTAIN,
        max((i.cause for i in held), default=CONST),
        max((i.depth for i in held), default=0) + 1,
    )


def dict_of(pairs: Iterable[tuple[object, Value]], others: Value) -> Value:
    """A dict: values of constant keys, and of all other keys."""
    held = tuple((key, nested(value)) for key, value in pairs)
    others = nested(others)
    values = [others, *(value for _, value in held)]
    return Value(frozenset((("dict", held, others),)), False, CERTAIN, max(v.cause for v in values), max(v.depth for v in values) + 1)


def join(values: Iterable[Value]) -> Value:
    """What an expression can be that is one of these."""
    distinct = [v for v in values if v.atoms or v.open or v.cause]
    if len(distinct) < 2:
        return distinct[0] if distinct else NEVER
    first = distinct[0]
    if len(distinct) == 2:
        return first if distinct[1] is first or distinct[1] == first else _joined((first, distinct[1]))
    distinct = list(dict.fromkeys(distinct))
    if len(distinct) == 1:
        return first
    return _joined(tuple(distinct))


@lru_cache(maxsize=50_000)
def _joined(distinct: tuple[Value, ...]) -> Value:
    """Made once, since the same values meet again and again while arguments flow."""
    is_open, level, cause, depth = False, CERTAIN, NO_CAUSE, 0
    for value in distinct:
        is_open = is_open or value.open
        if value.level < level and value.atoms:
            level = value.level
        if value.cause > cause:
            cause = value.cause
        if value.depth > depth:
            depth = value.depth
    atoms: frozenset[Atom] = frozenset().union(*[v.atoms for v in distinct])
    if len(atoms) > 1:
        atoms, cut = _merged(atoms)
        is_open = is_open or cut
    return _made((atoms, is_open, level, cause, depth))


def _merged(atoms: frozenset[Atom]) -> tuple[frozenset[Atom], bool]:
    """One tensor, one list and so on instead of several, few constants of a type, few atoms; and whether something was cut."""
    alike: dict[tuple[str, object], list[Atom]] = {}
    for atom in atoms:
        kind = atom[0]
        if kind in _MERGES:
            detail = atom[1] if kind == "constant" else len(atom[1]) if kind == "tuple" else None
            alike.setdefault((kind, detail), []).append(atom)
    for (kind, detail), several in alike.items():
        if len(several) > _MERGES[kind] or (kind == "constant" and ("plain", detail) in atoms):
            atoms = atoms.difference(several) | {_instead(kind, several)}
    if len(atoms) <= _MOST_ATOMS:
        return atoms, False
    return frozenset(sorted(atoms, key=_keep)[:_MOST_ATOMS]), True


def _instead(kind: str, several: Sequence[Atom]) -> Atom:
    """One atom for many of a kind."""
    match kind:
        case "tensor":
            dtypes, ranks = {a[1] for a in several}, {a[2] for a in several}
            return (
                "tensor",
                several[0][1] if len(dtypes) == 1 else None,
                several[0][2] if len(ranks) == 1 else None,
                any(a[3] for a in several),
            )
        case "constant":
            return "plain", several[0][1]
        case "tuple":
            return "tuple", by_position(several)
        case "dict":
            return _one_dict(several)
    return kind, join(atom[1] for atom in several)


def _one_dict(dicts: Sequence[Atom]) -> Atom:
    """One dict instead of many; keys that only some have may be absent."""
    held: dict[object, list[Value]] = {}
    for atom in dicts:
        for key, value in atom[1]:
            held.setdefault(key, []).append(value)
    pairs = tuple((key, join(held[key] if len(held[key]) == len(dicts) else [*held[key], NO_KEY])) for key in sorted(held, key=repr))
    return "dict", pairs, join(atom[2] for atom in dicts)


def by_position(tuples: Iterable[Atom]) -> tuple[Value, ...]:
    """The items of one of these tuples, each what it can be in any that is long enough."""
    return tuple(join(item for item in items if item is not None) for items in zip_longest(*(atom[1] for atom in tuples)))


@lru_cache(maxsize=50_000)
def _keep(atom: Atom) -> tuple[bool, str]:
    """torch values survive a cut; the rest in an order that does not hang on hashing."""
    return atom[0] not in ("torch", "tensor", "instance", "bound", "partial"), spelled(atom)


def spelled(item: Any) -> str:
    """An atom or value as text, the same in every run."""
    if isinstance(item, Value):
        return _spelled(item)
    if isinstance(item, tuple):
        return "(" + " ".join(map(spelled, item)) + ")"
    return repr(item)


@lru_cache(maxsize=50_000)
def _spelled(value: Value) -> str:
    return "{" + " ".join(sorted(map(spelled, value.atoms))) + ("…" if value.open else "") + "}"


def forget() -> None:
    """Let go of the values that are remembered for being met again."""
    _shallower.cache_clear()
    _joined.cache_clear()
    _keep.cache_clear()
    _ordered.cache_clear()
    _spelled.cache_clear()


def in_order(atoms: frozenset[Atom]) -> Iterable[Atom]:
    """The atoms of a value in the same order in every run."""
    return _ordered(atoms) if len(atoms) > 1 else atoms


@lru_cache(maxsize=20_000)
def _ordered(atoms: frozenset[Atom]) -> tuple[Atom, ...]:
    distinct = len({atom[0] for atom in atoms}) == len(atoms)
    return tuple(sorted(atoms, key=_KIND if distinct else spelled))  # the kind comes first in what is spelled


def weaken(value: Value, level: int) -> Value:
    """The value, at most as sure as `level`."""
    atoms, is_open, known, cause, depth = value
    return value if known <= level else _made((atoms, is_open, level, cause, depth))


def caused(value: Value, cause: int) -> Value:
    """The value, depending at least on `cause`."""
    atoms, is_open, level, known, depth = value
    return value if known >= cause else _made((atoms, is_open, level, cause, depth))


def without(value: Value, *kinds: str) -> Value:
    """The value less the constants and instances of these built-in types."""
    atoms = frozenset(a for a in value.atoms if not (a[0] in ("constant", "plain") and a[1] in kinds))
    return value._replace(atoms=atoms) if len(atoms) != len(value.atoms) else value


def present(value: Value) -> Value:
    """The value of a key, given that it is there."""
    return value._replace(atoms=value.atoms - {ABSENT}) if ABSENT in value.atoms else value


def only(value: Value) -> Atom | None:
    """The one atom of a value that cannot be anything else."""
    return next(iter(value.atoms)) if len(value.atoms) == 1 and not value.open else None


def constants(value: Value, kind: str) -> list[Any]:
    """The known constants of a built-in type in a value, in a fixed order."""
    return sorted((a[2] for a in value.atoms if a[0] == "constant" and a[1] == kind), key=repr)
