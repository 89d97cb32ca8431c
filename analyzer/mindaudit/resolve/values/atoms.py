"""Atoms: the things that an expression can be at run time, one record per kind. A Value is a small set of them.

Records compare by kind and fields. The tag names the kind in bytes and in the order of atoms, which is the same in every process.
This module stays plain Python: msgspec reads its annotations.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import msgspec

from mindaudit.facts.expressions import Record


def tag_of(record: msgspec.Struct) -> str:
    """The tag that names the kind of an atom or expression."""
    return str(type(record).__struct_config__.tag)


class Value(Record, frozen=True, cache_hash=True):
    """A set of atoms, and what is known of the set as a whole."""

    atoms: frozenset[Atom]
    open: bool = False
    """Whether it may also be something else."""
    level: int = 2
    """How sure the atoms are: 0 possible, 1 likely, 2 certain."""
    cause: int = 0
    """What it depends on: 0 nothing that matters, 1 a constant, 2 the configuration, 3 a shape, 4 tensor data."""
    depth: int = 0
    """Nesting of values in values, bounded."""


class Pair(NamedTuple):
    """A constant key of a dict, or a field's name, and its value."""

    key: object
    value: Value


class Bound(NamedTuple):
    """An argument that a partial object holds."""

    keyword: str | None
    """A parameter's name, "*" or "**"; None for a positional argument."""
    value: Value


class Torch(Record, frozen=True, tag="torch"):
    """A torch function, class, module or constant."""

    name: str


class Instance(Record, frozen=True, tag="instance"):
    """An instance of a torch class; `elements` is what a container of modules or parameters holds."""

    torch_class: str
    elements: Value | None


class Tensor(Record, frozen=True, tag="tensor"):
    """A tensor; `dynamic`: its shape depends on data."""

    dtype: str | None
    rank: int | None
    dynamic: bool
    perhaps: tuple[str, ...] = ()
    """Where the dtype is not known: those of whole numbers and truth values that it has in some cases."""

    @property
    def is_complex(self) -> bool:
        """Whether its dtype is known to be complex."""
        return self.dtype is not None and self.dtype.startswith("complex")


class TorchMethod(Record, frozen=True, tag="bound"):
    """A method of a torch object, with its receiver."""

    name: str
    receiver: Atom


class Function(Record, frozen=True, tag="function"):
    """A function of the project; `captured`: the parameters of the function around it, if it is created in a call context of that."""

    module: int
    number: int
    captured: tuple[Bound, ...] = ()


class Method(Record, frozen=True, tag="method"):
    """A method of a project class, with its receiver."""

    module: int
    number: int
    receiver: Atom


class Class(Record, frozen=True, tag="class"):
    """A class of the project."""

    module: int
    number: int


class Object(Record, frozen=True, tag="object"):
    """An instance of a project class; with an allocation site, the call is the expression `site` of module `home`."""

    module: int
    number: int
    home: int = -1
    site: int = -1


class Super(Record, frozen=True, tag="super"):
    """`super()` in a method of a project class."""

    module: int
    number: int
    receiver: Atom


class Module(Record, frozen=True, tag="module"):
    """A file of the project, or a package of it."""

    place: tuple[str, ...]
    """The parts of its path, without the ending."""


class External(Record, frozen=True, tag="external"):
    """A name of another library; `made`: calling it gives the same object as calling that (an attribute of what was made)."""

    name: str
    made: str | None = None


class Made(Record, frozen=True, tag="made"):
    """What a call of another library's function gives; `dtype`: that of an array of NumPy, where it is known and a mask may have it."""

    name: str
    dtype: str | None = None


class Constant(Record, frozen=True, tag="constant"):
    """A constant of a built-in type; the type's name keeps `1`, `True` and `1.0` apart."""

    type_name: str
    value: object


class Plain(Record, frozen=True, tag="plain"):
    """Some instance of a built-in type."""

    type_name: str


class Builtin(Record, frozen=True, tag="builtin"):
    """A built-in function or class."""

    name: str


class List(Record, frozen=True, tag="list"):
    """A list of unknown length."""

    elements: Value


class Set(Record, frozen=True, tag="set"):
    """A set."""

    elements: Value


class Iterator(Record, frozen=True, tag="iterator"):
    """Anything that can be iterated over and is no other container."""

    elements: Value


class Grown(Record, frozen=True, tag="grown"):
    """What a container also holds, whichever container it is."""

    elements: Value


class Tuple(Record, frozen=True, tag="tuple"):
    """A tuple of known length."""

    items: tuple[Value, ...]


class Items(Record, frozen=True, tag="items"):
    """A list of known length."""

    items: tuple[Value, ...]


class Dict(Record, frozen=True, tag="dict"):
    """A dict: the values of constant keys, and of all others."""

    pairs: tuple[Pair, ...]
    others: Value


class Fields(Record, frozen=True, tag="fields"):
    """A named tuple."""

    pairs: tuple[Pair, ...]


class Partial(Record, frozen=True, tag="partial"):
    """A `functools.partial` object."""

    function: Value
    arguments: tuple[Bound, ...]


class ContainerMethod(Record, frozen=True, tag="container-method"):
    """A method of a container."""

    container: Atom
    name: str


class Generic(Record, frozen=True, tag="generic"):
    """A type such as Optional[Tensor]: expressions of a module."""

    module: int
    base: int
    index: int


class Absent(Record, frozen=True, tag="absent"):
    """Stands for a key that only some dicts have."""


Atom: TypeAlias = (
    Torch | Instance | Tensor | TorchMethod | Function | Method | Class | Object | Super | Module | External | Made | Constant | Plain
    | Builtin | List | Set | Iterator | Grown | Tuple | Items | Dict | Fields | Partial | ContainerMethod | Generic | Absent
)  # fmt: skip
