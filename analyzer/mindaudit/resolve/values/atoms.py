"""Atoms: the things that an expression can be at run time, one record a kind. A Value is a small set of them.

Records compare by kind and fields. The tag names the kind in bytes and in the order of atoms, which is the same in every process.
This module stays plain Python: msgspec reads its annotations.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import msgspec


def tag_of(record: msgspec.Struct) -> str:
    """The tag that names the kind of an atom or expression."""
    return str(type(record).__struct_config__.tag)


class Value(msgspec.Struct, frozen=True, array_like=True, gc=False, cache_hash=True):
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


class Torch(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="torch"):
    """A torch function, class, module or constant."""

    name: str


class Instance(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="instance"):
    """An instance of a torch class; `elements` is what a container of modules or parameters holds."""

    torch_class: str
    elements: Value | None


class Tensor(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="tensor"):
    """A tensor; `dynamic`: its shape depends on data."""

    dtype: str | None
    rank: int | None
    dynamic: bool

    @property
    def is_complex(self) -> bool:
        """Whether its dtype is known to be complex."""
        return self.dtype is not None and self.dtype.startswith("complex")


class TorchMethod(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="bound"):
    """A method of a torch object, with its receiver."""

    name: str
    receiver: Atom


class Function(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="function"):
    """A function of the project; `captured`: the parameters of the function around it, where it is made for one call of that alone."""

    module: int
    number: int
    captured: tuple[Bound, ...] = ()


class Method(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="method"):
    """A method of a project class, with its receiver."""

    module: int
    number: int
    receiver: Atom


class Class(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="class"):
    """A class of the project."""

    module: int
    number: int


class Object(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="object"):
    """An instance of a project class. One that is told apart from others is made by the call `site`, an expression of module `home`."""

    module: int
    number: int
    home: int = -1
    site: int = -1


class Super(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="super"):
    """`super()` in a method of a project class."""

    module: int
    number: int
    receiver: Atom


class Module(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="module"):
    """A file of the project, or a package of it."""

    place: tuple[str, ...]
    """The parts of its path, without the ending."""


class External(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="external"):
    """A name of another library; `made`: calling it gives the same object as calling that (an attribute of what was made)."""

    name: str
    made: str | None = None


class Made(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="made"):
    """What a call of another library's function gives."""

    name: str


class Constant(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="constant"):
    """A constant of a built-in type; the type's name keeps `1`, `True` and `1.0` apart."""

    type_name: str
    value: object


class Plain(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="plain"):
    """Some instance of a built-in type."""

    type_name: str


class Builtin(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="builtin"):
    """A built-in function or class."""

    name: str


class List(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="list"):
    """A list of unknown length."""

    elements: Value


class Set(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="set"):
    """A set."""

    elements: Value


class Iterator(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="iterator"):
    """Anything that can be iterated over and is no other container."""

    elements: Value


class Grown(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="grown"):
    """What a container also holds, whichever container it is."""

    elements: Value


class Tuple(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="tuple"):
    """A tuple of known length."""

    items: tuple[Value, ...]


class Items(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="items"):
    """A list of known length."""

    items: tuple[Value, ...]


class Dict(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="dict"):
    """A dict: the values of constant keys, and of all others."""

    pairs: tuple[Pair, ...]
    others: Value


class Fields(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="fields"):
    """A named tuple."""

    pairs: tuple[Pair, ...]


class Partial(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="partial"):
    """A `functools.partial` object."""

    function: Value
    arguments: tuple[Bound, ...]


class ContainerMethod(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="container-method"):
    """A method of a container."""

    container: Atom
    name: str


class Generic(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="generic"):
    """A type such as Optional[Tensor]: expressions of a module."""

    module: int
    base: int
    index: int


class Absent(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="absent"):
    """Stands for a key that only some dicts have."""


Atom: TypeAlias = (
    Torch
    | Instance
    | Tensor
    | TorchMethod
    | Function
    | Method
    | Class
    | Object
    | Super
    | Module
    | External
    | Made
    | Constant
    | Plain
    | Builtin
    | List
    | Set
    | Iterator
    | Grown
    | Tuple
    | Items
    | Dict
    | Fields
    | Partial
    | ContainerMethod
    | Generic
    | Absent
)
