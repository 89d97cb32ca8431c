"""Attributes, subscripts, calls, operators and displays: each becomes a shared tuple, and what can be a usage or hazard leaves a site."""

from __future__ import annotations

from collections.abc import Mapping

from mindaudit.collect import nodes
from mindaudit.collect.leaves import LeafWalker
from mindaudit.facts import expressions as ex
from mindaudit.facts.records import ArgumentSite, CallSite

_DISPLAYS: Mapping[type, type[ex.ListDisplay | ex.SetDisplay | ex.TupleDisplay]] = {
    nodes.List: ex.ListDisplay,
    nodes.Set: ex.SetDisplay,
    nodes.Tuple: ex.TupleDisplay,
}


class ExpressionWalker(LeafWalker):
    """Walks expressions that open no scope."""

    def visit_Attribute(self, node: nodes.Attribute) -> int:
        is_callee, self.is_callee = self.is_callee, False
        base_is_chain = type(node.value) is nodes.Name
        if base_is_chain:
            self.is_callee = True
        base = self.expression(node.value)
        start, base_end = self.outer_start, self.outer_end
        self.leaf(node.attr, node.attr.value)
        self.start = start
        index = self.intern(ex.Attribute(base, node.attr.value))
        if not is_callee:
            self._site("attribute", index, start, base_end)
        else:
            self.base = (start, base_end)
        return index

    def visit_Subscript(self, node: nodes.Subscript) -> int:
        self.is_callee = False
        base = self.expression(node.value)
        start, base_end = self.outer_start, self.outer_end
        bracket = self._open("[")
        items = [self._element(element.slice) for element in node.slice]
        self._close_call(start, bracket)
        self.take_span(node)
        single = len(items) == 1 and not node.slice[0].comma
        key = items[0] if single else self.intern(ex.TupleDisplay(tuple(items)))
        index = self.intern(ex.Subscript(base, key))
        self._site("subscript", index, start, base_end)
        return index

    def _element(self, node: nodes.BaseSlice) -> int:
        if isinstance(node, nodes.Slice):
            bounds = [self.expression(e) if e else -1 for e in (node.lower, node.upper, node.step)]
            return self.intern(ex.Slice(*bounds))
        assert isinstance(node, nodes.Index)
        value = self.expression(node.value)
        return self.intern(ex.Starred(value)) if node.star else value

    def visit_Call(self, node: nodes.Call) -> int:
        role, self.role = self.role, ""
        statement, self.is_statement = self.is_statement, False
        self.is_callee, self.base = True, (-1, -1)
        callee = self.expression(node.func)
        self.is_callee = False
        base = self.base if isinstance(node.func, nodes.Attribute) else (-1, -1)
        start, callee_start, callee_end = self.outer_start, self.start, self.end
        bracket = self._open("(")
        arguments = tuple(self._argument(arg) for arg in node.args)
        self._close_call(start, bracket)
        index = self._called(callee, arguments)
        self.take_span(node)
        self.calls.append(
            CallSite(index, callee, self.start, self.end, self.scope.function, callee_start, callee_end, *base, arguments, statement, role)
        )
        self.role = role
        return index

    def _called(self, callee: int, arguments: tuple[ArgumentSite, ...]) -> int:
        function = self.expressions[callee]
        if not arguments and isinstance(function, ex.Name) and function.name == "super":
            return self.intern(ex.Super(self.scope.class_))
        return self.intern(ex.Call(callee, tuple(ex.PassedArgument(a.star or a.keyword, a.expression) for a in arguments)))

    def _argument(self, node: nodes.Arg) -> ArgumentSite:
        if node.keyword:
            self.leaf(node.keyword, node.keyword.value)
        value = self.expression(node.value)
        return ArgumentSite(node.keyword.value if node.keyword else None, node.star, value, self.outer_start, self.outer_end)

    def visit_BinaryOperation(self, node: nodes.BinaryOperation) -> int:
        left = self.expression(node.left)
        start = self.outer_start
        right = self.expression(node.right)
        self.start, self.end = start, self.outer_end
        index = self.intern(ex.Binary(node.operator, left, right))
        self._site("binary", index)
        return index

    def visit_UnaryOperation(self, node: nodes.UnaryOperation) -> int:
        operand = self.expression(node.expression)
        kind = node.operator
        sign = {"Not": "not", "Minus": "-", "Plus": "+", "BitInvert": "~"}[kind]
        self.start, self.end = max(self.text.rfind(sign, 0, self.outer_start), 0), self.outer_end
        self.take_span(node)
        negated = self.expressions[operand]
        if (
            kind == "Minus"
            and isinstance(negated, ex.Constant)
            and isinstance(negated.value, (int, float))
            and not isinstance(negated.value, bool)
        ):
            return self.constant(-negated.value)
        index = self.intern(ex.Unary(kind, operand))
        if kind == "Not":
            self.event("not", (operand,), self.start, self.end)
        else:
            self._site("unary", index)
        return index

    def visit_BooleanOperation(self, node: nodes.BooleanOperation) -> int:
        left = self.expression(node.left)
        start = self.outer_start
        restore = self.narrowed(left, node.operator == "And")
        right = self.expression(node.right)
        self.scope.env.update(restore)
        self.start, self.end = start, self.outer_end
        self.event("bool", (left, right), self.start, self.end)
        return self.intern(ex.Boolean(node.operator, (left, right)))

    def visit_Comparison(self, node: nodes.Comparison) -> int:
        operands = [self.expression(node.left)]
        start = self.outer_start
        for comparison in node.comparisons:
            operands.append(self.expression(comparison.comparator))
        self.start, self.end = start, self.outer_end
        operators = tuple(c.operator for c in node.comparisons)
        index = self.intern(ex.Comparison(operators, tuple(operands)))
        self._site("compare", index)
        return index

    def visit_IfExp(self, node: nodes.IfExp) -> int:
        slot, pending = self.slot()
        before = dict(self.scope.env)
        for name in self._tested_names(node.test):
            if name in before:
                self.scope.env[name] = self.intern(ex.Narrowed(before[name], pending, True))
        body = self.expression(node.body)
        start = self.outer_start
        self.scope.env.update(before)
        test = self.expression(node.test)
        test_span = self.start, self.end
        self.slots[slot] = (test,)
        restore = self.narrowed(test, False)
        other = self.expression(node.orelse)
        self.scope.env.update(restore)
        self.start, self.end = start, self.outer_end
        self.event("ifexp", (test, body, other), *test_span)
        return self.intern(ex.Conditional(test, body, other))

    def _tested_names(self, node: nodes.BaseExpression) -> list[str]:
        """The plain names that a conditional expression's test is about; its body stands before it in the source."""
        if isinstance(node, nodes.Name):
            return [node.value]
        if isinstance(node, nodes.Call):
            return self._tested_names(node.args[0].value) if node.args and isinstance(node.args[0].value, nodes.Name) else []
        if isinstance(node, nodes.Comparison):
            return self._tested_names(node.left) if isinstance(node.left, nodes.Name) else []
        if isinstance(node, nodes.UnaryOperation):
            return self._tested_names(node.expression)
        if isinstance(node, nodes.BooleanOperation):
            return self._tested_names(node.left) + self._tested_names(node.right)
        return []

    def visit_NamedExpr(self, node: nodes.NamedExpr) -> int:
        assert isinstance(node.target, nodes.Name)
        self.leaf(node.target, node.target.value)
        start = self.start
        value = self.expression(node.value)
        self.bind(node.target.value, value)
        self.start, self.end = start, self.outer_end
        self.event("walrus", (value,), start, self.end)
        return value

    def visit_List_Set_Tuple(self, node: nodes.List | nodes.Set | nodes.Tuple) -> int:
        display = _DISPLAYS[type(node)]
        bracket = self._open("[" if display is ex.ListDisplay else "{") if display is not ex.TupleDisplay else -1
        start = -1
        items = []
        for element in node.elements:
            value = self.expression(element.value)
            start = self.outer_start if start < 0 else start
            items.append(self.intern(ex.Starred(value)) if isinstance(element, nodes.StarredElement) else value)
        if display is ex.TupleDisplay:
            self.start, self.end = start, self.outer_end
            if node.elements and node.elements[-1].comma:
                self.end = max(self.end, self.text.find(",", self.end) + 1)
        else:
            self._close(bracket)
        if display is ex.SetDisplay:
            self.take_span(node)
            self.event("set", (), self.start, self.end)
        return self.intern(display(tuple(items)))

    def visit_StarredElement(self, node: nodes.StarredElement) -> int:
        return self.intern(ex.Starred(self.expression(node.value)))

    def visit_Dict(self, node: nodes.Dict) -> int:
        bracket = self._open("{")
        items, unpacked = [], []
        for element in node.elements:
            key = self.expression(element.key) if isinstance(element, nodes.DictElement) else -1
            items.append(ex.DictItem(key, self.expression(element.value)))
            if key < 0 and not isinstance(element.value, nodes.Dict):
                unpacked.append(items[-1].value)
        self._close(bracket)
        if unpacked:
            self.take_span(node)
            self.event("unpacked", tuple(unpacked), self.start, self.end)
        return self.intern(ex.DictDisplay(tuple(items)))

    def visit_Await(self, node: nodes.Await) -> int:
        value = self.expression(node.expression)
        self.start, self.end = max(self.text.rfind("await", 0, self.outer_start), 0), self.outer_end
        self.take_span(node)
        self.event("await", (value,), self.start, self.end)
        return self.intern(ex.Awaited(value))

    def visit_Yield(self, node: nodes.Yield) -> int:
        if node.value is None:
            value = self.constant(None)
            behind = self.tokens.ends[self.tokens.cursor - 1] if self.tokens and self.tokens.cursor else 0
            self.start = max(self.text.find("yield", behind), 0)
            self.outer_end = self.start + len("yield")
        else:
            inner = node.value.item if isinstance(node.value, nodes.From) else node.value
            value = self.expression(inner)
            value = self.intern(ex.Element(value)) if isinstance(node.value, nodes.From) else value
            self.start = max(self.text.rfind("yield", 0, self.outer_start), 0)
        self.end = self.outer_end
        self.take_span(node)
        self.scope.yields.append(value)
        self.event("yield", (value,), self.start, self.end)
        return self.intern(ex.Yielded(value))
