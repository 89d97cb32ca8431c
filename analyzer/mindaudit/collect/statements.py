"""The walk over a module: control flow, and the facts at its end."""

from __future__ import annotations

from typing import Any

from mindaudit.collect import nodes
from mindaudit.collect.nested import NestedWalker
from mindaudit.collect.patterns import PatternWalker
from mindaudit.collect.scopes import Environment, Loop, bound_names, join
from mindaudit.facts import expressions as ex
from mindaudit.facts.records import EventKind, Function, Invocation, ModuleFacts, Places


class StatementWalker(PatternWalker):
    """Walks a module; `facts(path)` then holds what it says."""

    def module(self, node: nodes.Module) -> None:
        """Walk a whole module. Raises MismatchError when tokens and tree do not pair."""
        self.block(node.body)
        if self.tokens:
            self.tokens.done()
        scope = self.scope
        bindings = {name: tuple(values) for name, values in scope.bindings.items()}
        self.functions[0] = Function("", "", -1, -1, (), (), -1, (), (), bindings, 0, len(self.text))

    def facts(self, path: str) -> ModuleFacts:
        """What was found, without any node."""
        exports = dict(self.scope.env)
        grown = [(name, values) for name, values in self.grown_globals.items() if name in exports]
        for name, values in (*self.global_stores.items(), *grown):
            known = {exports[name]} if name in exports else set()
            exports[name] = self.intern(ex.Join(tuple(sorted(known | set(values)))))
        return ModuleFacts(
            path,
            tuple(self.expressions),
            tuple(self.slots),
            tuple(f for f in self.functions if f),
            tuple(c for c in self.classes if c),
            tuple(Invocation(call.expression, call.callee, call.function) for call in self.calls),
            Places(tuple(self.calls), tuple(self.sites), tuple(self.events)),
            exports,
            tuple(self.stars),
            tuple(self.other_stores),
            self.exact is not None,
        )

    def visit_Return(self, node: nodes.Return) -> bool:
        value = self.expression(node.value) if node.value else self.constant(None)
        self.scope.results.append(value)
        if node.value:
            self.event("return", (value,), self.outer_start, self.outer_end)
        return True

    def visit_Raise(self, node: nodes.Raise) -> bool:
        if node.exc:
            value = self.expression(node.exc)
            self.event("raise", (value,), self.outer_start, self.outer_end)
            if node.cause:
                self.expression(node.cause.item)
        return True

    def visit_Assert(self, node: nodes.Assert) -> None:
        test = self.expression(node.test)
        span = self.outer_start, self.outer_end
        if node.msg:
            self.expression(node.msg)
        self.event("assert", (test,), *span)
        self.narrowed(test, True)

    def visit_Del(self, node: nodes.Del) -> None:
        value = self.expression(node.target)
        self.event("delete", (value,), self.outer_start, self.outer_end)

    def visit_Pass(self, node: nodes.Pass) -> None:
        pass

    def visit_Break_Continue(self, node: nodes.Break | nodes.Continue) -> bool:
        if self.scope.loops:
            self.scope.loops[-1].leaving.append(dict(self.scope.env))
        return True

    def visit_Global(self, node: nodes.Global) -> None:
        for item in node.names:
            self.leaf(item.name, item.name.value)
            self.scope.globals.add(item.name.value)
        self.event("global", (), self.start, self.end)

    def visit_Nonlocal(self, node: nodes.Nonlocal) -> None:
        for item in node.names:
            self.leaf(item.name, item.name.value)
            self.scope.nonlocals.add(item.name.value)
        self.event("nonlocal", (), self.start, self.end)

    def visit_TypeAlias(self, node: nodes.TypeAlias) -> None:
        self.leaf(node, "type")
        bind = self.targets(node.name)
        self._type_parameters(node.type_parameters)
        bind(self.expression(node.value))

    def visit_If(self, node: nodes.If) -> bool:
        test = self.expression(node.test)
        span = self.outer_start, self.outer_end
        self.event("if", (test,), *span)
        before = dict(self.scope.env)
        self.narrowed(test, True)
        ended = self.suite(node.body)
        after = self.scope.env
        self.scope.env = before
        self.narrowed(test, False)
        otherwise_ended = False
        if isinstance(node.orelse, nodes.If):
            otherwise_ended = bool(self.visit_If(node.orelse))
        elif node.orelse:
            otherwise_ended = self.suite(node.orelse.body)
        self._branch_events(test, after, ended, otherwise_ended, span)
        live = [env for env, dead in ((after, ended), (self.scope.env, otherwise_ended)) if not dead]
        if live:
            self.scope.env = join(self.intern, live)
        return not live

    def _branch_events(self, test: int, after: Environment, ended: bool, otherwise_ended: bool, span: tuple[int, int]) -> None:
        """A name that both branches bind may get different shapes or dtypes."""
        if self.scope.function and not ended and not otherwise_ended:
            for name, value in after.items():
                other = self.scope.env.get(name, -1)
                if other >= 0 and other != value and not any(isinstance(self.expressions[e], ex.Narrowed) for e in (value, other)):
                    self.event("branch", (test, value, other), *span, name)

    def visit_For(self, node: nodes.For) -> None:
        bind = self.targets(node.target)
        iterated = self.expression(node.iter)
        self.event("for", (iterated,), self.outer_start, self.outer_end)
        before = dict(self.scope.env)
        loop = self._enter_loop(bound_names(node))
        bind(self.intern(ex.Element(iterated)))
        self._finish_loop(loop, before, self.suite(node.body), node.orelse, "for_else")

    def visit_While(self, node: nodes.While) -> None:
        before = dict(self.scope.env)
        loop = self._enter_loop(bound_names(node.body))
        test = self.expression(node.test)
        self.event("while", (test,), self.outer_start, self.outer_end)
        self.narrowed(test, True)
        self._finish_loop(loop, before, self.suite(node.body), node.orelse, "while_else")

    def _enter_loop(self, names: dict[str, bool]) -> Loop:
        """Begin a loop that binds or grows these names; what it only grows may be another scope's."""
        loop = Loop({})
        for name in sorted(name for name, binds in names.items() if binds or name in self.scope.env):
            loop.slots[name], self.scope.env[name] = self.slot()
        self.scope.loops.append(loop)
        return loop

    def _finish_loop(self, loop: Loop, before: Environment, ended: bool, orelse: nodes.Else | None, kind: EventKind) -> None:
        self.scope.loops.pop()
        ends = [before, *loop.leaving] + ([] if ended else [self.scope.env])
        phis = {name: self.intern(ex.Phi(slot)) for name, slot in loop.slots.items()}
        for name, slot in loop.slots.items():
            values = {env[name] for env in ends if name in env}
            self.slots[slot] = tuple(sorted(values - {phis[name]}))
        self.scope.env = {**join(self.intern, ends), **phis}
        if orelse:
            self.event(kind, (), self.outer_start, self.outer_end)
            self.suite(orelse.body)

    def visit_Try_TryStar(self, node: nodes.Try | nodes.TryStar) -> bool:
        self.event("try", (), self.end, self.end)
        before = dict(self.scope.env)
        ended = self.suite(node.body)
        after_body = dict(self.scope.env)
        alive: list[Environment] = []
        handlers_env = join(self.intern, [before, after_body])
        for handler in node.handlers:
            self.scope.env = dict(handlers_env)
            if handler.type:
                caught = self.expression(handler.type)
                if handler.name:
                    self.targets(handler.name.name)(self.intern(ex.Caught(caught)))
            if not self.suite(handler.body):
                alive.append(self.scope.env)
        self.scope.env = after_body
        if node.orelse:
            ended = self.suite(node.orelse.body) or ended
        if not ended:
            alive.insert(0, self.scope.env)
        if alive:
            self.scope.env = join(self.intern, alive)
        if node.finalbody:
            return self.suite(node.finalbody.body) or not alive
        return not alive

    def visit_With(self, node: nodes.With) -> bool:
        for item in node.items:
            manager = self.expression(item.item)
            self.event("with", (manager,), self.outer_start, self.outer_end)
            if item.asname:
                self.targets(item.asname.name)(self.intern(ex.Entered(manager)))
        return self.suite(node.body)


def _handlers(walker: type) -> dict[str, Any]:
    """Name of a node class -> the walker's `visit_<Node>` function; one that walks several kinds alike names them all."""
    return {node: getattr(walker, name) for name in dir(walker) if name.startswith("visit_") for node in name.split("_")[1:]}


StatementWalker.handlers = _handlers(NestedWalker)
StatementWalker.statement_handlers = _handlers(StatementWalker)
