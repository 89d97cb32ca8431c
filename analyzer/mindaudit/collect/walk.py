"""The state shared by the visit functions: the facts collected so far, the current scope and the current position."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias, cast

import libcst as cst

from mindaudit.collect.comments import has_signatures
from mindaudit.collect.positions import Positions
from mindaudit.collect.scopes import Environment, Scope, join
from mindaudit.collect.tokens import MismatchError
from mindaudit.facts import expressions as ex
from mindaudit.facts.records import CallSite, Class, Event, EventKind, Function, OwnStore, Site, SiteKind, StarImport

ExpressionVisit: TypeAlias = "Callable[[Walk, Any], int]"
"""Walks an expression and returns its index."""
StatementVisit: TypeAlias = "Callable[[Walk, Any], bool | None]"
"""Walks a statement and returns whether control never reaches its end."""

NOWHERE = (-1, -1)
_ROLES = frozenset({"decorator", "base", "annotation"})
_WALRUS = re.compile(r"\b(\w+)\s*:=")


class Visits(NamedTuple):
    """The visit function for each type of libcst's nodes."""

    expressions: Mapping[type, ExpressionVisit]
    statements: Mapping[type, StatementVisit]


class Walk:
    """One walk over a file, in source order."""

    def __init__(self, at: Positions, visits: Visits) -> None:
        self.at = at
        self.visits = visits
        self.has_signature_comments = has_signatures(at.text)
        self.walrus_names = frozenset(_WALRUS.findall(at.text) if ":=" in at.text else ())
        self.expressions: list[ex.Expression] = []
        self.indices: dict[ex.Expression, int] = {}
        self.slots: list[tuple[int, ...]] = []
        self.calls: list[CallSite] = []
        self.sites: list[Site] = []
        self.events: list[Event] = []
        self.functions: list[Function | None] = [None]
        self.classes: list[Class | None] = []
        self.own_stores: dict[int, dict[str, list[OwnStore]]] = {}
        """By class what is stored through the first parameters of its methods."""
        self.stars: list[StarImport] = []
        self.global_stores: dict[str, list[int]] = {}
        self.grown_globals: dict[str, list[int]] = {}
        self.scope = Scope(function=0)
        self.enclosing: list[Scope] = []
        self.role = ""
        self.is_callee = False
        self.is_statement = False
        self.base = NOWHERE
        """The span of the base of the attribute that was walked last as a callee."""
        self.walruses: list[tuple[str, int | None]] = []
        """The names that were bound by a walrus in this function, and the value that each had before."""
        self.bound_if_all_run: dict[int, Environment] = {}
        """By `and` or `or` the values of names that a walrus binds if both operands are evaluated."""

    def expression(self, node: cst.BaseExpression) -> int:
        """Walk one expression and return its index. Raises MismatchError when the tokens do not pair."""
        visit = self.visits.expressions.get(type(node))
        if visit is None:
            raise MismatchError(type(node).__name__)
        at = self.at
        if not (node.lpar or at.exact):
            index = visit(self, node)
            at.outer_start, at.outer_end = at.start, at.end
            return index
        opened = at.enter(node)
        index = visit(self, node)
        at.leave(node, opened)
        if type(node) is cst.Tuple or type(node) is cst.GeneratorExp:
            at.start, at.end = at.outer_start, at.outer_end
        return index

    def whole(self, node: cst.BaseExpression, role: str) -> int:
        """Walk the whole value of a statement; a call without parentheses around it gets the role."""
        if type(node) is cst.Call and not node.lpar:
            self.role = role
        index = self.expression(node)
        self.role = ""
        return index

    def block(self, body: Sequence[cst.CSTNode]) -> bool:
        """Walk statements in order and return whether control never reaches the end."""
        visits = self.visits.statements
        ended = False
        for statement in body:
            ended = bool(visits[type(statement)](self, statement)) or ended
        return ended

    def intern(self, expression: ex.Expression) -> int:
        """The index of an expression, new or known."""
        index = self.indices.get(expression)
        if index is None:
            index = self.indices[expression] = len(self.expressions)
            self.expressions.append(expression)
        return index

    def constant(self, value: object) -> int:
        """The index of a constant."""
        return self.intern(ex.Constant(cast("ex.TypeName", type(value).__name__), value))

    def unknown(self) -> int:
        """The index of an unknown expression."""
        return self.intern(ex.Unknown())

    def slot(self) -> tuple[int, int]:
        """A new expression whose values are filled in later: (slot, expression)."""
        self.slots.append(())
        return len(self.slots) - 1, self.intern(ex.Phi(len(self.slots) - 1))

    def event(self, kind: EventKind, expressions: Iterable[int], start: int, end: int, detail: str = "") -> None:
        """Record an event in the function that is walked."""
        self.events.append(Event(kind, tuple(expressions), start, end, self.scope.function, detail))

    def site(self, kind: SiteKind, index: int, base_start: int = -1, base_end: int = -1) -> None:
        """Record a site at the current position."""
        role = self.role if self.role in _ROLES else ""
        self.sites.append(Site(kind, index, self.at.start, self.at.end, self.scope.function, base_start, base_end, role))

    def load(self, name: str) -> int:
        """The value of a name at this point: what the walk knows, or a late look-up."""
        scope = self.scope
        index = scope.env.get(name)
        if index is not None and name not in scope.globals and name not in scope.nonlocals:
            return index
        return self.intern(ex.Name(scope.function, name))

    def bind(self, name: str, value: int) -> None:
        """Give a name a value, in the scope that the name belongs to."""
        scope = self.scope
        if name in scope.globals:
            self.global_stores.setdefault(name, []).append(value)
        elif name in scope.nonlocals:
            outer = next((s for s in reversed(self.enclosing) if name in s.env), None)
            if outer:
                outer.bindings.setdefault(name, []).append(value)
        else:
            scope.env[name] = value
            scope.bindings.setdefault(name, []).append(value)

    def enter(self, scope: Scope) -> None:
        """Enter a scope."""
        self.enclosing.append(self.scope)
        self.scope = scope

    def leave(self) -> Scope:
        """Return to the enclosing scope; gives back the scope that was walked."""
        scope, self.scope = self.scope, self.enclosing.pop()
        return scope

    def join(self, environments: Sequence[Environment]) -> Environment:
        """Join several environments."""
        return join(self.intern, environments)

    def qualname(self, name: str) -> str:
        """The qualified name of a function or class that is defined here."""
        outer = self.scope
        if not outer.qualname:
            return name
        return f"{outer.qualname}.{name}" if outer.is_class else f"{outer.qualname}.<locals>.{name}"
