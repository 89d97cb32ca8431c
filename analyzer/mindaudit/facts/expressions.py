"""The expressions of a file's table: one record per kind; operands are indices into the same table, -1 where nothing is written.

Records compare by kind and fields, so that equal expressions share one index. As bytes each is an array that begins with its tag.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

TypeName: TypeAlias = Literal["bool", "bytes", "complex", "ellipsis", "float", "int", "NoneType", "str"]
"""Of a literal. Names of a fixed set are one object each when they are read, which saves memory."""
BinaryOperator: TypeAlias = Literal[
    "Add", "Subtract", "Multiply", "Divide", "FloorDivide", "Modulo", "Power", "MatrixMultiply", "LeftShift", "RightShift", "BitAnd",
    "BitOr", "BitXor",
]  # fmt: skip
UnaryOperator: TypeAlias = Literal["Not", "Minus", "Plus", "BitInvert"]
ComparisonOperator: TypeAlias = Literal[
    "Equal", "NotEqual", "LessThan", "LessThanEqual", "GreaterThan", "GreaterThanEqual", "In", "NotIn", "Is", "IsNot",
]  # fmt: skip
BooleanOperator: TypeAlias = Literal["And", "Or"]


class Record(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What expressions, their parts and atoms have in common: they never change, compare by fields, and travel as arrays."""


class PassedArgument(Record, frozen=True):
    """An argument of a call."""

    keyword: str | None
    """A parameter's name, "*" or "**"; None for a positional argument."""
    expression: int


class DictItem(Record, frozen=True):
    """An item of a dict display; `key` -1 is `**` of a mapping."""

    key: int
    value: int


class Constant(Record, frozen=True, tag="const"):
    """A literal; the type's name keeps `1`, `True` and `1.0` apart."""

    type_name: TypeName
    value: object


class Import(Record, frozen=True, tag="import"):
    """The module of `import module`."""

    module: str


class FromImport(Record, frozen=True, tag="from"):
    """A name of `from module import name`; `level` counts the leading dots."""

    module: str
    level: int
    name: str


class Name(Record, frozen=True, tag="name"):
    """A name that is looked up late, from a function outwards; function 0 is the module."""

    function: int
    name: str


class Attribute(Record, frozen=True, tag="attr"):
    """`base.name`."""

    base: int
    name: str


class Call(Record, frozen=True, tag="call"):
    """A call with its arguments in source order."""

    callee: int
    arguments: tuple[PassedArgument, ...]


class Super(Record, frozen=True, tag="super"):
    """`super()` without arguments in a method of a class."""

    class_: int


class Subscript(Record, frozen=True, tag="sub"):
    """`base[index]`."""

    base: int
    index: int


class Slice(Record, frozen=True, tag="slice"):
    """`lower:upper:step` in a subscript."""

    lower: int
    upper: int
    step: int


class Parameter(Record, frozen=True, tag="param"):
    """What callers pass to a parameter of a function."""

    function: int
    name: str


class Element(Record, frozen=True, tag="elem"):
    """One item of an iteration."""

    iterable: int


class Item(Record, frozen=True, tag="item"):
    """The item at a position, by unpacking."""

    sequence: int
    position: int


class Rest(Record, frozen=True, tag="rest"):
    """The items from a position on, by starred unpacking; `behind`: so many targets stand behind."""

    sequence: int
    position: int
    behind: int


class Entered(Record, frozen=True, tag="enter"):
    """What `with manager as` binds."""

    manager: int


class Caught(Record, frozen=True, tag="except"):
    """What `except type as` binds."""

    exception: int


class Awaited(Record, frozen=True, tag="await"):
    """`await operand`."""

    operand: int


class Yielded(Record, frozen=True, tag="yield"):
    """What a `yield` expression gives."""

    operand: int


class Join(Record, frozen=True, tag="join"):
    """One of several values, where branches meet."""

    values: tuple[int, ...]


class Phi(Record, frozen=True, tag="phi"):
    """One of the values of a slot of the file, at the head of a loop."""

    slot: int


class Narrowed(Record, frozen=True, tag="narrow"):
    """A value where a test on it holds (`positive`) or does not."""

    value: int
    test: int
    positive: bool


class Binary(Record, frozen=True, tag="binary"):
    """A binary operation; the operator bears libcst's name."""

    operator: BinaryOperator
    left: int
    right: int


class Unary(Record, frozen=True, tag="unary"):
    """A unary operation; the operator bears libcst's name."""

    operator: UnaryOperator
    operand: int


class Comparison(Record, frozen=True, tag="compare"):
    """A chain of comparisons: one operator less than operands."""

    operators: tuple[ComparisonOperator, ...]
    operands: tuple[int, ...]


class Boolean(Record, frozen=True, tag="bool"):
    """`and` or `or` of two operands."""

    operator: BooleanOperator
    operands: tuple[int, int]


class Conditional(Record, frozen=True, tag="ifexp"):
    """`body if test else orelse`."""

    test: int
    body: int
    orelse: int


class ListDisplay(Record, frozen=True, tag="list"):
    """`[a, b]`."""

    items: tuple[int, ...]


class TupleDisplay(Record, frozen=True, tag="tuple"):
    """`(a, b)`."""

    items: tuple[int, ...]


class SetDisplay(Record, frozen=True, tag="set"):
    """`{a, b}`."""

    items: tuple[int, ...]


class DictDisplay(Record, frozen=True, tag="dict"):
    """`{key: value, **mapping}`."""

    items: tuple[DictItem, ...]


class Starred(Record, frozen=True, tag="star"):
    """`*operand` in a display or subscript."""

    operand: int


class Comprehension(Record, frozen=True, tag="comp"):
    """A comprehension: its kind (list, set, dict, iterator), its element and, of a dict, its key."""

    kind: str
    element: int
    key: int


class FunctionValue(Record, frozen=True, tag="func"):
    """A function or lambda of this file."""

    function: int


class ClassValue(Record, frozen=True, tag="class"):
    """A class of this file."""

    class_: int


class FormattedString(Record, frozen=True, tag="fstring"):
    """An f-string or a concatenation of strings, by its parts."""

    parts: tuple[int, ...]


class Grown(Record, frozen=True, tag="grow"):
    """A container (or -1) that has also got a value: `how` says whether as an item or item by item."""

    container: int
    how: str
    value: int


class Annotated(Record, frozen=True, tag="annotated"):
    """A value with the type that is declared for it; value -1: declared only."""

    value: int
    annotation: int


class Unknown(Record, frozen=True, tag="unknown"):
    """An expression of which nothing is known."""


Expression: TypeAlias = (
    Constant | Import | FromImport | Name | Attribute | Call | Super | Subscript | Slice | Parameter | Element | Item | Rest | Entered
    | Caught | Awaited | Yielded | Join | Phi | Narrowed | Binary | Unary | Comparison | Boolean | Conditional | ListDisplay
    | TupleDisplay | SetDisplay | DictDisplay | Starred | Comprehension | FunctionValue | ClassValue | FormattedString | Grown | Annotated
    | Unknown
)  # fmt: skip
