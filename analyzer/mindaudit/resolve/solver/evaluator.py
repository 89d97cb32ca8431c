"""The evaluator: holds the facts of all modules, and computes the values of expressions and of the arguments passed to parameters."""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import accumulate
from typing import Any, ClassVar, Final, TypeVar

from mindaudit.facts.expressions import Expression
from mindaudit.facts.records import Class, Function, ModuleFacts
from mindaudit.resolve.solver.call_context import CallContext
from mindaudit.resolve.solver.dependence import dependence
from mindaudit.resolve.solver.memo_graph import BUSY, NOBODY, UNMADE, MemoGraph, State
from mindaudit.resolve.solver.passing import Passing
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.atoms import Bound
from mindaudit.resolve.values.domain import Value
from mindaudit.resolve.values.torch_catalog import Torch

_DEEPEST: Final = 400
"""Evaluations in each other; each takes several of Python's frames, and so many that the stack is safe."""
_DEEP: Final = 150
"""From here on callers are not evaluated before their callee, which saves stack; they are later, and the callee is made again."""
_MOST_DERIVATIONS: Final = 200 if sys.version_info[:2] == (3, 12) else 800
"""Derivations in each other, which take fewer frames; calls that pass through C nest less in Python 3.12."""
Handler = Callable[["Evaluator", int, Any], Value]
Parameters = tuple[int, int, str]
"""A module, a function of it and the name of a parameter. An attribute of an object with an allocation
site can take the place of a parameter: the function's number is then negative."""
Fact = tuple[Any, ...]
"""A function of an evaluator and its further arguments."""
T = TypeVar("T")


class CannotResumeError(Exception):
    """The snapshot is not sufficient: the project has to be resolved anew. It must pass every handler that catches all errors."""


