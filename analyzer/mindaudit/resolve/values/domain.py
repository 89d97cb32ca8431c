"""The abstract domain: a value is a small set of atoms that an expression can be at run time, with its certainty and cause.

The values form a lattice with the partial order `covers`: BOTTOM is nothing, TOP is anything, `join` is an upper bound. It widens values
that grow too large.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Any, Final, TypeAlias

from msgspec.structs import astuple, replace

from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values.atoms import Atom as Atom
from mindaudit.resolve.values.atoms import Pair
from mindaudit.resolve.values.atoms import Value as Value

Holder: TypeAlias = type[at.List] | type[at.Set] | type[at.Iterator] | type[at.Grown]
POSSIBLE: Final = 0
LIKELY: Final = 1
CERTAIN: Final = 2
NO_CAUSE: Final = 0
CONST: Final = 1
CONFIG: Final = 2
SHAPE: Final = 3
DATA: Final = 4
_MOST_ATOMS: Final = 28
"""A value with more atoms is widened: some are left out and it is open."""
_MERGES: Final[dict[type, int]] = {
    at.Tensor: 1, at.List: 1, at.Set: 1, at.Iterator: 1, at.Grown: 1, at.Constant: 6, at.Tuple: 3, at.Dict: 3,
}  # fmt: skip
"""If a value has more atoms of a kind (for some, of a type or length), they are merged into one."""
WHOLE_DTYPES: Final = frozenset({"int8", "int16", "int32", "int64", "uint8", "bool"})
_COMPLEX: Final = frozenset(map(at.Torch, ("torch.cfloat", "torch.cdouble", "torch.complex64", "torch.complex128")))
_COMPARED: Final = (at.Tuple, at.Items, at.Instance)
"""Of atoms of these kinds that share their detail, one can cover another."""
_DEEPEST: Final = 4
"""Values nested deeper in values are widened to TOP, so that what contains itself comes to an end."""
_TAGS: Final[dict[type, str]] = {kind: str(kind.__struct_config__.tag) for kind in at.Atom.__args__}
_HOLDING: Final = frozenset({
    at.Instance, at.TorchMethod, at.List, at.Set, at.Iterator, at.Tuple, at.Items, at.Dict, at.Fields, at.Grown, at.Partial,
    at.ContainerMethod, at.Function,
})  # fmt: skip
_KEPT: Final = frozenset({at.Torch, at.Tensor, at.Instance, at.TorchMethod, at.Partial})
"""Atoms of torch are kept when a value is cut."""
TOP: Final = Value(frozenset(), True)
BOTTOM: Final = Value(frozenset())


def one(atom: Atom, *, level: int = CERTAIN, cause: int = NO_CAUSE) -> Value:
    """The value that is just this atom."""
    return Value(frozenset((atom,)), False, level, cause, _depth(atom) if type(atom) in _HOLDING else 0)


def _depth(atom: Atom) -> int:
    """The depth of nested values in an atom."""
    return max([value.depth + 1 for value in held_values(atom)], default=0)


def held_values(atom: Atom) -> Iterable[Value]:
    """The values that an atom contains."""
    held_by_kind = _HELD.get(type(atom))
    return held_by_kind(atom) if held_by_kind else ()


def with_values(atom: Atom, change: Callable[[Value], Value]) -> Atom:
    """The atom with its values replaced."""
    changed_by_kind = _CHANGED.get(type(atom))
    return changed_by_kind(atom, change) if changed_by_kind else atom


def _changed_pairs(pairs: Iterable[Pair], change: Callable[[Value], Value]) -> tuple[Pair, ...]:
    return tuple([Pair(pair.key, change(pair.value)) for pair in pairs])


def _changed_arguments(arguments: Iterable[at.Bound], change: Callable[[Value], Value]) -> tuple[at.Bound, ...]:
    return tuple([at.Bound(each.keyword, change(each.value)) for each in arguments])


_ELEMENTS: Final = (at.List, at.Set, at.Iterator, at.Grown)
_HELD: Final[dict[type, Callable[[Any], Iterable[Value]]]] = {
    **dict.fromkeys(_ELEMENTS, lambda atom: (atom.elements,)),
    **dict.fromkeys((at.Tuple, at.Items), lambda atom: atom.items),
    at.Dict: lambda atom: (*[pair.value for pair in atom.pairs], atom.others),
    at.Fields: lambda atom: [pair.value for pair in atom.pairs],
    at.Partial: lambda atom: (atom.function, *[argument.value for argument in atom.arguments]),
    at.Function: lambda atom: [argument.value for argument in atom.captured],
    at.Instance: lambda atom: () if atom.elements is None else (atom.elements,),
    **dict.fromkeys((at.TorchMethod, at.Method, at.Super), lambda atom: held_values(atom.receiver)),
    at.ContainerMethod: lambda atom: held_values(atom.container),
}
_CHANGED: Final[dict[type, Callable[[Any, Callable[[Value], Value]], Atom]]] = {
    **dict.fromkeys(_ELEMENTS, lambda atom, change: type(atom)(change(atom.elements))),
    **dict.fromkeys((at.Tuple, at.Items), lambda atom, change: type(atom)(tuple([change(item) for item in atom.items]))),
    at.Dict: lambda atom, change: at.Dict(_changed_pairs(atom.pairs, change), change(atom.others)),
    at.Fields: lambda atom, change: at.Fields(_changed_pairs(atom.pairs, change)),
    at.Partial: lambda atom, change: at.Partial(change(atom.function), _changed_arguments(atom.arguments, change)),
    at.Function: lambda atom, change: replace(atom, captured=_changed_arguments(atom.captured, change)) if atom.captured else atom,
    at.Instance: lambda atom, change: atom if atom.elements is None else at.Instance(atom.torch_class, change(atom.elements)),
    **dict.fromkeys((at.TorchMethod, at.Method, at.Super), lambda atom, change: replace(atom, receiver=with_values(atom.receiver, change))),
    at.ContainerMethod: lambda atom, change: at.ContainerMethod(with_values(atom.container, change), atom.name),
}


def constant(value: object, cause: int = CONST) -> Value:
    """A known constant of a built-in type."""
    return one(at.Constant(type(value).__name__, value), cause=cause)


NONE: Final = constant(None)
ABSENT: Final = at.Absent()
NO_KEY: Final = Value(frozenset((ABSENT,)))
STRING: Final = one(at.Plain("str"))
INTEGER: Final = one(at.Plain("int"))


def plain(type_name: str, cause: int = NO_CAUSE) -> Value:
    """Some instance of a built-in type."""
    return one(at.Plain(type_name), cause=cause)


def tensor(
    dtype: str | None = None,
    rank: int | None = None,
    dynamic: bool = False,
    level: int = CERTAIN,
    cause: int = DATA,
    perhaps: tuple[str, ...] = (),
) -> Value:
    """A tensor; its cause is what its elements depend on."""
    return one(at.Tensor(dtype, rank, dynamic, perhaps), level=level, cause=cause)


def nested(value: Value) -> Value:
    """A value to be put into another one: what would be nested too deep is widened."""
    return value if value.depth < _DEEPEST else _shallower(value, _DEEPEST - 1)


@lru_cache(maxsize=50_000)
def _shallower(value: Value, depth: int) -> Value:
    """The value cut at a depth of nesting; below it only atoms without inner values are left."""
    if value.depth <= depth:
        return value
    if depth:
        atoms = frozenset([with_values(atom, lambda inner: _shallower(inner, depth - 1)) for atom in value.atoms])
        return Value(atoms, value.open, value.level, value.cause, depth)
    return Value(frozenset([atom for atom in value.atoms if not _depth(atom)]), True, value.level, value.cause)


def holder(kind: Holder, elements: Value, cause: int | None = None) -> Value:
    """A list, set or iterator of such elements."""
    elements = nested(elements)
    return Value(frozenset((kind(elements),)), False, CERTAIN, elements.cause if cause is None else cause, elements.depth + 1)


def tuple_of(items: Iterable[Value]) -> Value:
    """A tuple of known length."""
    held = tuple([nested(item) for item in items])
    return _holding(at.Tuple(held), held)


def items_of(items: Iterable[Value]) -> Value:
    """A list of known length; an empty one can grow."""
    held = tuple([nested(item) for item in items])
    return _holding(at.Items(held), held) if held else holder(at.List, BOTTOM, CONST)


def dict_of(pairs: Iterable[tuple[object, Value]], others: Value) -> Value:
    """A dict: values of constant keys, and of all other keys."""
    held = tuple([Pair(key, nested(value)) for key, value in pairs])
    others = nested(others)
    return _holding(at.Dict(held, others), [others, *(pair.value for pair in held)])


@lru_cache(maxsize=20_000)
def keywords(arguments: tuple[tuple[str, Value], ...]) -> Value:
    """The dict of these keyword arguments, made once: many calls pass the same."""
    return dict_of(arguments, BOTTOM)


def _holding(atom: Atom, held: Sequence[Value]) -> Value:
    """The value that is an atom with these values in it."""
    cause = max([value.cause for value in held], default=CONST)
    return Value(frozenset((atom,)), False, CERTAIN, cause, max([value.depth for value in held], default=0) + 1)


def join(values: Iterable[Value]) -> Value:
    """An upper bound of these values: an expression that is one of them."""
    distinct = [v for v in values if v.atoms or v.open or v.cause]
    if len(distinct) < 2:
        return distinct[0] if distinct else BOTTOM
    first = distinct[0]
    if len(distinct) == 2:
        return first if distinct[1] is first or distinct[1] == first else _joined((first, distinct[1]))
    distinct = list(dict.fromkeys(distinct))
    if len(distinct) == 1:
        return first
    return _joined(tuple(distinct))


@lru_cache(maxsize=50_000)
def _joined(distinct: tuple[Value, ...]) -> Value:
    """The join, memoized, since the same values meet again and again."""
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
        atoms, cut = _widened(_uncovered(atoms) if depth else atoms)
        is_open = is_open or cut
    return Value(atoms, is_open, level, cause, max(map(_depth, atoms), default=0) if depth else 0)


def _uncovered(atoms: frozenset[Atom]) -> frozenset[Atom]:
    """The atoms without those that hold BOTTOM and that another one covers: what was incomplete when it was first read."""
    partial = [atom for atom in atoms if isinstance(atom, _COMPARED) and BOTTOM in held_values(atom)]
    covered = [atom for atom in partial if any(_covers(other, atom) for other in atoms if other is not atom)]
    return atoms.difference(covered) if covered else atoms


def _covers(known: Atom, other: Atom) -> bool:
    """Whether an atom is the same kind of thing as another one, and each value in it is the join of itself and the other's."""
    if type(known) is not type(other) or _detail(known) != _detail(other):
        return False
    return all(each is less or join((each, less)) == each for each, less in zip(held_values(known), held_values(other), strict=True))


