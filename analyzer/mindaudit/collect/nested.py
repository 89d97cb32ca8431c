"""Expressions with a scope of their own, comprehensions and lambdas, and what definitions share with them: parameters, annotations."""

from __future__ import annotations

from collections.abc import Callable

from mindaudit.collect import nodes
from mindaudit.collect.expressions import ExpressionWalker
from mindaudit.collect.guard import check
from mindaudit.collect.parser import parse_expression
from mindaudit.collect.scopes import Scope
from mindaudit.collect.tokens import MismatchError, Tokens
from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Function, Parameter


class NestedWalker(ExpressionWalker):
    """Walks expressions that open a scope."""

    def visit_ListComp_SetComp_DictComp_GeneratorExp(self, node: nodes.BaseSimpleComp | nodes.DictComp) -> int:
        kind = {nodes.ListComp: "list", nodes.SetComp: "set", nodes.DictComp: "dict"}.get(type(node), "iterator")
        bracket = self._open("[" if kind == "list" else "{") if kind != "iterator" else -1
        before, slots = dict(self.scope.env), self._comprehension_slots(node.for_in)
        if isinstance(node, nodes.DictComp):
            key, element = self.expression(node.key), self.expression(node.value)
        else:
            key, element = -1, self.expression(node.elt)
        start = self.outer_start
        self._comprehension_clauses(node.for_in, slots)
        self.scope.env.clear()
        self.scope.env.update(before)
        if kind != "iterator":
            self._close(bracket)
        else:
            self.start, self.end = start, self.outer_end
        self.take_span(node)
        clauses = 1 + bool(node.for_in.inner_for_in)
        self.event("comprehension", (element,), self.start, self.end, f"{kind} {clauses}")
        return self.intern(ex.Comprehension(kind, element, key))

    def _comprehension_slots(self, clause: nodes.CompFor | None) -> dict[str, int]:
        """Bind the targets of all clauses to slots, since the element stands before them in the source."""
        slots: dict[str, int] = {}
        while clause:
            for name in _names(clause.target):
                slots[name], self.scope.env[name] = self.slot()
            clause = clause.inner_for_in
        return slots

    def _comprehension_clauses(self, clause: nodes.CompFor | None, slots: dict[str, int]) -> None:
        while clause:
            held = {name: self.scope.env[name] for name in _names(clause.target)}
            bind = self.targets(clause.target)
            iterated = self.expression(clause.iter)
            self.event("for", (iterated,), self.start, self.end, "comprehension")
            bind(self.intern(ex.Element(iterated)))
            for name in held:
                self.slots[slots[name]] = (self.scope.env[name],)
                self.scope.env[name] = held[name]
            for condition in clause.ifs:
                test = self.expression(condition.test)
                self.event("if", (test,), self.start, self.end, "comprehension")
                self.narrowed(test, True)
            clause = clause.inner_for_in

    def targets(self, node: nodes.BaseExpression) -> Callable[[int], None]:
        """Walk an assignment's target; a function that binds it to a value."""
        raise NotImplementedError

    def visit_Lambda(self, node: nodes.Lambda) -> int:
        number = len(self.functions)
        self.functions.append(None)
        self.leaf(node, "lambda")
        start = self.start
        params = self.parameters(node.params)
        outer = self.scope
        env = dict(outer.env) if outer.function else {}
        self.scope = Scope(number, outer.class_, qualname=f"{outer.qualname}.<lambda>".lstrip("."), env=env)
        self.enclosing.append(outer)
        for param in params:
            self.scope.env[param.name] = self.intern(ex.Parameter(number, param.name))
        result = self.expression(node.body)
        end = self.outer_end
        scope, self.scope = self.scope, self.enclosing.pop()
        self.functions[number] = Function(
            "<lambda>", scope.qualname, outer.function, -1, params, (), -1, (result,), (), {}, start, end, frozenset({"lambda"})
        )
        self.start, self.end = start, end
        return self.intern(ex.FunctionValue(number))

    def parameters(self, node: nodes.Parameters) -> tuple[Parameter, ...]:
        """Walk a parameter list in source order."""
        params = [*(self._parameter(p, "positional") for p in node.posonly_params), *(self._parameter(p, "both") for p in node.params)]
        if isinstance(node.star_arg, nodes.Param):
            params.append(self._parameter(node.star_arg, "*"))
        params += [self._parameter(p, "keyword") for p in node.kwonly_params]
        if node.star_kwarg:
            params.append(self._parameter(node.star_kwarg, "**"))
        return tuple(params)

    def _parameter(self, node: nodes.Param, kind: str) -> Parameter:
        self.leaf(node.name, node.name.value)
        annotation = self.annotation(node.annotation) if node.annotation else -1
        default = self.expression(node.default) if node.default else -1
        return Parameter(node.name.value, kind, default, annotation)

    def annotation(self, node: nodes.Annotation) -> int:
        """Walk an annotation; a string one is parsed, without sites."""
        role, self.role = self.role, "annotation"
        index = self.expression(node.annotation)
        self.role = role
        return self.unquoted(index)

    def unquoted(self, index: int) -> int:
        """The expression that a string annotation spells, or the expression itself."""
        e = self.expressions[index]
        if not isinstance(e, ex.Constant) or not isinstance(e.value, str) or not e.value.strip():
            return index
        return self.aside(e.value)

    def aside(self, code: str) -> int:
        """Walk code that stands in a string or comment, leaving no sites."""
        try:
            check(code)
            tokens = Tokens(code.strip())
            node = parse_expression(tokens.text, tokens)
        except Exception:  # libcst raises several kinds for what is no expression
            return self.intern(ex.Unknown())
        kept = self.tokens, self.text, self.exact, self.start, self.end, self.outer_start, self.outer_end
        calls, sites, events = len(self.calls), len(self.sites), len(self.events)
        self.text, self.tokens, self.exact = tokens.text, tokens, None
        try:
            return self.expression(node)
        except MismatchError:
            return self.intern(ex.Unknown())
        finally:
            self.tokens, self.text, self.exact, self.start, self.end, self.outer_start, self.outer_end = kept
            del self.calls[calls:], self.sites[sites:], self.events[events:]


def _names(node: nodes.BaseExpression) -> list[str]:
    """The plain names in an assignment target."""
    if isinstance(node, nodes.Name):
        return [node.value]
    if isinstance(node, (nodes.Tuple, nodes.List)):
        return [name for element in node.elements for name in _names(element.value)]
    return []
