"""Expressions and what they consist of, down to the parameters of a lambda."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct


class Node(Struct, eq=False, gc=False):
    """Any part of a tree. Nodes are as cheap as can be: compared by identity, unknown to the garbage collector."""


class BaseExpression(Node):
    """What `Walker.expression` takes."""

    lpar: int


class Name(BaseExpression):
    value: str


class BaseNumber(BaseExpression):
    value: str
    """As written, as for every literal."""


class Integer(BaseNumber):
    pass


class Float(BaseNumber):
    pass


class Imaginary(BaseNumber):
    pass


class SimpleString(BaseExpression):
    value: str


class ConcatenatedString(BaseExpression):
    left: BaseExpression
    right: BaseExpression


class FormattedStringText(Node):
    value: str


class TemplatedStringText(FormattedStringText):
    pass


class FormattedStringExpression(Node):
    expression: BaseExpression
    conversion: str | None
    format_spec: Sequence[FormattedStringText | FormattedStringExpression] | None
    equal: bool


class TemplatedStringExpression(FormattedStringExpression):
    pass


class FormattedString(BaseExpression):
    start: str
    parts: Sequence[FormattedStringText | FormattedStringExpression]
    end: str


class TemplatedString(FormattedString):
    pass


class Ellipsis(BaseExpression):
    pass


class Attribute(BaseExpression):
    value: BaseExpression
    attr: Name


class BaseSlice(Node):
    pass


class Index(BaseSlice):
    value: BaseExpression
    star: str | None


class Slice(BaseSlice):
    lower: BaseExpression | None
    upper: BaseExpression | None
    step: BaseExpression | None


class SubscriptElement(Node):
    slice: BaseSlice
    comma: bool


class Subscript(BaseExpression):
    value: BaseExpression
    slice: Sequence[SubscriptElement]


class Arg(Node):
    value: BaseExpression
    keyword: Name | None
    star: str


class Call(BaseExpression):
    func: BaseExpression
    args: Sequence[Arg]


class BinaryOperation(BaseExpression):
    left: BaseExpression
    operator: str
    right: BaseExpression


class BooleanOperation(BaseExpression):
    left: BaseExpression
    operator: str
    right: BaseExpression


class UnaryOperation(BaseExpression):
    operator: str
    expression: BaseExpression


class ComparisonTarget(Node):
    operator: str
    comparator: BaseExpression


class Comparison(BaseExpression):
    left: BaseExpression
    comparisons: Sequence[ComparisonTarget]


class IfExp(BaseExpression):
    test: BaseExpression
    body: BaseExpression
    orelse: BaseExpression


class NamedExpr(BaseExpression):
    target: BaseExpression
    value: BaseExpression


class Element(Node):
    value: BaseExpression
    comma: bool


class StarredElement(BaseExpression):
    value: BaseExpression
    comma: bool


class Tuple(BaseExpression):
    elements: Sequence[Element | StarredElement]


class List(BaseExpression):
    elements: Sequence[Element | StarredElement]


class Set(BaseExpression):
    elements: Sequence[Element | StarredElement]


class DictElement(Node):
    key: BaseExpression
    value: BaseExpression


class StarredDictElement(Node):
    value: BaseExpression


class Dict(BaseExpression):
    elements: Sequence[DictElement | StarredDictElement]


class CompIf(Node):
    test: BaseExpression


class CompFor(Node):
    target: BaseExpression
    iter: BaseExpression
    ifs: Sequence[CompIf]
    inner_for_in: CompFor | None


class BaseSimpleComp(BaseExpression):
    elt: BaseExpression
    for_in: CompFor


class ListComp(BaseSimpleComp):
    pass


class SetComp(BaseSimpleComp):
    pass


class GeneratorExp(BaseSimpleComp):
    pass


class DictComp(BaseExpression):
    key: BaseExpression
    value: BaseExpression
    for_in: CompFor


class Annotation(Node):
    annotation: BaseExpression


class Param(Node):
    name: Name
    annotation: Annotation | None
    default: BaseExpression | None


class Parameters(Node):
    posonly_params: Sequence[Param]
    params: Sequence[Param]
    star_arg: object
    """A Param, or what has no name."""
    kwonly_params: Sequence[Param]
    star_kwarg: Param | None


class Lambda(BaseExpression):
    params: Parameters
    body: BaseExpression


class Await(BaseExpression):
    expression: BaseExpression


class From(Node):
    item: BaseExpression


class Yield(BaseExpression):
    value: BaseExpression | From | None