def widen(known: Value, result: Value) -> Value:
    """The join, cut at depth 0: atoms that contain values are widened, so that it stops changing after finitely many joins."""
    return _shallower(join((known, result)), 0)


def _widened(atoms: frozenset[Atom]) -> tuple[frozenset[Atom], bool]:
    """One tensor or two, one list and so on instead of several, few constants of a type, few atoms; and whether something was cut."""
    alike: dict[tuple[type, object], list[Atom]] = {}
    for atom in atoms:
        if type(atom) in _MERGES:
            alike.setdefault((type(atom), _detail(atom)), []).append(atom)
    for (kind, detail), several in alike.items():
        if len(several) > _MERGES[kind] or (kind is at.Constant and at.Plain(str(detail)) in atoms):
            atoms = atoms.difference(several) | {_instead(several)}
    if len(atoms) <= _MOST_ATOMS:
        return atoms, False
    return frozenset(sorted(atoms, key=_by_worth)[:_MOST_ATOMS]), True


def _detail(atom: Atom) -> object:
    """The property that atoms of a kind must share to be merged or compared."""
    match atom:
        case at.Constant(type_name):
            return type_name
        case at.Tensor():
            return atom.is_complex
        case at.Tuple(items) | at.Items(items):
            return len(items)
        case at.Instance(torch_class, elements):
            return torch_class, elements is None
    return None


