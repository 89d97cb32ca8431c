"""The walk over expressions: each becomes a shared tuple, and the ones that can be a usage or a hazard leave a site."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

import libcst as cst

from mindaudit.collect.scopes import Scope
from mindaudit.collect.tokens import Mismatch, Tokens
from mindaudit.facts import ArgumentSite, CallSite, Event, Expression, Function, Parameter, Site

_BUILT_IN = {"True": True, "False": False, "None": None}
_ROLES = frozenset({"decorator", "base", "annotation"})


class ExpressionWalker:
    """Walks expressions in source order. After `expression(node)`, `start` and `end` span it without its own parentheses,
    `outer_start` and `outer_end` with them."""

    handlers: ClassVar[dict[type, Callable[[Any, Any], int]]] = {}

    def __init__(self, text: str, exact: Mapping[cst.CSTNode, tuple[int, int]] | None = None) -> None:
        self.text = text
        self.exact = exact
        self.tokens = Tokens(text) if exact is None else None
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
        return len(self.slots) - 1, self.intern(("phi", len(self.slots) - 1))

    def event(self, kind: str, expressions: Iterable[int], start: int, end: int, detail: str = "") -> None:
        self.events.append(Event(kind, tuple(expressions), start, end, self.scope.function, detail))

    def expression(self, node: cst.BaseExpression) -> int:
        """Walk one expression; its index. Raises Mismatch when the tokens do not pair."""
        handler = self.handlers.get(type(node))
        if handler is None:
            raise Mismatch(type(node).__name__)
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
        for _ in parentheses[1:]:
            tokens.open("(")
        index = handler(self, node)
        self.outer_start, self.outer_end = tokens.starts[first], tokens.close(first)
        if type(node) is cst.Tuple or type(node) is cst.GeneratorExp:
            self.start, self.end = self.outer_start, self.outer_end
        return index

    def _exactly(self, node: cst.BaseExpression, handler: Callable[[Any, Any], int]) -> int:
        assert self.exact is not None
        index = handler(self, node)
        self.start, self.end = self.outer_start, self.outer_end = self.exact.get(node, (self.start, self.end))
        for _ in node.lpar:
            start, end = self.text.rfind("(", 0, self.outer_start), self.text.find(")", self.outer_end)
            if start >= 0 <= end:
                self.outer_start, self.outer_end = start, end + 1
        return index

    def leaf(self, node: cst.CSTNode, value: str) -> None:
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

    # Leaves

    def visit_Name(self, node: cst.Name) -> int:
        is_callee, self.is_callee = self.is_callee, False
        name = node.value
        self.leaf(node, name)
        if name in _BUILT_IN:
            return self.constant(_BUILT_IN[name])
        index = self.load(name)
        if not is_callee and self.expressions[index][0] in ("import", "from", "name"):
            self._site("reference", index)
        return index

    def load(self, name: str) -> int:
        """The value of a name here: what the walk knows, or a late look-up."""
        scope = self.scope
        index = scope.env.get(name)
        if index is not None and name not in scope.globals and name not in scope.nonlocals:
            return index
        return self.intern(("name", scope.function, name))

    def constant(self, value: object) -> int:
        return self.intern(("const", type(value).__name__, value))

    def _number(self, node: cst.BaseNumber) -> int:
        text = node.value  # type: ignore[attr-defined]
        self.leaf(node, text)
        return self.constant(ast.literal_eval(text))

    visit_Integer = visit_Float = visit_Imaginary = _number

    def visit_SimpleString(self, node: cst.SimpleString) -> int:
        self.leaf(node, node.value)
        try:
            return self.constant(ast.literal_eval(node.value))
        except (ValueError, SyntaxError):
            return self.intern(("fstring", ()))

    def visit_ConcatenatedString(self, node: cst.ConcatenatedString) -> int:
        left = self.expression(node.left)
        start = self.outer_start
        right = self.expression(node.right)
        self.start = start
        a, b = self.expressions[left], self.expressions[right]
        if a[0] == b[0] == "const" and a[1] == b[1]:
            return self.constant(a[2] + b[2])
        return self.intern(("fstring", (left, right)))

    def visit_Ellipsis(self, node: cst.Ellipsis) -> int:
        self.leaf(node, "...")
        return self.intern(("const", "ellipsis", None))

    def visit_FormattedString(self, node: cst.FormattedString) -> int:
        if self.tokens is None:
            return self.intern(("fstring", tuple(self._fields(node.parts))))
        outer = self.tokens
        i = outer.cursor
        while i < len(outer.starts) and self.text[outer.starts[i]] in "()[]{}":
            i += 1
        if i >= len(outer.starts) or not self.text.startswith(node.start, outer.starts[i]):
            raise Mismatch(node.start)
        start, end = outer.starts[i], outer.ends[i]
        outer.cursor = i + 1
        fields = tuple(self._spelled_fields(node, start + len(node.start), end))
        self.tokens, self.start, self.end = outer, start, end
        return self.intern(("fstring", fields))

    visit_TemplatedString = visit_FormattedString

    def _spelled_fields(self, node: cst.FormattedString, at: int, end: int) -> Iterable[int]:
        """The fields of an f-string, each with tokens of its own since the whole string is one token."""
        for part in node.parts:
            if not isinstance(part, cst.FormattedStringText):
                self.tokens = Tokens(self.text, at + 1, end)
                yield from self._fields([part])
            at += len(cst.Module([]).code_for_node(part))
        if at + len(node.end) != end:
            raise Mismatch(node.end)

    def _fields(self, parts: Iterable[cst.BaseFormattedStringContent]) -> Iterable[int]:
        for part in parts:
            if isinstance(part, (cst.FormattedStringExpression, cst.TemplatedStringExpression)):
                yield self.expression(part.expression)
                if part.format_spec:
                    yield from self._fields(part.format_spec)

    # Attributes, subscripts, calls

    def visit_Attribute(self, node: cst.Attribute) -> int:
        is_callee, self.is_callee = self.is_callee, False
        base_is_chain = type(node.value) is cst.Name
        if base_is_chain:
            self.is_callee = True
        base = self.expression(node.value)
        start, base_end = self.outer_start, self.outer_end
        self.leaf(node.attr, node.attr.value)
        self.start = start
        index = self.intern(("attr", base, node.attr.value))
        if not is_callee:
            self._site("attribute", index, start, base_end)
        else:
            self.base = (start, base_end)
        return index

    def visit_Subscript(self, node: cst.Subscript) -> int:
        self.is_callee = False
        base = self.expression(node.value)
        start, base_end = self.outer_start, self.outer_end
        bracket = self._open("[")
        items = [self._element(element.slice) for element in node.slice]
        self._close_call(start, bracket)
        single = len(items) == 1 and not isinstance(node.slice[0].comma, cst.Comma)
        key = items[0] if single else self.intern(("tuple", tuple(items)))
        index = self.intern(("sub", base, key))
        self._site("subscript", index, start, base_end)
        return index

    def _element(self, node: cst.BaseSlice) -> int:
        if isinstance(node, cst.Slice):
            bounds = [self.expression(e) if e else -1 for e in (node.lower, node.upper, node.step)]
            return self.intern(("slice", *bounds))
        assert isinstance(node, cst.Index)
        value = self.expression(node.value)
        return self.intern(("star", value)) if node.star else value

    def visit_Call(self, node: cst.Call) -> int:
        role, self.role = self.role, ""
        statement, self.is_statement = self.is_statement, False
        self.is_callee, self.base = True, (-1, -1)
        callee = self.expression(node.func)
        self.is_callee = False
        base = self.base if isinstance(node.func, cst.Attribute) else (-1, -1)
        start, callee_start, callee_end = self.outer_start, self.start, self.end
        bracket = self._open("(")
        arguments = tuple(self._argument(arg) for arg in node.args)
        self._close_call(start, bracket)
        index = self._called(callee, arguments)
        if self.exact is not None:
            start, self.end = self.exact.get(node, (start, self.end))
        self.calls.append(
            CallSite(index, callee, start, self.end, self.scope.function, callee_start, callee_end, *base, arguments, statement, role)
        )
        self.role = role
        return index

    def _called(self, callee: int, arguments: tuple[ArgumentSite, ...]) -> int:
        if not arguments and self.expressions[callee][0] == "name" and self.expressions[callee][2] == "super":
            return self.intern(("super", self.scope.class_))
        return self.intern(("call", callee, tuple((a.star or a.keyword, a.expression) for a in arguments)))

    def _argument(self, node: cst.Arg) -> ArgumentSite:
        if node.keyword:
            self.leaf(node.keyword, node.keyword.value)
        value = self.expression(node.value)
        return ArgumentSite(node.keyword.value if node.keyword else None, node.star, value, self.outer_start, self.outer_end)

    def _site(self, kind: str, index: int, base_start: int = -1, base_end: int = -1) -> None:
        role = self.role if self.role in _ROLES else ""
        self.sites.append(Site(kind, index, self.start, self.end, self.scope.function, base_start, base_end, role))

    # Operators

    def visit_BinaryOperation(self, node: cst.BinaryOperation) -> int:
        left = self.expression(node.left)
        start = self.outer_start
        right = self.expression(node.right)
        self.start, self.end = start, self.outer_end
        index = self.intern(("binary", type(node.operator).__name__, left, right))
        self._site("binary", index)
        return index

    def visit_UnaryOperation(self, node: cst.UnaryOperation) -> int:
        operand = self.expression(node.expression)
        kind = type(node.operator).__name__
        sign = {"Not": "not", "Minus": "-", "Plus": "+", "BitInvert": "~"}[kind]
        self.start, self.end = max(self.text.rfind(sign, 0, self.outer_start), 0), self.outer_end
        if kind == "Minus" and self.expressions[operand][:2] in (("const", "int"), ("const", "float")):
            return self.constant(-self.expressions[operand][2])
        index = self.intern(("unary", kind, operand))
        if kind == "Not":
            self.event("not", (operand,), self.start, self.end)
        else:
            self._site("unary", index)
        return index

    def visit_BooleanOperation(self, node: cst.BooleanOperation) -> int:
        left = self.expression(node.left)
        start = self.outer_start
        restore = self.narrowed(left, isinstance(node.operator, cst.And))
        right = self.expression(node.right)
        self.scope.env.update(restore)
        self.start, self.end = start, self.outer_end
        self.event("bool", (left, right), self.start, self.end)
        return self.intern(("bool", type(node.operator).__name__, (left, right)))

    def narrowed(self, test: int, positive: bool) -> dict[str, int]:
        """Narrow the names that a test is about, in place; what they were before."""
        env, before = self.scope.env, {}
        if self.expressions[test][0] in ("const", "phi"):
            return before
        mentioned = self._mentioned(test, 3)
        for name, value in env.items():
            if value in mentioned and self.expressions[value][0] not in ("const", "import", "func", "class"):
                before[name] = value
        for name, value in before.items():
            env[name] = self.intern(("narrow", value, test, positive))
        return before

    def _mentioned(self, test: int, depth: int) -> set[int]:
        """The expressions whose type or None-ness a test decides."""
        e = self.expressions[test]
        match e[0]:
            case "call":
                return {argument for _, argument in e[2][:1]} | {test}
            case "compare":
                return set(e[2])
            case "unary":
                return self._mentioned(e[2], depth - 1) if depth else set()
            case "bool":
                return {m for part in e[2] for m in self._mentioned(part, depth - 1)} if depth else set()
        return {test}

    def visit_Comparison(self, node: cst.Comparison) -> int:
        operands = [self.expression(node.left)]
        start = self.outer_start
        for comparison in node.comparisons:
            operands.append(self.expression(comparison.comparator))
        self.start, self.end = start, self.outer_end
        operators = tuple(type(c.operator).__name__ for c in node.comparisons)
        index = self.intern(("compare", operators, tuple(operands)))
        self._site("compare", index)
        return index

    def visit_IfExp(self, node: cst.IfExp) -> int:
        slot, pending = self.slot()
        before = dict(self.scope.env)
        for name in self._tested_names(node.test):
            if name in before:
                self.scope.env[name] = self.intern(("narrow", before[name], pending, True))
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
        return self.intern(("ifexp", test, body, other))

    def _tested_names(self, node: cst.BaseExpression) -> set[str]:
        """The plain names that a conditional expression's test is about; its body stands before it in the source."""
        if isinstance(node, cst.Name):
            return {node.value}
        if isinstance(node, cst.Call):
            return self._tested_names(node.args[0].value) if node.args and isinstance(node.args[0].value, cst.Name) else set()
        if isinstance(node, cst.Comparison):
            return self._tested_names(node.left) if isinstance(node.left, cst.Name) else set()
        if isinstance(node, cst.UnaryOperation):
            return self._tested_names(node.expression)
        if isinstance(node, cst.BooleanOperation):
            return self._tested_names(node.left) | self._tested_names(node.right)
        return set()

    def visit_NamedExpr(self, node: cst.NamedExpr) -> int:
        assert isinstance(node.target, cst.Name)
        self.leaf(node.target, node.target.value)
        start = self.start
        value = self.expression(node.value)
        self.bind(node.target.value, value)
        self.start, self.end = start, self.outer_end
        self.event("walrus", (value,), start, self.end)
        return value

    def bind(self, name: str, value: int) -> None:
        """Give a name of the scope a value."""
        scope = self.scope
        scope.env[name] = value
        scope.bindings.setdefault(name, []).append(value)

    # Displays and comprehensions

    def _display(self, node: cst.List | cst.Set | cst.Tuple) -> int:
        kind = {cst.List: "list", cst.Set: "set", cst.Tuple: "tuple"}[type(node)]
        bracket = self._open("[" if kind == "list" else "{") if kind != "tuple" else -1
        start = -1
        items = []
        for element in node.elements:
            value = self.expression(element.value)
            start = self.outer_start if start < 0 else start
            items.append(self.intern(("star", value)) if isinstance(element, cst.StarredElement) else value)
        if kind == "tuple":
            self.start, self.end = start, self.outer_end
        else:
            self._close(bracket)
        if kind == "set":
            self.event("set", (), self.start, self.end)
        return self.intern((kind, tuple(items)))

    visit_List = visit_Set = visit_Tuple = _display

    def visit_StarredElement(self, node: cst.StarredElement) -> int:
        return self.intern(("star", self.expression(node.value)))

    def visit_Dict(self, node: cst.Dict) -> int:
        bracket = self._open("{")
        items = []
        for element in node.elements:
            key = self.expression(element.key) if isinstance(element, cst.DictElement) else -1
            items.append((key, self.expression(element.value)))
        self._close(bracket)
        return self.intern(("dict", tuple(items)))

    def _comprehension(self, node: cst.BaseSimpleComp | cst.DictComp) -> int:
        kind = {cst.ListComp: "list", cst.SetComp: "set", cst.DictComp: "dict"}.get(type(node), "iterator")
        bracket = self._open("[" if kind == "list" else "{") if kind != "iterator" else -1
        before, slots = dict(self.scope.env), self._comprehension_slots(node.for_in)
        if isinstance(node, cst.DictComp):
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
        clauses = 1 + bool(node.for_in.inner_for_in)
        self.event("comprehension", (element,), self.start, self.end, f"{kind} {clauses}")
        return self.intern(("comp", kind, element, key))

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def _comprehension_slots(self, clause: cst.CompFor | None) -> dict[str, int]:
        """Bind the targets of all clauses to slots, since the element stands before them in the source."""
        slots: dict[str, int] = {}
        while clause:
            for name in _names(clause.target):
                slots[name], self.scope.env[name] = self.slot()
            clause = clause.inner_for_in
        return slots

    def _comprehension_clauses(self, clause: cst.CompFor | None, slots: dict[str, int]) -> None:
        while clause:
            held = {name: self.scope.env[name] for name in _names(clause.target)}
            bind = self.targets(clause.target)
            iterated = self.expression(clause.iter)
            self.event("for", (iterated,), self.start, self.end, "comprehension")
            bind(self.intern(("elem", iterated)))
            for name in held:
                self.slots[slots[name]] = (self.scope.env[name],)
                self.scope.env[name] = held[name]
            for condition in clause.ifs:
                test = self.expression(condition.test)
                self.event("if", (test,), self.start, self.end, "comprehension")
                self.narrowed(test, True)
            clause = clause.inner_for_in

    def targets(self, node: cst.BaseExpression) -> Callable[[int], None]:
        """Walk an assignment's target; a function that binds it to a value."""
        raise NotImplementedError

    # Functions without a name, and the rest

    def visit_Lambda(self, node: cst.Lambda) -> int:
        number = len(self.functions)
        self.functions.append(None)
        params = self.parameters(node.params)
        start = max(self.text.rfind("lambda", 0, self.start if params else self.text.find(":", self.end)), 0)
        outer = self.scope
        env = dict(outer.env) if outer.function else {}
        self.scope = Scope(number, outer.class_, qualname=f"{outer.qualname}.<lambda>".lstrip("."), env=env)
        self.enclosing.append(outer)
        for param in params:
            self.scope.env[param.name] = self.intern(("param", number, param.name))
        result = self.expression(node.body)
        end = self.outer_end
        scope, self.scope = self.scope, self.enclosing.pop()
        self.functions[number] = Function(
            "<lambda>", scope.qualname, outer.function, -1, params, (), -1, (result,), (), {}, start, end, frozenset({"lambda"})
        )
        self.start, self.end = start, end
        return self.intern(("func", number))

    def parameters(self, node: cst.Parameters) -> tuple[Parameter, ...]:
        """Walk a parameter list in source order."""
        params = [*(self._parameter(p, "positional") for p in node.posonly_params), *(self._parameter(p, "both") for p in node.params)]
        if isinstance(node.star_arg, cst.Param):
            params.append(self._parameter(node.star_arg, "*"))
        params += [self._parameter(p, "keyword") for p in node.kwonly_params]
        if node.star_kwarg:
            params.append(self._parameter(node.star_kwarg, "**"))
        return tuple(params)

    def _parameter(self, node: cst.Param, kind: str) -> Parameter:
        self.leaf(node.name, node.name.value)
        annotation = self.annotation(node.annotation) if node.annotation else -1
        default = self.expression(node.default) if node.default else -1
        return Parameter(node.name.value, kind, default, annotation)

    def annotation(self, node: cst.Annotation) -> int:
        """Walk an annotation; a string one is parsed, without sites."""
        role, self.role = self.role, "annotation"
        index = self.expression(node.annotation)
        self.role = role
        return self.unquoted(index)

    def unquoted(self, index: int) -> int:
        """The expression that a string annotation spells, or the expression itself."""
        e = self.expressions[index]
        if e[0] != "const" or e[1] != "str" or not e[2].strip():
            return index
        return self.aside(e[2])

    def aside(self, code: str) -> int:
        """Walk code that stands in a string or comment, leaving no sites."""
        try:
            node = cst.parse_expression(code.strip())
        except Exception:  # libcst raises several kinds for what is no expression
            return self.intern(("unknown",))
        kept = self.tokens, self.text, self.exact, self.start, self.end, self.outer_start, self.outer_end
        calls, sites, events = len(self.calls), len(self.sites), len(self.events)
        self.text, self.exact = code.strip(), None
        self.tokens = Tokens(self.text)
        try:
            return self.expression(node)
        except Mismatch:
            return self.intern(("unknown",))
        finally:
            self.tokens, self.text, self.exact, self.start, self.end, self.outer_start, self.outer_end = kept
            del self.calls[calls:], self.sites[sites:], self.events[events:]

    def visit_Await(self, node: cst.Await) -> int:
        value = self.expression(node.expression)
        self.start, self.end = max(self.text.rfind("await", 0, self.outer_start), 0), self.outer_end
        self.event("await", (value,), self.start, self.end)
        return self.intern(("await", value))

    def visit_Yield(self, node: cst.Yield) -> int:
        at = self.tokens.starts[self.tokens.cursor] if self.tokens and self.tokens.cursor < len(self.tokens.starts) else self.end
        if node.value is None:
            value = self.constant(None)
        elif isinstance(node.value, cst.From):
            value = self.intern(("elem", self.expression(node.value.item)))
            at = self.outer_start
        else:
            value = self.expression(node.value)
            at = self.outer_start
        self.start, self.end = max(self.text.rfind("yield", 0, at), 0), max(self.outer_end, at)
        self.scope.yields.append(value)
        self.event("yield", (value,), self.start, self.end)
        return self.intern(("yield", value))


def _names(node: cst.BaseExpression) -> list[str]:
    """The plain names in an assignment target."""
    if isinstance(node, cst.Name):
        return [node.value]
    if isinstance(node, (cst.Tuple, cst.List)):
        return [name for element in node.elements for name in _names(element.value)]
    return []