class Evaluator(MemoGraph):
    """Evaluates expressions on demand. Nodes are expressions, arguments passed to a parameter, and facts derived from values."""

    handlers: ClassVar[dict[type, Handler]] = {}

    def __init__(self, facts: Sequence[ModuleFacts], paths: Sequence[str], torch: Torch) -> None:
        """`facts[i]` is read from `paths[i]`; the index is the module's number."""
        self.facts: Mapping[int, ModuleFacts] = dict(enumerate(facts))
        self.lay_out([len(f.expressions) for f in facts], [e for f in facts for e in f.expressions], paths, torch)

    def lay_out(self, counts: Iterable[int], expressions: list[Expression], paths: Sequence[str], torch: Torch) -> None:
        """Start with nothing evaluated, for modules with so many expressions."""
        self._first = [0, *accumulate(counts)]
        MemoGraph.__init__(self, self._first[-1])
        self._expressions = expressions
        self.torch = torch
        self.paths = paths
        """Where each file is read from."""
        self.sites: dict[int, list[int]] = {}
        """Module -> the nodes that let its calls and decorators pass arguments."""
        self.missed: set[tuple[int, str]] = set()
        """Names that were asked of modules which do not have them."""
        self.gave_up: set[int] = set()
        """The modules in which the depth limit was met."""
        self.unconverged: set[int] = set()
        """The modules with a value that does not converge."""
        self.crowded: set[tuple[int, int]] = set()
        """The functions, by module and number, with more different calls than are analyzed in a context of their own."""
        self._depth = 0
        self._derivations = 0
        self._calls: tuple[CallContext, ...] = ()
        self._same: dict[Value, Value] = {}
        """Every value once: most expressions share theirs."""
        self._made_by: list[Fact] = []
        """How the nodes behind the expressions' are made."""
        self._derived: dict[Fact, int] = {}
        self._known: dict[tuple[str, Any], Any] = {}
        self.callers: dict[str, list[int]] = {}
        """The name at the end of a callee -> the nodes of its calls."""
        self._passed: dict[Parameters, int] = {}
        self._passing: dict[int, Passing] = {}
        self._passes: dict[int, tuple[int, ...]] = {}
        self._has_final_arguments = False

    def value(self, module: int, index: int) -> Value:
        """The value of an expression of a module."""
        if index < 0:
            return v.TOP
        if self._calls:
            for depth in range(len(self._calls), 0, -1):
                call = self._calls[depth - 1]
                if call.module == module and call.depends[index] >> call.function & 1:
                    return self._in_call(call, depth, module, index)
        node = self._first[module] + index
        reader = self.reader
        if reader != NOBODY:
            readers = self.readers[node]
            if readers == NOBODY:
                return self.values[node]  # type: ignore[no-any-return]
            if readers != reader:
                self.add_reader(node)
        elif self.waiting:
            self.settle()
        known = self.values[node]
        if known is UNMADE:
            if self._depth > _DEEPEST:
                self.give_up(module)
                self.provisional = True
                return v.TOP
            self._evaluate(node, module)
            if reader == NOBODY and self.waiting:
                self.settle()
            return self.values[node]  # type: ignore[no-any-return]
        self.provisional = True
        if known is BUSY:
            self.early(node)
            return v.BOTTOM
        return known  # type: ignore[no-any-return]

    def give_up(self, module: int) -> None:
        """Record that the depth limit was reached in a module."""
        self.gave_up.add(module)

    def _evaluate(self, node: int, module: int) -> None:
        """The same as `begin` for an expression, without its extra frames, since most of the time is spent here."""
        reader, calls, was_provisional = self.reader, self._calls, self.provisional
        self.reader, self._calls, self.provisional = node, (), False
        self._depth += 1
        self.values[node] = BUSY
        e = self._expressions[node]
        result: Any = UNMADE  # not its own type: compiled, what `finally` reads would be checked against what `try` would have made
        try:
            result = self.handlers[type(e)](self, module, e)
            result = self._same.setdefault(result, result)
        finally:
            self._depth -= 1
            self.reader, self._calls = reader, calls
            self.values[node] = result
            self.made(node, was_provisional)
        if node in self._read_early:
            self.notify_early(node)

    def _in_call(self, call: CallContext, depth: int, module: int, index: int) -> Value:
        """The value, in a call context, of an expression that depends on the parameters of its function."""
        known = call.values.get(index)
        if known is not None:
            return self._in_general(module, index) if known is BUSY else known
        if self._depth > _DEEPEST:
            self.give_up(module)
            return v.TOP
        call.values[index] = BUSY
        e = self.facts[module].expressions[index]
        calls, self._calls = self._calls, self._calls[:depth]
        self._depth += 1
        result: Any = None
        try:
            result = self.handlers[type(e)](self, module, e)
        finally:
            self._depth -= 1
            self._calls = calls
            call.values[index] = result
        return result  # type: ignore[no-any-return]

    def _in_general(self, module: int, index: int) -> Value:
        """The general value of an expression, for all calls together, without evaluating it."""
        node = self._first[module] + index
        known = self.values[node]
        self.add_reader(node)
        self.provisional = True
        if known is UNMADE or known is BUSY:
            self.early(node)
            return v.BOTTOM
        return known  # type: ignore[no-any-return]

    def make(self, node: int) -> Any:
        """Evaluate an expression or a derived fact anew."""
        if node >= self._first[-1]:
            fact = self._made_by[node - self._first[-1]]
            return fact[0](self, *fact[1:])
        module = bisect_right(self._first, node) - 1
        e = self._expressions[node]
        result = self.handlers[type(e)](self, module, e)
        return self._same.setdefault(result, result)

    def widen(self, known: Any, result: Any) -> Any:
        """Widening: an upper bound of both values that does not grow without end; for other facts the new result."""
        if isinstance(known, Value):
            return v.widen(known, result or v.BOTTOM)
        return result

    def is_made_when_read(self, node: int) -> bool:
        """True for derived facts. Nodes that pass arguments have no readers, and expressions are read by the queries at the end."""
        return node >= self._first[-1] and self._made_by[node - self._first[-1]] in self._derived

    def following(self, node: int) -> Iterable[int]:
        """The readers of a node, and the parameters to which it passes arguments."""
        return (*super().following(node), *self._passes.get(node, ()))

    def derived(self, maker: Callable[..., T], *key: Any) -> T | None:
        """`maker(self, *key)`, memoized until a value that it read changes; None while it is computed, and if a chain is too long."""
        fact = (maker, *key)
        node = self._derived.get(fact)
        if node is None:
            node = self._derived[fact] = self.watch(fact)
        if self.readers[node] == NOBODY:
            return self.values[node]  # type: ignore[no-any-return]
        if self.reader != NOBODY:
            self.add_reader(node)
        known = self.values[node]
        if known is UNMADE:
            if self._derivations > _MOST_DERIVATIONS:
                self.give_up(self.module_of(self.reader))
                self.provisional = True
                return None
            calls, self._calls = self._calls, ()
            self._derivations += 1
            try:
                self.begin(node, maker, self, *key)
            finally:
                self._derivations -= 1
                self._calls = calls
            return self.values[node]  # type: ignore[no-any-return]
        self.provisional = True
        if known is BUSY:
            self.early(node)
            return None
        return known  # type: ignore[no-any-return]

    def watch(self, fact: Fact) -> int:
        """A node that is computed again whenever something that it read changes."""
        self._made_by.append(fact)
        return self.add()

    def once(self, name: str, key: Any, make: Callable[[], Any]) -> Any:
        """A fact that never changes, computed once; None while it is computed."""
        fact = name, key
        known = self._known.get(fact, UNMADE)
        if known is UNMADE:
            self._known[fact] = None
            known = self._known[fact] = make()
        return known

    def passed(self, module: int, function: int, name: str) -> Value | None:
        """The join of what calls in the project pass to a parameter; None if nothing calls the function."""
        node = self._node_of((module, function, name))
        if self.values[node] is UNMADE:
            self.begin(node, self._join_arguments, node, self.callers.get(self._called_by(module, function), ()))
        if self.reader != NOBODY:
            self.add_reader(node)
        self.provisional = True
        found: Value | State | None = self.values[node]
        if found is BUSY:
            self.early(node)
            return None
        return found  # type: ignore[return-value]

    def _join_arguments(self, node: int, callers: Iterable[int]) -> Value | None:
        """The join of passed values, after all calls that may reach the function, by its name, have set their arguments."""
        calls, self._calls = self._calls, ()
        for caller in callers if self._depth < _DEEP else ():
            if self.values[caller] is UNMADE:
                self.begin(caller, self.make, caller)
        self._calls = calls
        self.provisional = True
        found: Value | None = self.make(node)
        return found

    def _called_by(self, module: int, number: int) -> str:
        if number < 0:
            return ""
        function = self.function(module, number)
        return self.class_(module, function.class_).name if function.name == "__init__" and function.class_ >= 0 else function.name

    def _node_of(self, parameter: Parameters) -> int:
        node = self._passed.get(parameter)
        if node is None:
            node = self._passed[parameter] = self.watch((Evaluator._joined_arguments, parameter))
            self._passing[node] = Passing()
        return node

    def _joined_arguments(self, parameter: Parameters) -> Value | None:
        return self._passing[self._passed[parameter]].joined()

    def set_arguments(self, values: Mapping[Parameters, Value]) -> None:
        """Replace what the call whose node is being computed passes to parameters."""
        source = self.reader
        if self._has_final_arguments or (not values and source not in self._passes):
            return
        nodes = {self._node_of(parameter): value for parameter, value in values.items()}
        for node in self._passes.get(source, ()):
            if node not in nodes and self._passing[node].passes(source, None):
                self._join_again(node)
        for node, value in nodes.items():
            if self._passing[node].passes(source, value):
                self._join_again(node)
        self._passes[source] = tuple(nodes)

    def _join_again(self, node: int) -> None:
        if self.values[node] is not BUSY:
            self.wait(node)

    @contextmanager
    def assuming(self, module: int, function: int, bound: Mapping[str, Value], nesting: int = 1) -> Iterator[None]:
        """Analyze one call context of a function: its parameters have just these values; `nesting` contexts have led to each other."""
        receiver = bound.get(self.receiver_of(module, function))
        whole = receiver is not None
        depends = self.once("dependence", (module, whole), lambda: dependence(self.facts[module], whole))
        self._calls = (*self._calls, CallContext(module, function, depends, bound, receiver, {}, nesting))
        try:
            yield
        finally:
            self._calls = self._calls[:-1]

    def receiver_of(self, module: int, number: int) -> str:
        """The name of a method's first parameter; empty for other functions."""
        function = self.function(module, number)
        return function.params[0].name if function.class_ >= 0 and function.params else ""

    def receiver_in(self, module: int, class_: int) -> Value | None:
        """The receiver in the innermost call context of a method of this class; None if there is none or it leaves the receiver open."""
        calls = [call for call in self._calls if call.module == module and self.function(module, call.function).class_ == class_]
        return calls[-1].receiver if calls else None

    def captured(self, module: int, number: int) -> tuple[Bound, ...]:
        """The parameters of the function around another one, in a call context that has a receiver."""
        outer = self.function(module, number).parent
        for call in self._calls[::-1]:
            if call.module == module and call.function == outer and call.receiver is not None:
                return tuple([Bound(name, value) for name, value in sorted(call.bound.items(), key=lambda item: item[0])])
        return ()

    @property
    def in_call_context(self) -> bool:
        """Whether a call context is being analyzed."""
        return bool(self._calls)

    @property
    def receiver(self) -> Value | None:
        """The receiver in the innermost call context that has one."""
        return next((call.receiver for call in self._calls[::-1] if call.receiver is not None), None)

    @property
    def nesting(self) -> int:
        """How many call contexts have led to each other."""
        return self._calls[-1].nesting if self._calls else 0

    def assumed(self, module: int, function: int, name: str) -> Value | None:
        """The value of a parameter in the innermost call context that passes it; None without such a context."""
        for call in self._calls[::-1]:
            if call.module == module and call.function == function and name in call.bound:
                found: Value = call.bound[name]
                return found
        return None

    def values_of(self, module: int) -> list[Any]:
        """The values of a module's expressions, as far as they are evaluated."""
        return self.values[self._first[module] : self._first[module + 1]]

    def passed_values(self) -> Iterator[tuple[Parameters, Value | None]]:
        """The passed values of every parameter that is reached."""
        for parameter, node in self._passed.items():
            yield parameter, self._joined_arguments(parameter) if self.values[node] is UNMADE else self.values[node]

    def passed_by(self, module: int) -> dict[Parameters, Value]:
        """What the calls and decorators of a module pass to parameters."""
        passed: dict[Parameters, list[Value]] = {}
        for source in self.sites.get(module, ()):
            for node in self._passes.get(source, ()):
                _, parameter = self._made_by[node - self._first[-1]]
                passed.setdefault(parameter, []).append(self._passing[node].by_source[source])
        return {parameter: v.join(values) for parameter, values in passed.items()}

    def derived_keys(self, maker: Callable[..., Any]) -> Iterator[tuple[Any, ...]]:
        """The keys for which such a fact was derived."""
        return (fact[1:] for fact in self._derived if fact[0] is maker)

    def narrow(self) -> None:
        """Evaluate again what has changed, with the passed arguments as they are now: narrowing, after the widening on the way.

        Before, values depend on the order in which arguments arrived; afterwards they follow from these alone, as in a resumed scan.
        """
        self._has_final_arguments = True
        for node in self.drop(self._is_of_arguments):
            if node < self._first[-1] and self.values[node] is UNMADE:
                self.begin(node, self.make, node)
        self.settle()

    def _is_of_arguments(self, node: int) -> bool:
        """Whether a node is what calls pass to a parameter, or passes something."""
        return node >= self._first[-1] and not self.is_made_when_read(node)

    def rest(self) -> None:
        """Values stay as they are from now on; modules whose values did not converge are recorded."""
        for node in sorted(self.unsettled):
            if not v.covers(self.values[node], self.make(node)):
                self.unconverged.add(self.module_of(node))
        super().rest()
        self._same.clear()  # half of them are values of before that nothing has any more
        v.forget()

    def module_of(self, node: int) -> int:
        """The module of an expression, or of what a fact is derived for; the first one if that belongs to no module."""
        if node < self._first[-1]:
            return bisect_right(self._first, node) - 1
        _, *key = self._made_by[node - self._first[-1]]
        first = key[0] if key else 0
        module: int = first if isinstance(first, int) else first[0] if isinstance(first, tuple) else getattr(first, "module", 0)
        return module

    def forget(self) -> None:
        """Clear the memos of values."""
        v.forget()

    def expression(self, module: int, index: int) -> Expression:
        """An expression of a module's table."""
        return self.facts[module].expressions[index]

    def function(self, module: int, number: int) -> Function:
        """A function of a module."""
        return self.facts[module].functions[number]

    def class_(self, module: int, number: int) -> Class:
        """A class of a module."""
        return self.facts[module].classes[number]