def _instead(several: Sequence[Any]) -> Atom:
    """One atom instead of several of a kind."""
    first: Atom = several[0]
    match first:
        case at.Tensor():
            return one_tensor(several)
        case at.Constant(type_name):
            return at.Plain(type_name)
        case at.Tuple():
            return at.Tuple(by_position(several))
        case at.Dict():
            return _one_dict(several)
        case at.List() | at.Set() | at.Iterator() | at.Grown():
            return type(first)(join(a.elements for a in several))
    raise TypeError(type(first))


def _one_dict(dicts: Sequence[at.Dict]) -> at.Dict:
    """One dict instead of several; keys that only some have may be absent."""
    held: dict[object, list[Value]] = {}
    for atom in dicts:
        for key, value in atom.pairs:
            held.setdefault(key, []).append(value)
    pairs = [Pair(key, join(held[key] if len(held[key]) == len(dicts) else [*held[key], NO_KEY])) for key in sorted(held, key=repr)]
    return at.Dict(tuple(pairs), join(atom.others for atom in dicts))


def by_position(tuples: Iterable[at.Tuple | at.Items]) -> tuple[Value, ...]:
    """The items of one of these tuples, each what it can be in any that is long enough."""
    return tuple([join(item for item in items if item is not None) for items in zip_longest(*(atom.items for atom in tuples))])


