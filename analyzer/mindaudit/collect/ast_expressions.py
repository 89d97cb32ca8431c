"""Expressions as Python's own parser gives them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Final

from mindaudit.collect import nodes
from mindaudit.collect.ast_strings import AstReader, UnreadError
from mindaudit.collect.tokens import Tokens

OPERATORS: Final[dict[type[ast.AST], str]] = {
    ast.Add: "Add",
    ast.Sub: "Subtract",
    ast.Mult: "Multiply",
    ast.MatMult: "MatrixMultiply",
    ast.Div: "Divide",
    ast.FloorDiv: "FloorDivide",
    ast.Mod: "Modulo",
    ast.Pow: "Power",
    ast.LShift: "LeftShift",
    ast.RShift: "RightShift",
    ast.BitOr: "BitOr",
    ast.BitXor: "BitXor",
    ast.BitAnd: "BitAnd",
    ast.And: "And",
    ast.Or: "Or",
    ast.Invert: "BitInvert",
    ast.Not: "Not",
    ast.UAdd: "Plus",
    ast.USub: "Minus",
    ast.Eq: "Equal",
    ast.NotEq: "NotEqual",
    ast.Lt: "LessThan",
    ast.LtE: "LessThanEqual",
    ast.Gt: "GreaterThan",
    ast.GtE: "GreaterThanEqual",
    ast.Is: "Is",
    ast.IsNot: "IsNot",
    ast.In: "In",
    ast.NotIn: "NotIn",
}


class ExpressionReader(AstReader):
    """Reads expressions; `lpar` is how many parentheses were found around one."""

    def expression(self, node: ast.expr) -> nodes.BaseExpression:
        handler = _HANDLERS.get(type(node))
        if handler is None:
            raise UnreadError
        start, lpar = self.start(node), 0
        while self.opens[self.at] < start:
            lpar += 1
            self.at += 1
        return handler(self, node, lpar)

    def field(self, text: str) -> nodes.BaseExpression:
        expression = read_expression(f"({text})")
        expression.lpar -= 1
        return expression

    def maybe(self, node: ast.expr | None) -> nodes.BaseExpression | None:
        """The same of what may be missing."""
        return self.expression(node) if node else None

    def _is_parenthesized(self, node: ast.expr) -> bool:
        """Whether the next parenthesis is one that a node starts with and ends with."""
        return self.opens[self.at] == self.start(node) and self.closes[self.at] == self.end(node)

    def _own(self, node: ast.expr) -> int:
        """How many parentheses are part of a tuple or generator: one or none."""
        if not self._is_parenthesized(node):
            return 0
        self.at += 1
        return 1

    def visit_Name(self, node: ast.Name, lpar: int) -> nodes.BaseExpression:
        return nodes.Name(lpar, node.id)

    def visit_Constant(self, node: ast.Constant, lpar: int) -> nodes.BaseExpression:
        value = node.value
        if isinstance(value, (str, bytes)):
            return self.visit_JoinedStr(node, lpar)
        if value is None or isinstance(value, bool):
            return nodes.Name(lpar, str(value))
        if value is ...:
            return nodes.Ellipsis(lpar)
        kind = nodes.Integer if isinstance(value, int) else nodes.Float if isinstance(value, float) else nodes.Imaginary
        return kind(lpar, self.text[self.start(node) : self.end(node)])

    def visit_Attribute(self, node: ast.Attribute, lpar: int) -> nodes.BaseExpression:
        return nodes.Attribute(lpar, self.expression(node.value), nodes.Name(0, node.attr))

    def visit_Subscript(self, node: ast.Subscript, lpar: int) -> nodes.BaseExpression:
        value, key = self.expression(node.value), node.slice
        if not isinstance(key, ast.Tuple) or self.opens[self.at] < self.start(key) or self._is_parenthesized(key):
            return nodes.Subscript(lpar, value, [nodes.SubscriptElement(self._slice(key), False)])
        several = [nodes.SubscriptElement(self._slice(element), True) for element in key.elts]
        return nodes.Subscript(lpar, value, several)

    def _slice(self, node: ast.expr) -> nodes.BaseSlice:
        if isinstance(node, ast.Slice):
            return nodes.Slice(self.maybe(node.lower), self.maybe(node.upper), self.maybe(node.step))
        return nodes.Index(self.expression(node), None)

    def visit_Call(self, node: ast.Call, lpar: int) -> nodes.BaseExpression:
        function = self.expression(node.func)
        if self.closes[self.at] != self.end(node):
            raise UnreadError
        self.at += 1
        return nodes.Call(lpar, function, self.arguments(node.args, node.keywords))

    def arguments(self, values: Sequence[ast.expr], keywords: Sequence[ast.keyword]) -> list[nodes.Arg]:
        """The arguments of a call or class, in the order in which they are written."""
        given: Sequence[ast.expr | ast.keyword] = [*values, *keywords]
        if values and keywords and _place(values[-1]) > _place(keywords[0]):
            given = sorted(given, key=_place)
        return [self._argument(each) for each in given]

    def _argument(self, node: ast.expr | ast.keyword) -> nodes.Arg:
        if isinstance(node, ast.keyword):
            return nodes.Arg(self.expression(node.value), nodes.Name(0, node.arg) if node.arg else None, "" if node.arg else "**")
        if isinstance(node, ast.Starred):
            return nodes.Arg(self.expression(node.value), None, "*")
        return nodes.Arg(self.expression(node), None, "")

    def visit_BinOp(self, node: ast.BinOp, lpar: int) -> nodes.BaseExpression:
        return nodes.BinaryOperation(lpar, self.expression(node.left), OPERATORS[type(node.op)], self.expression(node.right))

    def visit_UnaryOp(self, node: ast.UnaryOp, lpar: int) -> nodes.BaseExpression:
        return nodes.UnaryOperation(lpar, OPERATORS[type(node.op)], self.expression(node.operand))

    def visit_BoolOp(self, node: ast.BoolOp, lpar: int) -> nodes.BaseExpression:
        operator = OPERATORS[type(node.op)]
        left = self.expression(node.values[0])
        for value in node.values[1:]:
            left = nodes.BooleanOperation(0, left, operator, self.expression(value))
        left.lpar = lpar
        return left

    def visit_Compare(self, node: ast.Compare, lpar: int) -> nodes.BaseExpression:
        left = self.expression(node.left)
        targets = [
            nodes.ComparisonTarget(OPERATORS[type(op)], self.expression(each)) for op, each in zip(node.ops, node.comparators, strict=True)
        ]
        return nodes.Comparison(lpar, left, targets)

    def visit_IfExp(self, node: ast.IfExp, lpar: int) -> nodes.BaseExpression:
        body, test, orelse = self.expression(node.body), self.expression(node.test), self.expression(node.orelse)
        return nodes.IfExp(lpar, test, body, orelse)

    def visit_NamedExpr(self, node: ast.NamedExpr, lpar: int) -> nodes.BaseExpression:
        return nodes.NamedExpr(lpar, self.expression(node.target), self.expression(node.value))

    def _elements(self, elements: Sequence[ast.expr]) -> list[nodes.Element | nodes.StarredElement]:
        return [
            nodes.StarredElement(0, self.expression(each.value), False)
            if isinstance(each, ast.Starred)
            else nodes.Element(self.expression(each), False)
            for each in elements
        ]

    def visit_Tuple(self, node: ast.Tuple, lpar: int) -> nodes.BaseExpression:
        return self.items(node.elts, self.end(node), lpar + self._own(node))

    def items(self, elements: Sequence[ast.expr], end: int, lpar: int) -> nodes.Tuple:
        """The tuple of some elements that ends there."""
        read = self._elements(elements)
        if read and not lpar:
            read[-1].comma = self.text[end - 1] == ","
        return nodes.Tuple(lpar, read)

    def visit_List_Set(self, node: ast.List | ast.Set, lpar: int) -> nodes.BaseExpression:
        kind = nodes.List if isinstance(node, ast.List) else nodes.Set
        return kind(lpar, self._elements(node.elts))

    def visit_Dict(self, node: ast.Dict, lpar: int) -> nodes.BaseExpression:
        return nodes.Dict(
            lpar,
            [
                nodes.DictElement(self.expression(key), self.expression(value)) if key else nodes.StarredDictElement(self.expression(value))
                for key, value in zip(node.keys, node.values, strict=True)
            ],
        )

    def visit_ListComp_SetComp(self, node: ast.ListComp | ast.SetComp, lpar: int) -> nodes.BaseExpression:
        kind = nodes.ListComp if isinstance(node, ast.ListComp) else nodes.SetComp
        return kind(lpar, self.expression(node.elt), self._clauses(node.generators))

    def visit_GeneratorExp(self, node: ast.GeneratorExp, lpar: int) -> nodes.BaseExpression:
        lpar += self._own(node)
        return nodes.GeneratorExp(lpar, self.expression(node.elt), self._clauses(node.generators))

    def visit_DictComp(self, node: ast.DictComp, lpar: int) -> nodes.BaseExpression:
        return nodes.DictComp(lpar, self.expression(node.key), self.expression(node.value), self._clauses(node.generators))

    def _clauses(self, generators: Sequence[ast.comprehension]) -> nodes.CompFor:
        clauses = [self._clause(generator) for generator in generators]
        for outer, inner in pairwise(clauses):
            outer.inner_for_in = inner
        return clauses[0]

    def _clause(self, node: ast.comprehension) -> nodes.CompFor:
        target, iterated = self.expression(node.target), self.expression(node.iter)
        return nodes.CompFor(target, iterated, [nodes.CompIf(self.expression(test)) for test in node.ifs], None)

    def visit_Await(self, node: ast.Await, lpar: int) -> nodes.BaseExpression:
        return nodes.Await(lpar, self.expression(node.value))

    def visit_Yield(self, node: ast.Yield, lpar: int) -> nodes.BaseExpression:
        return nodes.Yield(lpar, self.maybe(node.value))

    def visit_YieldFrom(self, node: ast.YieldFrom, lpar: int) -> nodes.BaseExpression:
        return nodes.Yield(lpar, nodes.From(self.expression(node.value)))

    def visit_Lambda(self, node: ast.Lambda, lpar: int) -> nodes.BaseExpression:
        return nodes.Lambda(lpar, self.parameters(node.args), self.expression(node.body))

    def parameters(self, node: ast.arguments) -> nodes.Parameters:
        """The parameters of a function."""
        written = [*node.posonlyargs, *node.args]
        defaults = [None] * (len(written) - len(node.defaults)) + node.defaults
        params = [self._parameter(param, default) for param, default in zip(written, defaults, strict=True)]
        star = self._parameter(node.vararg, None) if node.vararg else None
        keywords = [self._parameter(param, default) for param, default in zip(node.kwonlyargs, node.kw_defaults, strict=True)]
        rest = self._parameter(node.kwarg, None) if node.kwarg else None
        first = len(node.posonlyargs)
        return nodes.Parameters(params[:first], params[first:], star, keywords, rest)

    def _parameter(self, node: ast.arg, default: ast.expr | None) -> nodes.Param:
        return nodes.Param(nodes.Name(0, node.arg), self.annotation(node.annotation), self.maybe(default))

    def annotation(self, node: ast.expr | None) -> nodes.Annotation | None:
        """An annotation, where there is one."""
        return nodes.Annotation(self.expression(node)) if node else None


def read_expression(text: str, tokens: Tokens | None = None) -> nodes.BaseExpression:
    """The tree of one expression. Raises UnreadError, and for what is none what `compile` raises."""
    reader = ExpressionReader(text, tokens or Tokens(text))
    expression = reader.expression(ast.parse(text, mode="eval").body)
    reader.done()
    return expression


def _place(node: ast.expr | ast.keyword) -> tuple[int, int]:
    return node.lineno, node.col_offset


def handlers(reader: type) -> dict[type[ast.AST], Any]:
    """Kind of node -> the reader's `visit_<Node>` function; one that reads several kinds alike names them all."""
    return {getattr(ast, node): getattr(reader, name) for name in dir(reader) if name.startswith("visit_") for node in name.split("_")[1:]}


_HANDLERS: Final[dict[type[ast.AST], Callable[[ExpressionReader, Any, int], nodes.BaseExpression]]] = handlers(ExpressionReader)
