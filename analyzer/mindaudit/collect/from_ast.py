"""Statements as Python's own parser gives them: it is many times faster than libcst's, but reads the syntax of the running version only.

Its tree says nothing of parentheses. They are counted on the way: nodes are read in the order of the text, so a parenthesis that opens
before a node starts, and was not used up before, is around it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from mindaudit.collect import nodes
from mindaudit.collect.ast_expressions import OPERATORS, ExpressionReader, handlers
from mindaudit.collect.ast_strings import UnreadError
from mindaudit.collect.tokens import Tokens

_EMPTY_BASES = re.compile(r"class[\s\\]+\w+[\s\\]*\(")
_WITH = re.compile(r"(?:async[\s\\]+)?with[\s\\]*\(")
_COLON = re.compile(r"[\s\\]*:")
_ALWAYS_PARENTHESIZED = (ast.Yield, ast.YieldFrom, ast.GeneratorExp, ast.NamedExpr)


def read_module(text: str, tokens: Tokens) -> nodes.Module:
    """The tree of a module. Raises UnreadError, and for what is none what `compile` raises."""
    reader = StatementReader(text, tokens)
    module = nodes.Module(reader.block(ast.parse(text).body).body)
    reader.done()
    return module


class StatementReader(ExpressionReader):
    """Reads statements."""

    def block(self, body: Sequence[ast.stmt]) -> nodes.IndentedBlock:
        """Statements in their order."""
        return nodes.IndentedBlock([self.statement(each) for each in body])

    def statement(self, node: ast.stmt) -> nodes.BaseStatement:
        """Our node for one statement. Raises UnreadError."""
        handler = _HANDLERS.get(type(node))
        if handler is None:
            raise UnreadError
        return handler(self, node)

    def visit_Expr(self, node: ast.Expr) -> nodes.BaseStatement:
        return nodes.Expr(self.expression(node.value))

    def visit_Assign(self, node: ast.Assign) -> nodes.BaseStatement:
        return nodes.Assign([nodes.AssignTarget(self.expression(target)) for target in node.targets], self.expression(node.value))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> nodes.BaseStatement:
        target, annotation = self.expression(node.target), nodes.Annotation(self.expression(node.annotation))
        return nodes.AnnAssign(target, annotation, self.maybe(node.value))

    def visit_AugAssign(self, node: ast.AugAssign) -> nodes.BaseStatement:
        return nodes.AugAssign(self.expression(node.target), OPERATORS[type(node.op)], self.expression(node.value))

    def visit_Import(self, node: ast.Import) -> nodes.BaseStatement:
        return nodes.Import([_alias(alias) for alias in node.names])

    def visit_ImportFrom(self, node: ast.ImportFrom) -> nodes.BaseStatement:
        if self.opens[self.at] < self.end(node):
            self.at += 1
        names = nodes.ImportStar() if node.names[0].name == "*" else [_alias(alias) for alias in node.names]
        return nodes.ImportFrom(_dotted(node.module) if node.module else None, names, node.level)

    def visit_FunctionDef_AsyncFunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> nodes.BaseStatement:
        decorators, asynchronous = self._decorators(node), isinstance(node, ast.AsyncFunctionDef)
        self.at += 1
        params, returns = self.parameters(node.args), self.annotation(node.returns)
        return nodes.FunctionDef(nodes.Name(0, node.name), params, self.block(node.body), decorators, returns, asynchronous, None)

    def _decorators(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> list[nodes.Decorator]:
        if getattr(node, "type_params", None):
            raise UnreadError
        return [nodes.Decorator(self.expression(decorator)) for decorator in node.decorator_list]

    def visit_ClassDef(self, node: ast.ClassDef) -> nodes.BaseStatement:
        decorators = self._decorators(node)
        lpar = bool(node.bases or node.keywords or _EMPTY_BASES.match(self.text, self.start(node)))
        self.at += lpar
        arguments = self.arguments(node.bases, node.keywords)
        bases = [each for each in arguments if not each.keyword and each.star != "**"]
        keywords = [each for each in arguments if each.keyword or each.star == "**"]
        return nodes.ClassDef(nodes.Name(0, node.name), self.block(node.body), bases, keywords, decorators, lpar, None)

    def visit_Return(self, node: ast.Return) -> nodes.BaseStatement:
        return nodes.Return(self.maybe(node.value))

    def visit_Raise(self, node: ast.Raise) -> nodes.BaseStatement:
        return nodes.Raise(self.maybe(node.exc), nodes.From(self.expression(node.cause)) if node.cause else None)

    def visit_Assert(self, node: ast.Assert) -> nodes.BaseStatement:
        return nodes.Assert(self.expression(node.test), self.maybe(node.msg))

    def visit_Delete(self, node: ast.Delete) -> nodes.BaseStatement:
        end = self.end(node)
        if len(node.targets) > 1 or self.text[end - 1] == ",":
            return nodes.Del(self.items(node.targets, end, 0))
        return nodes.Del(self.expression(node.targets[0]))

    def visit_Pass(self, node: ast.Pass) -> nodes.BaseStatement:
        return nodes.Pass()

    def visit_Break(self, node: ast.Break) -> nodes.BaseStatement:
        return nodes.Break()

    def visit_Continue(self, node: ast.Continue) -> nodes.BaseStatement:
        return nodes.Continue()

    def visit_Global_Nonlocal(self, node: ast.Global | ast.Nonlocal) -> nodes.BaseStatement:
        kind = nodes.Global if isinstance(node, ast.Global) else nodes.Nonlocal
        return kind([nodes.NameItem(nodes.Name(0, name)) for name in node.names])

    def visit_If(self, node: ast.If) -> nodes.If:
        test, body, other = self.expression(node.test), self.block(node.body), node.orelse
        if len(other) == 1 and isinstance(other[0], ast.If) and self.text.startswith("elif", self.start(other[0])):
            return nodes.If(test, body, self.visit_If(other[0]))
        return nodes.If(test, body, self._else(other))

    def _else(self, body: Sequence[ast.stmt]) -> nodes.Else | None:
        return nodes.Else(self.block(body)) if body else None

    def visit_For_AsyncFor(self, node: ast.For | ast.AsyncFor) -> nodes.BaseStatement:
        target, iterated = self.expression(node.target), self.expression(node.iter)
        return nodes.For(target, iterated, self.block(node.body), self._else(node.orelse))

    def visit_While(self, node: ast.While) -> nodes.BaseStatement:
        return nodes.While(self.expression(node.test), self.block(node.body), self._else(node.orelse))

    def visit_Try_TryStar(self, node: ast.Try | ast.TryStar) -> nodes.BaseStatement:
        kind = nodes.Try if isinstance(node, ast.Try) else nodes.TryStar
        body, handlers, orelse = self.block(node.body), [self._handler(each) for each in node.handlers], self._else(node.orelse)
        return kind(body, handlers, orelse, nodes.Finally(self.block(node.finalbody)) if node.finalbody else None)

    def _handler(self, node: ast.ExceptHandler) -> nodes.ExceptHandler:
        kind = self.maybe(node.type)
        return nodes.ExceptHandler(self.block(node.body), kind, nodes.AsName(nodes.Name(0, node.name)) if node.name else None)

    def visit_With_AsyncWith(self, node: ast.With | ast.AsyncWith) -> nodes.BaseStatement:
        if self._has_parentheses(node):
            self.at += 1
        items = [self._item(item) for item in node.items]
        return nodes.With(items, self.block(node.body))

    def _has_parentheses(self, node: ast.With | ast.AsyncWith) -> bool:
        """Whether the items of a with stand in parentheses that are not an expression's, or need not be."""
        keyword = _WITH.match(self.text, self.start(node))
        if not keyword or self.opens[self.at] != keyword.end() - 1 or not _COLON.match(self.text, self.closes[self.at]):
            return False
        item = node.items[0]
        return len(node.items) > 1 or bool(item.optional_vars) or not isinstance(item.context_expr, _ALWAYS_PARENTHESIZED)

    def _item(self, node: ast.withitem) -> nodes.WithItem:
        manager = self.expression(node.context_expr)
        return nodes.WithItem(manager, nodes.AsName(self.expression(node.optional_vars)) if node.optional_vars else None)


def _alias(node: ast.alias) -> nodes.ImportAlias:
    return nodes.ImportAlias(_dotted(node.name), nodes.AsName(nodes.Name(0, node.asname)) if node.asname else None)


def _dotted(name: str) -> nodes.Attribute | nodes.Name:
    first, *others = name.split(".")
    node: nodes.Attribute | nodes.Name = nodes.Name(0, first)
    for other in others:
        node = nodes.Attribute(0, node, nodes.Name(0, other))
    return node


_HANDLERS: Final[dict[type[ast.AST], Callable[[StatementReader, Any], nodes.BaseStatement]]] = {
    kind: handler for kind, handler in handlers(StatementReader).items() if issubclass(kind, ast.stmt)
}