@lru_cache(maxsize=20_000)
def by_key(mapping: Value) -> tuple[tuple[str, Value], ...]:
    """The names that the dicts hold which a value can be, in order, each with its value; perhaps ABSENT where only some have it."""
    dicts = [{pair.key: pair.value for pair in atom.pairs} for atom in in_order(mapping.atoms) if type(atom) is at.Dict]
    if len(dicts) == 1:
        return tuple(sorted((key, value) for key, value in dicts[0].items() if isinstance(key, str)))
    keys = sorted({key for held in dicts for key in held if isinstance(key, str)})
    return tuple([(key, join([held.get(key, NO_KEY) for held in dicts])) for key in keys])


@lru_cache(maxsize=50_000)
def _by_worth(atom: Atom) -> tuple[bool, str]:
    """The order in which atoms are kept when a value is cut; it does not depend on hashing."""
    return type(atom) not in _KEPT, spelled(atom)


def spelled(item: Any) -> str:
    """An atom or value as text, the same in every run: of an atom its tag, then its fields."""
    if isinstance(item, Value):
        return _spelled(item)
    tag = _TAGS.get(type(item))
    if tag is not None:
        fields = (item.name,) if type(item) is at.External and item.made is None else astuple(item)
        return f"('{tag}'{''.join([' ' + spelled(field) for field in fields])})"
    return "(" + " ".join(map(spelled, item)) + ")" if isinstance(item, tuple) else repr(item)


@lru_cache(maxsize=50_000)
def _spelled(value: Value) -> str:
    return "{" + " ".join(sorted(map(spelled, value.atoms))) + ("…" if value.open else "") + "}"


def forget() -> None:
    """Clear the memos of values."""
    _shallower.cache_clear()
    _joined.cache_clear()
    _by_worth.cache_clear()
    _ordered.cache_clear()
    by_key.cache_clear()
    keywords.cache_clear()
    _spelled.cache_clear()


def in_order(atoms: frozenset[Atom]) -> Iterable[Atom]:
    """The atoms of a value in the same order in every run."""
    return _ordered(atoms) if len(atoms) > 1 else atoms


@lru_cache(maxsize=20_000)
def _ordered(atoms: frozenset[Atom]) -> tuple[Atom, ...]:
    distinct = len({type(atom) for atom in atoms}) == len(atoms)
    return tuple(sorted(atoms, key=_tag if distinct else spelled))  # the tag comes first in what is spelled


def _tag(atom: Atom) -> str:
    return _TAGS[type(atom)]


