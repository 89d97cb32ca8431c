"""What every part of the walk shares: the expression table, positions, and the values of names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from mindaudit.collect import nodes
from mindaudit.collect.comments import has_signatures
from mindaudit.collect.scopes import Scope
from mindaudit.collect.tokens import MismatchError, Tokens
from mindaudit.facts import expressions as ex
from mindaudit.facts.expressions import Expression
from mindaudit.facts.records import CallSite, Event, EventKind, Function, Site, SiteKind

_ROLES = frozenset({"decorator", "base", "annotation"})
_FIXED = (ex.Constant, ex.Import, ex.FunctionValue, ex.ClassValue)
"""What no test says more about."""


class Walker:
    """Walks expressions in source order. After `expression(node)`, `start` and `end` span it without its own parentheses,
    `outer_start` and `outer_end` with them."""

    handlers: ClassVar[dict[str, Callable[[Any, Any], int]]] = {}

    def __init__(self, text: str, exact: Mapping[nodes.Node, tuple[int, int]] | None = None) -> None:
        self.text = text
        self.exact = exact
        self.tokens = Tokens(text) if exact is None else None
        self.has_signature_comments = has_signatures(text)
        self.expressions: list[Expression] = []
        self.indices: dict[Expression, int] = {}
        self.slots: list[tuple[int, ...]] = []
        self.calls: list[CallSite] = []
        self.sites: list[Site] = []
        self.events: list[Event] = []
        self.functions: list[Function | None] = [None]
        self.scope = Scope(function=0)
        self.enclosing: list[Scope] = []
        self.start = self.end = self.outer_start = self.outer_end = 0
        self.role = ""
        self.is_callee = False
        self.is_statement = False
        self.base = (-1, -1)

    def intern(self, expression: Expression) -> int:
        """The index of an expression, new or known."""
        index = self.indices.get(expression)
        if index is None:
            index = self.indices[expression] = len(self.expressions)
            self.expressions.append(expression)
        return index

    def slot(self) -> tuple[int, int]:
        """A new expression whose values are filled in later: (slot, expression)."""
        self.slots.append(())
        return len(self.slots) - 1, self.intern(ex.Phi(len(self.slots) - 1))

    def event(self, kind: EventKind, expressions: Iterable[int], start: int, end: int, detail: str = "") -> None:
        self.events.append(Event(kind, tuple(expressions), start, end, self.scope.function, detail))

    def expression(self, node: nodes.BaseExpression) -> int:
        """Walk one expression; its index. Raises MismatchError when the tokens do not pair."""
        handler = self.handlers.get(type(node).__name__)
        if handler is None:
            raise MismatchError(type(node).__name__)
        if self.exact is not None:
            return self._exactly(node, handler)
        parentheses = node.lpar
        if not parentheses:
            index = handler(self, node)
            self.outer_start, self.outer_end = self.start, self.end
            return index
        tokens = self.tokens
        assert tokens is not None
        first = tokens.open("(")
        for _ in range(parentheses - 1):
            tokens.open("(")
        index = handler(self, node)
        self.outer_start, self.outer_end = tokens.starts[first], tokens.close(first)
        if type(node) is nodes.Tuple or type(node) is nodes.GeneratorExp:
            self.start, self.end = self.outer_start, self.outer_end
        return index

    def _exactly(self, node: nodes.BaseExpression, handler: Callable[[Any, Any], int]) -> int:
        assert self.exact is not None
        index = handler(self, node)
        self.take_span(node)
        self.outer_start, self.outer_end = self.start, self.end
        for _ in range(node.lpar):
            start, end = self.text.rfind("(", 0, self.outer_start), self.text.find(")", self.outer_end)
            if start >= 0 <= end:
                self.outer_start, self.outer_end = start, end + 1
        if type(node) is nodes.Tuple or type(node) is nodes.GeneratorExp:
            self.start, self.end = self.outer_start, self.outer_end
        return index

    def take_span(self, node: nodes.Node) -> None:
        """Where positions are known exactly: let `start` and `end` span this node before something is recorded of it."""
        if self.exact is not None:
            self.start, self.end = self.exact.get(node, (self.start, self.end))

    def leaf(self, node: nodes.Node, value: str) -> None:
        """Consume a token; `start` and `end` span it."""
        if self.exact is not None:
            self.start, self.end = self.exact.get(node, (0, 0))
        else:
            assert self.tokens is not None
            self.start = self.tokens.leaf(value)
            self.end = self.start + len(value)

    def _open(self, bracket: str) -> int:
        return self.tokens.open(bracket) if self.tokens else -1

    def _close(self, index: int) -> None:
        if self.tokens:
            self.start = self.tokens.starts[index]
            self.end = self.tokens.close(index)

    def _close_call(self, start: int, index: int) -> None:
        self._close(index)
        self.start = start

    def load(self, name: str) -> int:
        """The value of a name here: what the walk knows, or a late look-up."""
        scope = self.scope
        index = scope.env.get(name)
        if index is not None and name not in scope.globals and name not in scope.nonlocals:
            return index
        return self.intern(ex.Name(scope.function, name))

    def constant(self, value: object) -> int:
        return self.intern(ex.Constant(type(value).__name__, value))

    def _site(self, kind: SiteKind, index: int, base_start: int = -1, base_end: int = -1) -> None:
        role = self.role if self.role in _ROLES else ""
        self.sites.append(Site(kind, index, self.start, self.end, self.scope.function, base_start, base_end, role))

    def narrowed(self, test: int, positive: bool) -> dict[str, int]:
        """Narrow the names that a test is about, in place; what they were before."""
        env = self.scope.env
        before: dict[str, int] = {}
        if isinstance(self.expressions[test], (ex.Constant, ex.Phi)):
            return before
        mentioned = self._mentioned(test, 3)
        for name, value in env.items():
            if value in mentioned and not isinstance(self.expressions[value], _FIXED):
                before[name] = value
        for name, value in before.items():
            env[name] = self.intern(ex.Narrowed(value, test, positive))
        return before

    def _mentioned(self, test: int, depth: int) -> set[int]:
        """The expressions whose type or None-ness a test decides."""
        match self.expressions[test]:
            case ex.Call(_, arguments):
                return {argument.expression for argument in arguments[:1]} | {test}
            case ex.Comparison(_, operands):
                return set(operands)
            case ex.Unary(_, operand):
                return self._mentioned(operand, depth - 1) if depth else set()
            case ex.Boolean(_, operands):
                return {m for part in operands for m in self._mentioned(part, depth - 1)} if depth else set()
        return {test}

    def bind(self, name: str, value: int) -> None:
        """Give a name of the scope a value."""
        scope = self.scope
        scope.env[name] = value
        scope.bindings.setdefault(name, []).append(value)
