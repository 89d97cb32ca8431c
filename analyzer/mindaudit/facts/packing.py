"""Facts as bytes, to travel between processes and to be kept: column by column, and every string once.

Both ways run mostly in C, and what is unpacked shares its strings and numbers with everything else that this process unpacks.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache, lru_cache, partial
from itertools import chain, islice, repeat
from typing import Any, cast

import msgspec
from msgspec.msgpack import Ext

from mindaudit.facts.records import CallSite, Class, Event, Expression, Function, Invocation, ModuleFacts, Parameter, Places, Site

_SHARED_BITS = (12, 15, 18)
"""Numbers of so many bits exist only once in each of these ranges: enough for the offsets of all but huge files, and 11 MB at most."""
_COMPLEX, _BIG, _BROKEN = 1, 2, 3
"""What the format has no type for: complex numbers, integers of more than 64 bits, texts with lone surrogates."""


class DamagedError(Exception):
    """Bytes that are no packed facts."""


def pack(facts: ModuleFacts) -> bytes:
    """Facts as bytes, without the path."""
    writing = _Writing()
    fields = [column.pack(getattr(facts, name), writing) for name, column in _FIELDS.items()]
    places = _ENCODER.encode((facts.calls, facts.sites, facts.events))
    return _ENCODER.encode([list(map(wired, writing.names)), writing.highest, facts.exact, fields, places])


def unpack(content: bytes, path: str) -> ModuleFacts:
    """The facts that were packed, for a file that is called `path`. Raises DamagedError."""
    try:
        names, highest, exact, fields, places = _DECODER.decode(content)
        reading = _Reading(names, highest)
        found = {name: column.unpack(field, reading) for (name, column), field in zip(_FIELDS.items(), fields, strict=True)}
        return ModuleFacts(path=path, exact=exact, places=cast(Places, PackedPlaces(places)), **found)
    except (msgspec.DecodeError, TypeError, ValueError, LookupError, AttributeError) as error:
        raise DamagedError(str(error)) from error


class PackedPlaces:
    """Places that are unpacked whenever they are asked for; only those of the last file or two stay."""

    __slots__ = ("_content",)

    def __init__(self, content: bytes) -> None:
        self._content = content

    @property
    def calls(self) -> tuple[CallSite, ...]:
        """As in Places."""
        return _places(self._content).calls

    @property
    def sites(self) -> tuple[Site, ...]:
        """As in Places."""
        return _places(self._content).sites

    @property
    def events(self) -> tuple[Event, ...]:
        """As in Places."""
        return _places(self._content).events

    def __eq__(self, other: object) -> bool:
        return _places(self._content) == (_places(other._content) if isinstance(other, PackedPlaces) else other)

    def __hash__(self) -> int:
        return hash(_places(self._content))

    def __repr__(self) -> str:
        return repr(_places(self._content))


@lru_cache(maxsize=2)
def _places(content: bytes) -> Places:
    return _PLACES.decode(content)


class _Writing:
    """The strings that were met, each with its number, and the highest number in any column."""

    def __init__(self) -> None:
        self.names: dict[str, int] = {}
        self.highest = 0

    def name(self, name: str | None) -> int:
        return -1 if name is None else self.names.setdefault(name, len(self.names))


class _Reading:
    """What the numbers in columns stand for."""

    def __init__(self, names: Iterable[str], highest: int) -> None:
        self.name: Callable[[int], str | None] = [*map(sys.intern, names), None].__getitem__
        bits = next((bits for bits in _SHARED_BITS if highest >> bits == 0), None)
        self.number: Callable[[int], int] = _shared_numbers(bits) if bits else int


@cache
def _shared_numbers(bits: int) -> Callable[[int], int]:
    """A number below 1 << `bits`, or -1, as the one object that stands for it."""
    return [*range(1 << bits), -1].__getitem__


class _Column:
    """Values of one kind, here plain ones that the format knows."""

    def pack(self, values: Collection[Any], writing: _Writing) -> Any:
        return list(map(wired, values))

    def unpack(self, content: Any, reading: _Reading) -> Iterable[Any]:
        return content  # type: ignore[no-any-return]


class _Numbers(_Column):
    """Whole numbers from -1 upwards."""

    def pack(self, values: Collection[Any], writing: _Writing) -> Any:
        writing.highest = max(writing.highest, max(values, default=0))
        return values

    def unpack(self, content: Any, reading: _Reading) -> Iterable[Any]:
        return map(reading.number, content)


class _Names(_Column):
    """Strings, or None."""

    def pack(self, values: Collection[Any], writing: _Writing) -> Any:
        return list(map(writing.name, values))

    def unpack(self, content: Any, reading: _Reading) -> Iterable[Any]:
        return map(reading.name, content)


class _Rows(_Column):
    """Tuples of one length, or what `make` makes of them; what is the same in all is no column."""

    def __init__(self, *columns: _Column, make: Callable[[Any], Any] | None = None, same: tuple[str, ...] = ()) -> None:
        self._columns = columns
        self._make = make
        self._same = same

    def pack(self, values: Collection[Any], writing: _Writing) -> Any:
        columns = list(zip(*values, strict=True))[len(self._same) :] or repeat((), len(self._columns))
        return [column.pack(items, writing) for column, items in zip(self._columns, columns, strict=True)]

    def unpack(self, content: Any, reading: _Reading) -> Iterable[Any]:
        columns = (column.unpack(items, reading) for column, items in zip(self._columns, content, strict=True))
        rows = zip(*map(repeat, self._same), *columns, strict=not self._same)
        return map(self._make, rows) if self._make else rows


class _Many(_Column):
    """Collections of any length, by their lengths and one column of all their items."""

    def __init__(self, items: _Column, make: Callable[[Any], Any] = tuple, listed: Callable[[Any], Iterable[Any]] = iter) -> None:
        self._items = items
        self._make = make
        self._listed = listed

    def pack(self, values: Collection[Any], writing: _Writing) -> Any:
        return [list(map(len, values)), self._items.pack(list(chain.from_iterable(map(self._listed, values))), writing)]

    def unpack(self, content: Any, reading: _Reading) -> Iterable[Any]:
        lengths, packed = content
        items, make = iter(self._items.unpack(packed, reading)), self._make
        return [make(islice(items, length)) for length in lengths]


class _Whole(_Column):
    """One collection, which is a field of its own."""

    def __init__(self, items: _Column, make: Callable[[Any], Any] = tuple, listed: Callable[[Any], Collection[Any]] = list) -> None:
        self._items = items
        self._make = make
        self._listed = listed

    def pack(self, values: Any, writing: _Writing) -> Any:
        return self._items.pack(self._listed(values), writing)

    def unpack(self, content: Any, reading: _Reading) -> Any:
        return self._make(self._items.unpack(content, reading))


class _Expressions(_Column):
    """Expressions: the kind of each, and for each kind a table."""

    def pack(self, values: Collection[Expression], writing: _Writing) -> Any:
        tables: list[list[Expression]] = [[] for _ in _SHAPES]
        kinds = bytearray()
        for each in values:
            kind = _TEXT if each[:2] == ("const", "str") else _KINDS[each[0]]
            kinds.append(kind)
            tables[kind].append(each)
        return [bytes(kinds), [shape.pack(table, writing) for shape, table in zip(_SHAPES, tables, strict=True)]]

    def unpack(self, content: Any, reading: _Reading) -> Iterable[Any]:
        kinds, packed = content
        tables = [iter(shape.unpack(table, reading)) for shape, table in zip(_SHAPES, packed, strict=True)]
        return map(next, map(tables.__getitem__, kinds))


def _made(kind: type) -> Callable[[Any], Any]:
    return partial(tuple.__new__, kind)


_SETS: dict[frozenset[Any], frozenset[Any]] = {}


def _shared_set(items: Iterable[Any]) -> frozenset[Any]:
    found = frozenset(items)
    return _SETS.setdefault(found, found)


PLAIN, NUMBER, NAME = _Column(), _Numbers(), _Names()
NUMBERS, NAMES = _Many(NUMBER), _Many(NAME)
PAIRS = _Many(_Rows(NAME, NUMBER))
BY_NAME = _Many(_Rows(NAME, NUMBER), dict, dict.items)

_COLUMNS: Mapping[str, tuple[_Column, ...]] = {
    "const": (NAME, PLAIN),
    "import": (NAME,),
    "from": (NAME, NUMBER, NAME),
    "name": (NUMBER, NAME),
    "attr": (NUMBER, NAME),
    "call": (NUMBER, PAIRS),
    "super": (NUMBER,),
    "sub": (NUMBER, NUMBER),
    "slice": (NUMBER, NUMBER, NUMBER),
    "param": (NUMBER, NAME),
    "elem": (NUMBER,),
    "item": (NUMBER, PLAIN),
    "rest": (NUMBER, PLAIN),
    "enter": (NUMBER,),
    "except": (NUMBER,),
    "await": (NUMBER,),
    "yield": (NUMBER,),
    "join": (NUMBERS,),
    "phi": (NUMBER,),
    "narrow": (NUMBER, NUMBER, PLAIN),
    "binary": (NAME, NUMBER, NUMBER),
    "unary": (NAME, NUMBER),
    "compare": (NAMES, NUMBERS),
    "bool": (NAME, NUMBERS),
    "ifexp": (NUMBER, NUMBER, NUMBER),
    "list": (NUMBERS,),
    "tuple": (NUMBERS,),
    "set": (NUMBERS,),
    "dict": (_Many(_Rows(NUMBER, NUMBER)),),
    "star": (NUMBER,),
    "comp": (NAME, NUMBER, NUMBER),
    "func": (NUMBER,),
    "class": (NUMBER,),
    "fstring": (NUMBERS,),
    "grow": (NUMBER, NAME, NUMBER),
    "annotated": (NUMBER, NUMBER),
    "unknown": (),
}
"""What follows the operation of an expression."""
_KINDS = {operation: kind for kind, operation in enumerate(_COLUMNS)}
_TEXT = len(_KINDS)
_SHAPES = [*(_Rows(*columns, same=(operation,)) for operation, columns in _COLUMNS.items()), _Rows(NAME, same=("const", "str"))]

_PARAMETER = _Rows(NAME, NAME, NUMBER, NUMBER, make=_made(Parameter))
_FUNCTION = (
    *(NAME, NAME, NUMBER, NUMBER, _Many(_PARAMETER), NUMBERS, NUMBER, NUMBERS, NUMBERS),
    *(_Many(_Rows(NAME, NUMBERS), dict, dict.items), NUMBER, NUMBER, _Many(NAME, _shared_set, sorted)),
)
_CLASS = (
    *(NAME, NAME, NUMBER, NUMBERS, PAIRS, NUMBERS, BY_NAME, BY_NAME),
    *(_Many(_Rows(NAME, _Many(_Rows(NUMBER, NUMBER))), dict, dict.items), NUMBER, NUMBER),
)

_FIELDS: Mapping[str, _Whole] = {
    "expressions": _Whole(_Expressions()),
    "slots": _Whole(NUMBERS),
    "functions": _Whole(_Rows(*_FUNCTION, make=_made(Function))),
    "classes": _Whole(_Rows(*_CLASS, make=_made(Class))),
    "invocations": _Whole(_Rows(NUMBER, NUMBER, NUMBER, make=_made(Invocation))),
    "exports": _Whole(_Rows(NAME, NUMBER), dict, dict.items),
    "stars": _Whole(_Rows(NAME, NUMBER)),
    "stores": _Whole(_Rows(NUMBER, NAME, NUMBER, NUMBER)),
}


def wired(value: object) -> object:
    """A single value as the format can hold it."""
    if isinstance(value, str):
        return value if value.isascii() or _is_text(value) else Ext(_BROKEN, value.encode("utf-8", "surrogatepass"))
    if isinstance(value, complex):
        return Ext(_COMPLEX, repr(value).encode())
    if isinstance(value, int) and value.bit_length() > 63:
        return Ext(_BIG, hex(value).encode())
    return value


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def unwired(code: int, data: memoryview) -> complex | int | str:
    """What `wired` made an extension of."""
    content = bytes(data)
    if code == _COMPLEX:
        return complex(content.decode())
    return int(content, 16) if code == _BIG else content.decode("utf-8", "surrogatepass")


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(list[Any], ext_hook=unwired)
_PLACES = msgspec.msgpack.Decoder(Places)