def covers(known: object, other: object) -> bool:
    """The partial order of the lattice: whether `known` is at least `other`, for values and other facts; None stands for nothing."""
    if isinstance(known, Value) and isinstance(other, Value):
        return known.open or (not other.open and join((known, other)).atoms == known.atoms)
    return other is None or known == other


def weaken(value: Value, level: int) -> Value:
    """The value, at most as sure as `level`."""
    return value if value.level <= level else Value(value.atoms, value.open, level, value.cause, value.depth)


def caused(value: Value, cause: int) -> Value:
    """The value, depending at least on `cause`."""
    return value if value.cause >= cause else Value(value.atoms, value.open, value.level, cause, value.depth)


def without(value: Value, *type_names: str) -> Value:
    """The value less the constants and instances of these built-in types."""
    atoms = frozenset([a for a in value.atoms if not (isinstance(a, (at.Constant, at.Plain)) and a.type_name in type_names)])
    return replace(value, atoms=atoms) if len(atoms) != len(value.atoms) else value


def present(value: Value) -> Value:
    """The value of a key, given that it is there."""
    return replace(value, atoms=value.atoms - {ABSENT}) if ABSENT in value.atoms else value


def only(value: Value) -> Atom | None:
    """The one atom of a value that cannot be anything else."""
    return next(iter(value.atoms)) if len(value.atoms) == 1 and not value.open else None


def one_tensor(tensors: Iterable[at.Tensor]) -> at.Tensor:
    """A tensor of which nothing is said that does not hold of all of these."""
    found = tuple(tensors)
    dtypes, ranks = {atom.dtype for atom in found}, {atom.rank for atom in found}
    dtype, rank = min(dtypes, key=str) if len(dtypes) == 1 else None, min(ranks, key=str) if len(ranks) == 1 else None
    return at.Tensor(dtype, rank, any(atom.dynamic for atom in found), () if dtype else perhaps(found))


def perhaps(tensors: Iterable[at.Tensor]) -> tuple[str, ...]:
    """The dtypes of whole numbers and truth values that some of these tensors have, or have in some cases."""
    dtypes = {dtype for atom in tensors for dtype in (atom.dtype, *atom.perhaps) if dtype}
    return tuple(sorted(dtypes & WHOLE_DTYPES))


def constants(value: Value, type_name: str) -> list[Any]:
    """The known constants of a built-in type in a value, in a fixed order."""
    return sorted((a.value for a in value.atoms if isinstance(a, at.Constant) and a.type_name == type_name), key=repr)


def type_name(atom: Atom) -> str:
    """The built-in type of a constant or of some instance of it; "" for any other atom."""
    return atom.type_name if type(atom) is at.Constant or type(atom) is at.Plain else ""


def can_be_tensor(value: Value) -> bool:
    """Whether a tensor is among what a value can be."""
    return any(isinstance(atom, at.Tensor) for atom in value.atoms)


def is_tensor(value: Value) -> bool:
    """Whether a value is a tensor and nothing else."""
    return bool(value.atoms) and not value.open and all(isinstance(atom, at.Tensor) for atom in value.atoms)


def is_complex(value: Value) -> bool:
    """Whether all tensors among what a value can be are known to be complex, and there is one."""
    tensors = [atom for atom in value.atoms if isinstance(atom, at.Tensor)]
    return bool(tensors) and all(atom.is_complex for atom in tensors)


def may_be_complex(value: Value) -> bool:
    """Whether a tensor among what a value can be is known to be complex, or a dtype is."""
    return any(atom.is_complex if isinstance(atom, at.Tensor) else atom in _COMPLEX for atom in value.atoms)


def is_unmade(value: Value) -> bool:
    """Whether nothing is known yet of a value, or of anything that a display holds: a guess would persist in loops."""
    atom = only(value)
    return value == BOTTOM or (type(atom) is at.Items and bool(atom.items) and all(each == BOTTOM for each in atom.items))


def is_none(atom: Atom) -> bool:
    """Whether an atom is None."""
    return type(atom) is at.Constant and atom.type_name == "NoneType"
