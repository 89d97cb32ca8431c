"""The state of resolving: all modules' facts, the memo, and what has flowed into parameters so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar

from mindaudit.facts import Class, Expression, Function, ModuleFacts
from mindaudit.resolve import values as v
from mindaudit.resolve.linker import Linker
from mindaudit.resolve.torch import Torch
from mindaudit.resolve.values import Value

_DEEPEST = 900
_BUSY = Value(frozenset((("busy",),)))
Handler = Callable[["Program", int, Expression], Value]


class Program:
    """Evaluates expressions on demand, each once a round.

    A cycle is answered with what the last round found (nothing in the first one), so that rounds approach a fixed point.
    """

    handlers: ClassVar[dict[str, Handler]] = {}

    def __init__(self, facts: Sequence[ModuleFacts], paths: Sequence[str], torch: Torch) -> None:
        """`facts[i]` is read from `paths[i]`; the index is the module's number."""
        self.facts = facts
        self.torch = torch
        self.linker = Linker(paths)
        self.memo: list[list[Value | None]] = [[None] * len(f.expressions) for f in facts]
        self.before: list[list[Value | None]] = self.memo
        self.arguments: dict[tuple[int, int, str], Value] = {}
        """(module, function, parameter) -> what calls in the project pass."""
        self.results: dict[tuple[int, int], Value] = {}
        self.depth = 0
        self.gave_up: dict[int, int] = {}
        """Module -> the first expression on which the depth limit was met."""
        self.caches: dict[str, dict[Any, Any]] = {}
        self.outer_caches: list[dict[str, dict[Any, Any]]] = []
        self.assumed: dict[tuple[int, int, str], Value] = {}
        """Values of parameters in the call that is being looked at alone."""

    def next_round(self) -> None:
        """Forget this round's values but for what cycles need."""
        self.before = self.memo
        self.memo = [[None] * len(f.expressions) for f in self.facts]
        self.results = {}
        for name in [n for n in self.caches if not n.startswith("static ")]:
            del self.caches[name]

    def cached(self, name: str, key: Any, make: Callable[[], Any]) -> Any:
        """A derived fact, made once a round (once for all if its name begins with "static "); None while it is being made."""
        known = self.caches.setdefault(name, {})
        if key not in known:
            for outer in reversed(self.outer_caches):
                if key in outer.get(name, ()):
                    return outer[name][key]
            known[key] = None
            known[key] = make()
        return known[key]

    @contextmanager
    def assuming(self, module: int, function: int, bound: Mapping[str, Value]) -> Iterator[None]:
        """Look at one call of a function: its parameters have just these values, and nothing of that is remembered."""
        kept = self.memo[module], self.before[module], self.caches, self.assumed
        self.outer_caches.append(self.caches)
        self.memo[module], self.caches = [None] * len(self.facts[module].expressions), {}
        self.assumed = {**self.assumed, **{(module, function, name): value for name, value in bound.items()}}
        try:
            yield
        finally:
            self.outer_caches.pop()
            self.memo[module], self.before[module], self.caches, self.assumed = kept

    def value(self, module: int, index: int) -> Value:
        """What an expression of a module can be."""
        if index < 0:
            return v.UNKNOWN
        memo = self.memo[module]
        known = memo[index]
        if known is not None:
            return self._earlier(module, index) if known is _BUSY else known
        if self.depth > _DEEPEST:
            self.gave_up.setdefault(module, index)
            return v.UNKNOWN
        memo[index] = _BUSY
        self.depth += 1
        e = self.facts[module].expressions[index]
        try:
            result = self.handlers[e[0]](self, module, e)
        finally:
            self.depth -= 1
            memo[index] = None
        memo[index] = result
        return result

    def _earlier(self, module: int, index: int) -> Value:
        before = self.before[module][index] if self.before is not self.memo else None
        return before if before is not None and before is not _BUSY else v.NEVER

    def expression(self, module: int, index: int) -> Expression:
        """An expression of a module's table."""
        return self.facts[module].expressions[index]

    def function(self, module: int, number: int) -> Function:
        """A function of a module."""
        return self.facts[module].functions[number]

    def class_(self, module: int, number: int) -> Class:
        """A class of a module."""
        return self.facts[module].classes[number]
