"""Statements and what they consist of."""

from __future__ import annotations

from collections.abc import Sequence

from mindaudit.collect.nodes.expressions import Annotation, Arg, Attribute, BaseExpression, From, Name, Node, Parameters
from mindaudit.collect.nodes.patterns import MatchPattern


class BaseStatement(Node):
    """What `block` takes."""


class BaseSuite(Node):
    body: Sequence[BaseStatement]


class IndentedBlock(BaseSuite):
    pass


class SimpleStatementSuite(BaseSuite):
    pass


class SimpleStatementLine(BaseStatement):
    body: Sequence[BaseStatement]


class Module(BaseSuite):
    pass


class Expr(BaseStatement):
    value: BaseExpression


class AssignTarget(Node):
    target: BaseExpression


class Assign(BaseStatement):
    targets: Sequence[AssignTarget]
    value: BaseExpression


class AnnAssign(BaseStatement):
    target: BaseExpression
    annotation: Annotation
    value: BaseExpression | None


class AugAssign(BaseStatement):
    target: BaseExpression
    operator: str
    value: BaseExpression


class AsName(Node):
    name: BaseExpression


class ImportAlias(Node):
    name: Attribute | Name
    asname: AsName | None


class ImportStar(Node):
    pass


class Import(BaseStatement):
    names: Sequence[ImportAlias]


class ImportFrom(BaseStatement):
    module: Attribute | Name | None
    names: Sequence[ImportAlias] | ImportStar
    relative: int
    """How many dots stand before the module."""


class TypeVar(Node):
    name: Name
    bound: BaseExpression | None


class TypeVarTuple(Node):
    name: Name


class ParamSpec(Node):
    name: Name


class TypeParam(Node):
    param: TypeVar | TypeVarTuple | ParamSpec
    default: BaseExpression | None


class TypeParameters(Node):
    params: Sequence[TypeParam]


class TypeAlias(BaseStatement):
    name: Name
    type_parameters: TypeParameters | None
    value: BaseExpression


class Decorator(Node):
    decorator: BaseExpression


class FunctionDef(BaseStatement):
    name: Name
    params: Parameters
    body: BaseSuite
    decorators: Sequence[Decorator]
    returns: Annotation | None
    asynchronous: bool
    type_parameters: TypeParameters | None


class ClassDef(BaseStatement):
    name: Name
    body: BaseSuite
    bases: Sequence[Arg]
    keywords: Sequence[Arg]
    decorators: Sequence[Decorator]
    lpar: bool
    type_parameters: TypeParameters | None


class Return(BaseStatement):
    value: BaseExpression | None


class Raise(BaseStatement):
    exc: BaseExpression | None
    cause: From | None


class Assert(BaseStatement):
    test: BaseExpression
    msg: BaseExpression | None


class Del(BaseStatement):
    target: BaseExpression


class Pass(BaseStatement):
    pass


class Break(BaseStatement):
    pass


class Continue(BaseStatement):
    pass


class NameItem(Node):
    name: Name


class Global(BaseStatement):
    names: Sequence[NameItem]


class Nonlocal(BaseStatement):
    names: Sequence[NameItem]


class Else(Node):
    body: BaseSuite


class If(BaseStatement):
    test: BaseExpression
    body: BaseSuite
    orelse: If | Else | None


class For(BaseStatement):
    target: BaseExpression
    iter: BaseExpression
    body: BaseSuite
    orelse: Else | None


class While(BaseStatement):
    test: BaseExpression
    body: BaseSuite
    orelse: Else | None


class ExceptHandler(Node):
    body: BaseSuite
    type: BaseExpression | None
    name: AsName | None


class ExceptStarHandler(ExceptHandler):
    pass


class Finally(Node):
    body: BaseSuite


class Try(BaseStatement):
    body: BaseSuite
    handlers: Sequence[ExceptHandler]
    orelse: Else | None
    finalbody: Finally | None


class TryStar(Try):
    pass


class WithItem(Node):
    item: BaseExpression
    asname: AsName | None


class With(BaseStatement):
    items: Sequence[WithItem]
    body: BaseSuite


class MatchCase(Node):
    pattern: MatchPattern
    body: BaseSuite
    guard: BaseExpression | None


class Match(BaseStatement):
    subject: BaseExpression
    cases: Sequence[MatchCase]
