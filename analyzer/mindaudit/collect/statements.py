"""The walk over statements: scopes, branches, loops, definitions and imports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import libcst as cst

from mindaudit.collect.comments import signature_comment
from mindaudit.collect.expressions import ExpressionWalker
from mindaudit.collect.scopes import Environment, Loop, Scope, bound_names, join
from mindaudit.facts import Class, Function, ModuleFacts, Parameter, Site

_GROW = {"append": "item", "add": "item", "appendleft": "item", "extend": "items", "update": "items"}


class StatementWalker(ExpressionWalker):
    """Walks a module; `facts(path)` then holds what it says."""

    statement_handlers: ClassVar[dict[type, Callable[[Any, Any], bool | None]]] = {}

    def __init__(self, text: str, exact: Any = None) -> None:
        super().__init__(text, exact)
        self.classes: list[Class | None] = []
        self.class_stores: dict[int, dict[str, list[tuple[int, int]]]] = {}
        self.other_stores: list[tuple[int, str, int, int]] = []
        self.stars: list[tuple[str, int]] = []
        self.global_stores: dict[str, list[int]] = {}
        self.class_annotations: dict[int, dict[str, int]] = {}

    def module(self, node: cst.Module) -> None:
        """Walk a whole module. Raises Mismatch when tokens and tree do not pair."""
        self.block(node.body)
        if self.tokens:
            self.tokens.done()
        scope = self.scope
        bindings = {name: tuple(values) for name, values in scope.bindings.items()}
        self.functions[0] = Function("", "", -1, -1, (), (), -1, (), (), bindings, 0, len(self.text))

    def facts(self, path: str) -> ModuleFacts:
        """What was found, without any libcst node."""
        exports = dict(self.scope.env)
        for name, values in self.global_stores.items():
            known = {exports[name]} if name in exports else set()
            exports[name] = self.intern(("join", tuple(sorted(known | set(values)))))
        return ModuleFacts(
            path,
            tuple(self.expressions),
            tuple(self.slots),
            tuple(f for f in self.functions if f),
            tuple(c for c in self.classes if c),
            tuple(self.calls),
            tuple(self.sites),
            tuple(self.events),
            exports,
            tuple(self.stars),
            tuple(self.other_stores),
            self.exact is not None,
        )

    def block(self, body: Sequence[cst.BaseStatement | cst.BaseSmallStatement]) -> bool:
        """Walk statements in order; whether control never reaches the end."""
        ended = False
        for statement in body:
            handler = self.statement_handlers[type(statement)]
            ended = bool(handler(self, statement)) or ended
        return ended

    def suite(self, node: cst.BaseSuite) -> bool:
        return self.block(node.body)

    def visit_SimpleStatementLine(self, node: cst.SimpleStatementLine | cst.SimpleStatementSuite) -> bool:
        return self.block(node.body)

    # Simple statements

    def visit_Expr(self, node: cst.Expr) -> None:
        call = node.value
        self.is_statement = isinstance(call, cst.Call)
        value = self.expression(call)
        self.is_statement = False
        if isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute):
            self._grow(call.func.value, call.func.attr.value, value)

    def _grow(self, target: cst.BaseExpression, method: str, call: int) -> None:
        """`xs.append(x)` and its like: the container has a further element from here on."""
        if self.expressions[call][0] != "call":
            return
        arguments = self.expressions[call][2]
        values = [value for key, value in arguments if key is None]
        if method in _GROW and len(values) == 1:
            self._grown(target, _GROW[method], values[0])
        elif method in ("insert", "setdefault", "add_module", "register_module", "register_buffer", "register_parameter") and len(values) >= 2:
            if method in ("insert", "setdefault"):
                self._grown(target, "item", values[1])
            elif isinstance(target, cst.Name):
                self._named_child(self.load(target.value), values[0], values[1])

    def _named_child(self, owner: int, name: int, value: int) -> None:
        """`self.add_module("norm", module)`: an attribute whose name may not be known."""
        e = self.expressions[name]
        self.store_attribute(owner, e[2] if e[:2] == ("const", "str") else "*", value)

    def _grown(self, target: cst.BaseExpression, how: str, value: int) -> None:
        if isinstance(target, cst.Name):
            self.scope.env[target.value] = grown = self.intern(("grow", self.load(target.value), how, value))
            self.scope.bindings.setdefault(target.value, []).append(grown)
        elif isinstance(target, cst.Attribute) and isinstance(target.value, cst.Name):
            self.store_attribute(self.load(target.value.value), target.attr.value, self.intern(("grow", -1, how, value)))

    def store_attribute(self, owner: int, name: str, value: int) -> None:
        """Note `owner.name = value`, with the class when the owner is a method's first parameter."""
        scope = self._method_scope(owner)
        if scope is not None:
            stores = self.class_stores.setdefault(scope.class_, {})
            stores.setdefault(name, []).append((self.scope.function, value))
        else:
            self.other_stores.append((owner, name, value, self.scope.function))

    def _method_scope(self, owner: int) -> Scope | None:
        return next((s for s in (self.scope, *reversed(self.enclosing)) if s.self_value == owner and s.self_value >= 0), None)

    def visit_Assign(self, node: cst.Assign) -> None:
        bind = [self.targets(target.target) for target in node.targets]
        value = self.expression(node.value)
        for each in bind:
            each(value)

    def targets(self, node: cst.BaseExpression) -> Callable[[int], None]:
        if isinstance(node, cst.Name):
            self.leaf(node, node.value)
            return self._name_target(node.value)
        if isinstance(node, (cst.Tuple, cst.List)):
            return self._unpacking(node)
        if isinstance(node, cst.StarredElement):
            return self.targets(node.value)
        if isinstance(node, cst.Attribute):
            self.is_callee = type(node.value) is cst.Name
            owner = self.expression(node.value)
            start = self.outer_start
            self.leaf(node.attr, node.attr.value)
            span = start, self.end
            return lambda value: self._store_attribute(owner, node.attr.value, value, span)
        assert isinstance(node, cst.Subscript)
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

    def _unpacking(self, node: cst.Tuple | cst.List) -> Callable[[int], None]:
        binders = []
        star = len(node.elements)
        for i, element in enumerate(node.elements):
            if isinstance(element, cst.StarredElement):
                star = i
            binders.append(self.targets(element.value))

        def bind(value: int) -> None:
            e = self.expressions[value]
            exact = e[0] in ("tuple", "list") and len(e[1]) == len(binders) and star == len(binders)
            for i, each in enumerate(binders):
                if exact and self.expressions[e[1][i]][0] != "star":
                    each(e[1][i])
                elif i == star:
                    each(self.intern(("rest", value, i)))
                else:
                    each(self.intern(("item", value, i if i < star else i - len(binders))))

        return bind

    def _store_attribute(self, owner: int, name: str, value: int, span: tuple[int, int]) -> None:
        self.store_attribute(owner, name, value)
        self.event("store_attribute", (owner, value), *span, name)

    def _store_item(self, base: cst.BaseExpression, stored: int, value: int, span: tuple[int, int]) -> None:
        _, container, key = self.expressions[stored]
        self.event("store_item", (container, key, value), *span)
        pair = self.intern(("dict", ((key, value),)))
        self._grown(base, "items", pair)

    def visit_AnnAssign(self, node: cst.AnnAssign) -> None:
        bind = self.targets(node.target)
        start = self.start
        annotation = self.annotation(node.annotation)
        if node.value:
            bind(self.intern(("annotated", self.expression(node.value), annotation)))
        elif not self.scope.is_class:
            bind(self.intern(("annotated", -1, annotation)))
        if self.scope.is_class and isinstance(node.target, cst.Name):
            self.class_annotations[self.scope.class_][node.target.value] = annotation
        self.event("annotated", (annotation,), start, self.outer_end)

    def visit_AugAssign(self, node: cst.AugAssign) -> None:
        target = self.expression(node.target)
        start, end = self.outer_start, self.outer_end
        value = self.expression(node.value)
        operator = type(node.operator).__name__.removesuffix("Assign")
        result = self.intern(("binary", operator, target, value))
        self.event("augmented", (target, value, result), start, self.outer_end, operator)
        self.sites.append(Site("augmented", result, start, self.outer_end, self.scope.function, start, end, ""))
        if isinstance(node.target, cst.Name):
            self._name_target(node.target.value)(result)
        elif isinstance(node.target, cst.Attribute):
            self.store_attribute(self.expressions[target][1], node.target.attr.value, self.intern(("grow", -1, "items", value)))

    def visit_Return(self, node: cst.Return) -> bool:
        value = self.expression(node.value) if node.value else self.constant(None)
        self.scope.results.append(value)
        if node.value:
            self.event("return", (value,), self.outer_start, self.outer_end)
        return True

    def visit_Raise(self, node: cst.Raise) -> bool:
        if node.exc:
            value = self.expression(node.exc)
            self.event("raise", (value,), self.outer_start, self.outer_end)
            if node.cause:
                self.expression(node.cause.item)
        return True

    def visit_Assert(self, node: cst.Assert) -> None:
        test = self.expression(node.test)
        span = self.outer_start, self.outer_end
        if node.msg:
            self.expression(node.msg)
        self.event("assert", (test,), *span)
        self.narrowed(test, True)

    def visit_Del(self, node: cst.Del) -> None:
        value = self.expression(node.target)
        self.event("delete", (value,), self.outer_start, self.outer_end)

    def visit_Pass(self, node: cst.Pass) -> None:
        pass

    def _leave_loop(self, node: cst.Break | cst.Continue) -> bool:
        if self.scope.loops:
            self.scope.loops[-1].leaving.append(dict(self.scope.env))
        return True

    visit_Break = visit_Continue = _leave_loop

    def visit_Global(self, node: cst.Global) -> None:
        for item in node.names:
            self.leaf(item.name, item.name.value)
            self.scope.globals.add(item.name.value)
        self.event("global", (), self.start, self.end)

    def visit_Nonlocal(self, node: cst.Nonlocal) -> None:
        for item in node.names:
            self.leaf(item.name, item.name.value)
            self.scope.nonlocals.add(item.name.value)
        self.event("nonlocal", (), self.start, self.end)

    def visit_TypeAlias(self, node: cst.TypeAlias) -> None:
        self.leaf(node, "type")
        bind = self.targets(node.name)
        self._type_parameters(node.type_parameters)
        bind(self.expression(node.value))

    def _type_parameters(self, node: cst.TypeParameters | None) -> None:
        for param in node.params if node else ():
            self.leaf(param.param.name, param.param.name.value)
            bound = getattr(param.param, "bound", None)
            if bound:
                self.expression(bound)
            if param.default:
                self.expression(param.default)

    # Imports

    def visit_Import(self, node: cst.Import) -> None:
        for alias in node.names:
            dotted, start = self._dotted(alias.name)
            end = self.end
            name = dotted.split(".")[0]
            value = self.intern(("import", dotted if alias.asname else name))
            if alias.asname:
                name = self._as_name(alias.asname)
            elif dotted != name:
                self.intern(("import", dotted))
            self._imported(name, value, start, end)

    def _imported(self, name: str, value: int, start: int, end: int) -> None:
        self._name_target(name)(value)
        self.sites.append(Site("import", value, start, end, self.scope.function, -1, -1, name))
        if self.scope.function:
            self.event("import", (value,), start, end)

    def _as_name(self, node: cst.AsName) -> str:
        assert isinstance(node.name, cst.Name)
        self.leaf(node.name, node.name.value)
        return node.name.value

    def _dotted(self, node: cst.Attribute | cst.Name) -> tuple[str, int]:
        if isinstance(node, cst.Name):
            self.leaf(node, node.value)
            return node.value, self.start
        assert isinstance(node.value, (cst.Attribute, cst.Name))
        head, start = self._dotted(node.value)
        self.leaf(node.attr, node.attr.value)
        return f"{head}.{node.attr.value}", start

    def visit_ImportFrom(self, node: cst.ImportFrom) -> None:
        if node.relative and self.tokens:
            self.tokens.skip_dots()
        module = self._dotted(node.module)[0] if node.module else ""
        level = len(node.relative)
        if isinstance(node.names, cst.ImportStar):
            self.stars.append((module, level))
            return
        for alias in node.names:
            assert isinstance(alias.name, cst.Name)
            self.leaf(alias.name, alias.name.value)
            start, end = self.start, self.end
            name = self._as_name(alias.asname) if alias.asname else alias.name.value
            self._imported(name, self.intern(("from", module, level, alias.name.value)), start, end)

    # Compound statements

    def visit_If(self, node: cst.If) -> bool:
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
        if isinstance(node.orelse, cst.If):
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
                if other >= 0 and other != value and "narrow" not in (self.expressions[value][0], self.expressions[other][0]):
                    self.event("branch", (test, value, other), *span, name)

    def visit_For(self, node: cst.For) -> None:
        bind = self.targets(node.target)
        iterated = self.expression(node.iter)
        self.event("for", (iterated,), self.outer_start, self.outer_end)
        before = dict(self.scope.env)
        loop = self._enter_loop(bound_names(node.body) | bound_names(node))
        bind(self.intern(("elem", iterated)))
        self._finish_loop(loop, before, self.suite(node.body), node.orelse, "for_else")

    def visit_While(self, node: cst.While) -> None:
        before = dict(self.scope.env)
        loop = self._enter_loop(bound_names(node.body))
        test = self.expression(node.test)
        self.event("while", (test,), self.outer_start, self.outer_end)
        self.narrowed(test, True)
        self._finish_loop(loop, before, self.suite(node.body), node.orelse, "while_else")

    def _enter_loop(self, names: set[str]) -> Loop:
        loop = Loop({})
        for name in sorted(names):
            loop.slots[name], self.scope.env[name] = self.slot()
        self.scope.loops.append(loop)
        return loop

    def _finish_loop(self, loop: Loop, before: Environment, ended: bool, orelse: cst.Else | None, kind: str) -> None:
        self.scope.loops.pop()
        ends = [before, *loop.leaving] + ([] if ended else [self.scope.env])
        phis = {name: self.intern(("phi", slot)) for name, slot in loop.slots.items()}
        for name, slot in loop.slots.items():
            values = {env[name] for env in ends if name in env}
            self.slots[slot] = tuple(sorted(values - {phis[name]}))
        self.scope.env = {**join(self.intern, ends), **phis}
        if orelse:
            self.event(kind, (), self.outer_start, self.outer_end)
            self.suite(orelse.body)

    def visit_Try(self, node: cst.Try | cst.TryStar) -> bool:
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
                    self.targets(handler.name.name)(self.intern(("except", caught)))
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

    visit_TryStar = visit_Try

    def visit_With(self, node: cst.With) -> bool:
        for item in node.items:
            manager = self.expression(item.item)
            self.event("with", (manager,), self.outer_start, self.outer_end)
            if item.asname:
                self.targets(item.asname.name)(self.intern(("enter", manager)))
        return self.suite(node.body)

    def visit_Match(self, node: cst.Match) -> None:
        if self.tokens:
            self.leaf(node, "match")
        start = self.start
        subject = self.expression(node.subject)
        self.event("match", (subject,), start, self.outer_end)
        before = self.scope.env
        ends = [before]
        for case in node.cases:
            self.scope.env = dict(before)
            if self.tokens:
                self.leaf(case, "case")
            self._pattern(case.pattern, subject)
            if case.guard:
                self.expression(case.guard)
            if not self.suite(case.body):
                ends.append(self.scope.env)
        self.scope.env = join(self.intern, ends)

    def _pattern(self, node: cst.CSTNode, subject: int) -> None:
        """Walk a pattern's expressions in order and bind its names to what is not known further."""
        if isinstance(node, (cst.MatchValue, cst.MatchSingleton)):
            self.expression(node.value)
        elif isinstance(node, cst.MatchClass):
            self.expression(node.cls)
            self._patterns(node, subject)
        elif isinstance(node, (cst.MatchAs, cst.MatchStar)):
            if isinstance(node, cst.MatchAs) and node.pattern:
                self._pattern(node.pattern, subject)
            if node.name:
                self.leaf(node.name, node.name.value)
                self.bind(node.name.value, subject if isinstance(node, cst.MatchAs) else self.intern(("unknown",)))
            elif self.tokens and isinstance(node, cst.MatchAs):
                self.leaf(node, "_")
        elif isinstance(node, cst.MatchMappingElement):
            self.expression(node.key)
            self._pattern(node.pattern, self.intern(("unknown",)))
        elif isinstance(node, cst.MatchKeywordElement):
            self.leaf(node.key, node.key.value)
            self._pattern(node.pattern, self.intern(("unknown",)))
        else:
            self._patterns(node, subject)

    def _patterns(self, node: cst.CSTNode, subject: int) -> None:
        inner = self.intern(("elem", subject)) if isinstance(node, (cst.MatchList, cst.MatchTuple)) else subject
        for field in ("patterns", "elements", "kwds"):
            for part in getattr(node, field, None) or ():
                self._pattern(part.pattern if isinstance(part, (cst.MatchOrElement, cst.MatchSequenceElement)) else getattr(part, "value", part), inner)
        rest = getattr(node, "rest", None)
        if rest:
            self.leaf(rest, rest.value)
            self.bind(rest.value, self.intern(("unknown",)))

    # Definitions

    def _decorators(self, node: cst.FunctionDef | cst.ClassDef) -> tuple[int, ...]:
        self.role = "decorator"
        found = tuple(self.expression(d.decorator) for d in node.decorators)
        self.role = ""
        return found

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
        decorators = self._decorators(node)
        number = len(self.functions)
        self.functions.append(None)
        self.leaf(node.name, node.name.value)
        start = self.start
        self._type_parameters(node.type_parameters)
        bracket = self._open("(")
        params = self.parameters(node.params)
        self._close(bracket)
        annotation = self.annotation(node.returns) if node.returns else -1
        params, annotation = self._comment_types(node, params, annotation)
        outer = self.scope
        self._enter_function(number, node, params, decorators)
        ended = self.suite(node.body)
        scope, self.scope = self.scope, self.enclosing.pop()
        flags = {"async"} if node.asynchronous else set()
        flags |= {"generator"} if scope.yields else set()
        flags |= set() if ended else {"falls_through"}
        self.functions[number] = Function(
            node.name.value, scope.qualname, outer.function, outer.class_ if outer.is_class else -1, params, decorators, annotation,
            tuple(scope.results), tuple(scope.yields), {n: tuple(dict.fromkeys(v)) for n, v in scope.bindings.items()},
            start, self.outer_end, frozenset(flags),
        )  # fmt: skip
        self._name_target(node.name.value)(self.intern(("func", number)))
        if outer.function and flags & {"async"}:
            self.event("async", (), start, self.outer_end)

    def _enter_function(self, number: int, node: cst.FunctionDef, params: tuple[Parameter, ...], decorators: tuple[int, ...]) -> None:
        outer = self.scope
        self.enclosing.append(outer)
        separator = "." if outer.is_class or not outer.qualname else ".<locals>."
        qualname = f"{outer.qualname}{separator if outer.qualname else ''}{node.name.value}"
        self.scope = Scope(number, outer.class_, qualname=qualname)
        for param in params:
            self.scope.env[param.name] = value = self.intern(("param", number, param.name))
            self.scope.bindings[param.name] = [value]
        names = {self.expressions[d][2] for d in decorators if self.expressions[d][0] == "name"}
        if outer.is_class and params and "staticmethod" not in names:
            self.scope.self_name = params[0].name
            self.scope.self_value = self.scope.env[params[0].name]

    def _comment_types(
        self, node: cst.FunctionDef, params: tuple[Parameter, ...], annotation: int
    ) -> tuple[tuple[Parameter, ...], int]:
        """Types from a `# type: (int) -> str` comment, where there are no annotations."""
        comment = signature_comment(node)
        if comment is None:
            return params, annotation
        types, result = comment
        skip = len(params) - len(types)
        typed = tuple(
            p._replace(annotation=self.aside(types[i - skip])) if i >= skip >= 0 and p.annotation < 0 and types[i - skip] != "..." else p
            for i, p in enumerate(params)
        )
        return typed, annotation if annotation >= 0 else self.aside(result)

    def visit_ClassDef(self, node: cst.ClassDef) -> None:
        decorators = self._decorators(node)
        number = len(self.classes)
        self.classes.append(None)
        self.leaf(node.name, node.name.value)
        start = self.start
        self._type_parameters(node.type_parameters)
        bracket = self._open("(") if isinstance(node.lpar, cst.LeftParen) else -1
        self.role = "base"
        bases = tuple(self.intern(("star", b)) if a.star else b for a in node.bases for b in [self.expression(a.value)])
        self.role = ""
        keywords = []
        for arg in node.keywords:
            if arg.keyword:
                self.leaf(arg.keyword, arg.keyword.value)
            keywords.append((arg.keyword.value if arg.keyword else "**", self.expression(arg.value)))
        if bracket >= 0:
            self._close(bracket)
        body, qualname = self._class_body(number, node)
        stores = {name: tuple(values) for name, values in self.class_stores.get(number, {}).items()}
        annotations = self.class_annotations.pop(number)
        self.classes[number] = Class(
            node.name.value, qualname, self.scope.function, bases, tuple(keywords), decorators, body, annotations, stores, start, self.outer_end
        )
        self._name_target(node.name.value)(self.intern(("class", number)))

    def _class_body(self, number: int, node: cst.ClassDef) -> tuple[Environment, str]:
        outer = self.scope
        self.enclosing.append(outer)
        separator = "." if outer.is_class else ".<locals>."
        qualname = f"{outer.qualname}{separator if outer.qualname else ''}{node.name.value}"
        self.scope = Scope(outer.function, number, is_class=True, qualname=qualname)
        self.class_annotations[number] = {}
        if outer.function and not outer.is_class:
            self.event("class", (), self.start, self.end)
        self.suite(node.body)
        scope, self.scope = self.scope, self.enclosing.pop()
        return scope.env, qualname


def _handlers(walker: type, known: dict[type, Any]) -> dict[type, Any]:
    """libcst node class -> the walker's `visit_<Node>` function."""
    for name in dir(walker):
        node = getattr(cst, name.removeprefix("visit_"), None) if name.startswith("visit_") else None
        if node is not None:
            known[node] = getattr(walker, name)
    return known


StatementWalker.handlers = _handlers(ExpressionWalker, {})
StatementWalker.statement_handlers = _handlers(StatementWalker, {})
StatementWalker.statement_handlers[cst.SimpleStatementSuite] = StatementWalker.visit_SimpleStatementLine
