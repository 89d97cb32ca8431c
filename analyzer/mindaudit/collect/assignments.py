"""Assignments of every kind, and calls that make a container grow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from mindaudit.collect import nodes
from mindaudit.collect.nested import NestedWalker
from mindaudit.collect.scopes import Scope
from mindaudit.facts import expressions as ex
from mindaudit.facts.packing import is_text
from mindaudit.facts.records import Class, OwnStore, Site, StarImport, Store

_GROW = {"append": "item", "add": "item", "appendleft": "item", "extend": "items", "update": "items"}
_NAMING = frozenset({"add_module", "register_module", "register_buffer", "register_parameter"})


class AssignmentWalker(NestedWalker):
    """Walks assignments; what is stored on `self` is noted by class."""

    statement_handlers: ClassVar[dict[str, Callable[[Any, Any], bool | None]]] = {}

    def __init__(self, text: str, exact: Any = None) -> None:
        super().__init__(text, exact)
        self.classes: list[Class | None] = []
        self.class_stores: dict[int, dict[str, list[OwnStore]]] = {}
        self.other_stores: list[Store] = []
        self.stars: list[StarImport] = []
        self.global_stores: dict[str, list[int]] = {}
        self.grown_globals: dict[str, list[int]] = {}
        self.class_annotations: dict[int, dict[str, int]] = {}

    def block(self, body: Sequence[nodes.BaseStatement]) -> bool:
        """Walk statements in order; whether control never reaches the end."""
        ended = False
        for statement in body:
            handler = self.statement_handlers[type(statement).__name__]
            ended = bool(handler(self, statement)) or ended
        return ended

    def suite(self, node: nodes.BaseSuite) -> bool:
        return self.block(node.body)

    def visit_SimpleStatementLine_SimpleStatementSuite(self, node: nodes.SimpleStatementLine | nodes.SimpleStatementSuite) -> bool:
        return self.block(node.body)

    def visit_Expr(self, node: nodes.Expr) -> None:
        call = node.value
        self.is_statement = isinstance(call, nodes.Call)
        value = self.expression(call)
        self.is_statement = False
        if isinstance(call, nodes.Call) and isinstance(call.func, nodes.Attribute):
            self._grow(call.func.value, call.func.attr.value, value)

    def _grow(self, target: nodes.BaseExpression, method: str, call: int) -> None:
        """`xs.append(x)` and its like: the container has a further element from here on."""
        called = self.expressions[call]
        if not isinstance(called, ex.Call):
            return
        values = [argument.expression for argument in called.arguments if argument.keyword is None]
        if method in _GROW and len(values) == 1:
            self._grown(target, _GROW[method], values[0])
        elif method in ("insert", "setdefault") and len(values) >= 2:
            self._grown(target, "item", values[1])
        elif method in _NAMING and isinstance(target, nodes.Name):
            self._named_child(self.load(target.value), called.arguments)

    def _named_child(self, owner: int, arguments: Sequence[ex.PassedArgument]) -> None:
        """`self.add_module("norm", module)`, perhaps with keywords: an attribute whose name may not be known."""
        names = [value for key, value in arguments if key == "name"]
        values = names + [value for key, value in arguments if key not in ("name", "*", "**")]
        if len(values) >= 2:
            e = self.expressions[values[0]]
            name = e.value if isinstance(e, ex.Constant) and isinstance(e.value, str) and is_text(e.value) else "*"
            self.store_attribute(owner, name, values[1])

    def _grown(self, target: nodes.BaseExpression, how: str, value: int) -> None:
        if isinstance(target, nodes.Name) and self.scope.function and target.value not in self.scope.env:
            self.grown_globals.setdefault(target.value, []).append(self.intern(ex.Grown(-1, how, value)))
        elif isinstance(target, nodes.Name):
            self.scope.env[target.value] = grown = self.intern(ex.Grown(self.load(target.value), how, value))
            self.scope.bindings.setdefault(target.value, []).append(grown)
        elif isinstance(target, nodes.Attribute) and isinstance(target.value, nodes.Name):
            self.store_attribute(self.load(target.value.value), target.attr.value, self.intern(ex.Grown(-1, how, value)))

    def store_attribute(self, owner: int, name: str, value: int) -> None:
        """Note `owner.name = value`, with the class when the owner is a method's first parameter."""
        scope = self._method_scope(owner)
        if scope is not None:
            stores = self.class_stores.setdefault(scope.class_, {})
            stores.setdefault(name, []).append(OwnStore(self.scope.function, value))
        else:
            self.other_stores.append(Store(owner, name, value, self.scope.function))

    def _method_scope(self, owner: int) -> Scope | None:
        return next((s for s in (self.scope, *reversed(self.enclosing)) if s.self_value == owner and s.self_value >= 0), None)

    def visit_Assign(self, node: nodes.Assign) -> None:
        bind = [self.targets(target.target) for target in node.targets]
        value = self.expression(node.value)
        for each in bind:
            each(value)

    def targets(self, node: nodes.BaseExpression) -> Callable[[int], None]:
        if isinstance(node, nodes.Name):
            self.leaf(node, node.value)
            return self._name_target(node.value)
        if isinstance(node, (nodes.Tuple, nodes.List)):
            return self._unpacking(node)
        if isinstance(node, nodes.StarredElement):
            return self.targets(node.value)
        if isinstance(node, nodes.Attribute):
            self.is_callee = type(node.value) is nodes.Name
            owner = self.expression(node.value)
            start = self.outer_start
            self.leaf(node.attr, node.attr.value)
            span = start, self.end
            return lambda value: self._store_attribute(owner, node.attr.value, value, span)
        assert isinstance(node, nodes.Subscript)
        stored = self.expression(node)
        span = self.start, self.end
        self.sites.pop()  # its own: a stored subscript is no read
        return lambda value: self._store_item(node.value, stored, value, span)

    def _name_target(self, name: str) -> Callable[[int], None]:
        def bind(value: int) -> None:
            if name in self.scope.globals:
                self.global_stores.setdefault(name, []).append(value)
            elif name in self.scope.nonlocals:
                outer = next((s for s in reversed(self.enclosing) if name in s.env), None)
                if outer:
                    outer.bindings.setdefault(name, []).append(value)
            else:
                self.bind(name, value)

        return bind

    def _unpacking(self, node: nodes.Tuple | nodes.List) -> Callable[[int], None]:
        binders = []
        star = len(node.elements)
        for i, element in enumerate(node.elements):
            if isinstance(element, nodes.StarredElement):
                star = i
            binders.append(self.targets(element.value))

        def bind(value: int) -> None:
            e = self.expressions[value]
            items = e.items if isinstance(e, (ex.TupleDisplay, ex.ListDisplay)) and star == len(binders) == len(e.items) else ()
            for i, each in enumerate(binders):
                if items and not isinstance(self.expressions[items[i]], ex.Starred):
                    each(items[i])
                elif i == star:
                    each(self.intern(ex.Rest(value, i)))
                else:
                    each(self.intern(ex.Item(value, i if i < star else i - len(binders))))

        return bind

    def _store_attribute(self, owner: int, name: str, value: int, span: tuple[int, int]) -> None:
        self.store_attribute(owner, name, value)
        self.event("store_attribute", (owner, value), *span, name)

    def _store_item(self, base: nodes.BaseExpression, stored: int, value: int, span: tuple[int, int]) -> None:
        item = self.expressions[stored]
        assert isinstance(item, ex.Subscript)
        self.event("store_item", (item.base, item.index, value), *span)
        pair = self.intern(ex.DictDisplay((ex.DictItem(item.index, value),)))
        self._grown(base, "items", pair)

    def visit_AnnAssign(self, node: nodes.AnnAssign) -> None:
        bind = self.targets(node.target)
        start = self.start
        annotation = self.annotation(node.annotation)
        if node.value:
            bind(self.intern(ex.Annotated(self.expression(node.value), annotation)))
        elif not self.scope.is_class:
            bind(self.intern(ex.Annotated(-1, annotation)))
        if self.scope.is_class and isinstance(node.target, nodes.Name):
            self.class_annotations[self.scope.class_][node.target.value] = annotation
        self.event("annotated", (annotation,), start, self.outer_end)

    def visit_AugAssign(self, node: nodes.AugAssign) -> None:
        target = self.expression(node.target)
        start, end = self.outer_start, self.outer_end
        value = self.expression(node.value)
        result = self.intern(ex.Binary(node.operator, target, value))
        self.event("augmented", (target, value, result), start, self.outer_end, node.operator)
        self.sites.append(Site("augmented", result, start, self.outer_end, self.scope.function, start, end, ""))
        if isinstance(node.target, nodes.Name):
            self._name_target(node.target.value)(result)
        elif isinstance(node.target, nodes.Attribute):
            attribute = self.expressions[target]
            assert isinstance(attribute, ex.Attribute)
            self.store_attribute(attribute.base, node.target.attr.value, self.intern(ex.Grown(-1, "items", value)))
