"""Local names that may be unbound when they are read, because only one side of a branch, or the body of a loop, binds them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from mindaudit.hazards.framework.syntax import children, nodes_in

Names: TypeAlias = frozenset[str]
Construct: TypeAlias = Literal["", "loop"]
"""What holds the binding of a name: a branch, or a loop."""
_LOOPS: Final = (ast.For, ast.AsyncFor, ast.While)
_LEAVING: Final = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_OWN_SCOPE: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Unbound(NamedTuple):
    """A read of a name that may be unbound."""

    name: ast.Name
    construct: Construct


def unbound_reads(function: ast.FunctionDef) -> list[Unbound]:
    """The first read of each name that only one side of an earlier branch binds, or only the inside of an earlier loop, for each of these.

    A branch whose test reads nothing but attributes of self is decided by the configuration, where it is a statement. A conditional
    expression and operands of `and` and `or` are compiled even so: their reads of what one side of such a branch binds are found, too.
    """
    arguments = function.args
    given = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    names = frozenset(argument.arg for argument in given if argument)
    reader = _Reader()
    reader.block(function.body, names)
    return reader.found


class _Half(NamedTuple):
    """What binds a name that may be unbound."""

    construct: Construct
    origin: ast.stmt


class _Reader:
    """Walks the statements of a function in order, with the names that are bound for certain."""

    def __init__(self) -> None:
        self.half_bound: dict[str, _Half] = {}
        self.configured: set[str] = set()
        """What one side of a branch binds that the configuration decides."""
        self.said: set[tuple[str, ast.stmt | None]] = set()
        """The names of which a read has been found, each with what binds it."""
        self.found: list[Unbound] = []

    def block(self, body: Sequence[ast.stmt], bound: Names) -> Names | None:
        """The names bound after a block; None where control never gets there."""
        for statement in body:
            after = self.statement(statement, bound)
            if after is None:
                return None
            bound = after
        return bound

    def statement(self, statement: ast.stmt, bound: Names) -> Names | None:
        """The names bound after a statement; None where control never gets there."""
        if isinstance(statement, ast.If):
            return self.branch(statement, bound)
        if isinstance(statement, _LOOPS):
            return self.loop(statement, bound)
        self.read(statement, bound)
        if isinstance(statement, _LEAVING):
            return None
        self.configured.difference_update(bound_in(statement))
        return bound | bound_in(statement)

    def branch(self, branch: ast.If, bound: Names) -> Names | None:
        """The names that both sides bind; what only one of them binds is half bound from there on."""
        self.read(branch.test, bound)
        bound |= bound_in(branch.test)
        configured, before = is_configured(branch.test), self.configured
        self.configured = set() if configured else before
        left, right = self.sides(branch, bound)
        self.configured = before.difference(bound_in(branch))
        if left is None or right is None:
            return right if left is None else left
        if configured:
            self.configured |= left ^ right
            return (left | right) - ((left ^ right) & self.half_bound.keys())
        self.half_bound |= dict.fromkeys(left ^ right, _Half("", branch))
        return left & right

    def sides(self, branch: ast.If, bound: Names) -> tuple[Names | None, Names | None]:
        """The names bound after either side; what is half bound on one of them is no matter of the other."""
        before = self.half_bound.copy()
        left = self.block(branch.body, bound)
        of_left, self.half_bound = self.half_bound, before
        right = self.block(branch.orelse, bound)
        if right is None:
            self.half_bound = of_left
        elif left is not None:
            self.half_bound = {name: self.joined(name, branch, of_left, self.half_bound) for name in of_left | self.half_bound}
        return left, right

    def joined(self, name: str, branch: ast.If, *sides: dict[str, _Half]) -> _Half:
        """What half binds a name behind a branch: what does so on one of its sides and has no read yet, the branch where each has one."""
        found = [side[name] for side in sides if name in side]
        unread = [half for half in found if (name, half.origin) not in self.said]
        return (unread or (found if len(found) == len(sides) else [_Half("", branch)]))[0]

    def loop(self, loop: ast.For | ast.AsyncFor | ast.While, bound: Names) -> Names:
        """The names bound before a loop; what it binds itself is half bound behind it, and in front of its binding in the next round."""
        head = loop.test if isinstance(loop, ast.While) else loop.iter
        self.read(head, bound)
        self.half_bound |= dict.fromkeys(bound_in(loop) - bound, _Half("loop", loop))
        targets = frozenset() if isinstance(loop, ast.While) else bound_in(loop.target)
        self.block(loop.body, bound | targets)
        self.block(loop.orelse, bound)
        return bound

    def read(self, node: ast.AST, bound: Names) -> None:
        """Note the first read of each half bound name in a statement or expression."""
        for name in _reads(node) if self.half_bound else ():
            if name.id in self.half_bound and name.id not in bound:
                self.note(name, *self.half_bound[name.id])
        for operand in _operands(node) if self.configured else ():
            for name in _reads(operand):
                if name.id in self.configured:
                    self.note(name, "", None)

    def note(self, name: ast.Name, construct: Construct, origin: ast.stmt | None) -> None:
        """Note a read, unless one of this name is noted for what binds it."""
        if (name.id, origin) not in self.said:
            self.said.add((name.id, origin))
            self.found.append(Unbound(name, construct))


def _operands(node: ast.AST) -> Iterator[ast.expr]:
    """What a node evaluates under a condition: both sides of conditional expressions, and the later operands of `and` and `or`."""
    for inner in _walk(node, _OWN_SCOPE):
        if isinstance(inner, ast.IfExp):
            yield from (inner.body, inner.orelse)
        elif isinstance(inner, ast.BoolOp):
            yield from inner.values[1:]


def is_configured(test: ast.expr) -> bool:
    """Whether a test reads nothing but attributes of self, and not what these hold: that is read once the graph is parsed."""
    nodes = nodes_in(test)
    if any(node.id != "self" for node in nodes if isinstance(node, ast.Name)):
        return False
    return all(isinstance(node.value, ast.Name) for node in nodes if isinstance(node, ast.Attribute | ast.Subscript))


def _reads(node: ast.AST) -> Iterator[ast.Name]:
    """The names that a node reads itself, without those of comprehensions and inner functions, and its own unless it assigns."""
    own = {name for inner in nodes_in(node) if isinstance(inner, ast.comprehension) for name in bound_in(inner.target)}
    own |= frozenset() if isinstance(node, ast.Assign | ast.AugAssign) else bound_in(node)
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        yield node.target
    for inner in _walk(node, _OWN_SCOPE):
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Load) and inner.id not in own:
            yield inner


@lru_cache(maxsize=4096)
def bound_in(node: ast.AST) -> frozenset[str]:
    """The names that a node binds around itself; those of comprehensions stay inside. Kept, as each block asks for what is inside it."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return frozenset({name})
        case ast.alias(name=name, asname=renamed):
            return frozenset({(renamed or name).partition(".")[0]})
        case ast.expr():
            inside = _walk(node, (ast.Lambda, *_COMPREHENSIONS))
            return frozenset(inner.id for inner in inside if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store))
    caught = {node.name} if isinstance(node, ast.ExceptHandler) and node.name else set()
    return frozenset(caught).union(*map(bound_in, children(node)))


def _walk(node: ast.AST, closed: tuple[type[ast.AST], ...]) -> Iterator[ast.AST]:
    """A node and all below it in source order, without what nodes of `closed` kinds hold."""
    waiting = [node]
    while waiting:
        inner = waiting.pop()
        yield inner
        if not isinstance(inner, closed):
            waiting += reversed(children(inner))
