"""Imports, functions and classes."""

from __future__ import annotations

from mindaudit.collect import nodes
from mindaudit.collect.assignments import AssignmentWalker
from mindaudit.collect.comments import signature_comment
from mindaudit.collect.scopes import Environment, Scope
from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Class, ClassKeyword, Function, Parameter, Site, StarImport


class DefinitionWalker(AssignmentWalker):
    """Walks what binds a name to something with a body or a file of its own."""

    def _type_parameters(self, node: nodes.TypeParameters | None) -> None:
        for param in node.params if node else ():
            self.leaf(param.param.name, param.param.name.value)
            bound = getattr(param.param, "bound", None)
            if bound:
                self.expression(bound)
            if param.default:
                self.expression(param.default)

    def visit_Import(self, node: nodes.Import) -> None:
        for alias in node.names:
            dotted, start = self._dotted(alias.name)
            end = self.end
            name = dotted.split(".")[0]
            value = self.intern(ex.Import(dotted if alias.asname else name))
            if alias.asname:
                name = self._as_name(alias.asname)
            elif dotted != name:
                self.intern(ex.Import(dotted))
            self._imported(name, value, start, end)

    def _imported(self, name: str, value: int, start: int, end: int) -> None:
        self._name_target(name)(value)
        self.sites.append(Site("import", value, start, end, self.scope.function, -1, -1, name))
        if self.scope.function:
            self.event("import", (value,), start, end)

    def _as_name(self, node: nodes.AsName) -> str:
        assert isinstance(node.name, nodes.Name)
        self.leaf(node.name, node.name.value)
        return node.name.value

    def _dotted(self, node: nodes.Attribute | nodes.Name) -> tuple[str, int]:
        if isinstance(node, nodes.Name):
            self.leaf(node, node.value)
            return node.value, self.start
        assert isinstance(node.value, (nodes.Attribute, nodes.Name))
        head, start = self._dotted(node.value)
        self.leaf(node.attr, node.attr.value)
        return f"{head}.{node.attr.value}", start

    def visit_ImportFrom(self, node: nodes.ImportFrom) -> None:
        if node.relative and self.tokens:
            self.tokens.skip_dots()
        module = self._dotted(node.module)[0] if node.module else ""
        level = node.relative
        if isinstance(node.names, nodes.ImportStar):
            self.stars.append(StarImport(module, level))
            return
        for alias in node.names:
            assert isinstance(alias.name, nodes.Name)
            self.leaf(alias.name, alias.name.value)
            start, end = self.start, self.end
            name = self._as_name(alias.asname) if alias.asname else alias.name.value
            self._imported(name, self.intern(ex.FromImport(module, level, alias.name.value)), start, end)

    def _decorators(self, node: nodes.FunctionDef | nodes.ClassDef) -> tuple[int, ...]:
        self.role = "decorator"
        found = tuple(self.expression(d.decorator) for d in node.decorators)
        self.role = ""
        return found

    def visit_FunctionDef(self, node: nodes.FunctionDef) -> None:
        decorators = self._decorators(node)
        number = len(self.functions)
        self.functions.append(None)
        self.leaf(node.name, node.name.value)
        start = self.start
        self._type_parameters(node.type_parameters)
        bracket = self._open("(")
        params = self.parameters(node.params)
        self.take_span(node.params)
        self._close(bracket)
        behind = self.end
        annotation = self.annotation(node.returns) if node.returns else -1
        params, annotation = self._comment_types(self.outer_end if node.returns else behind, params, annotation)
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
            start, max(self.outer_end, start + len(node.name.value)), frozenset(flags),
        )  # fmt: skip
        self._name_target(node.name.value)(self.intern(ex.FunctionValue(number)))
        if outer.function and flags & {"async"}:
            self.event("async", (), start, start + len(node.name.value))

    def _enter_function(self, number: int, node: nodes.FunctionDef, params: tuple[Parameter, ...], decorators: tuple[int, ...]) -> None:
        outer = self.scope
        self.enclosing.append(outer)
        separator = "." if outer.is_class or not outer.qualname else ".<locals>."
        qualname = f"{outer.qualname}{separator if outer.qualname else ''}{node.name.value}"
        self.scope = Scope(number, outer.class_, qualname=qualname)
        for param in params:
            self.scope.env[param.name] = value = self.intern(ex.Parameter(number, param.name))
            self.scope.bindings[param.name] = [value]
        names = {e.name for e in map(self.expressions.__getitem__, decorators) if isinstance(e, ex.Name)}
        if outer.is_class and params and "staticmethod" not in names:
            self.scope.self_name = params[0].name
            self.scope.self_value = self.scope.env[params[0].name]

    def _comment_types(self, at: int, params: tuple[Parameter, ...], annotation: int) -> tuple[tuple[Parameter, ...], int]:
        """Types from a `# type: (int) -> str` comment behind the head of a function that ends there, where there are no annotations."""
        comment = signature_comment(self.text, at) if self.has_signature_comments else None
        if comment is None:
            return params, annotation
        types, result = comment
        skip = len(params) - len(types)
        typed = tuple(
            p._replace(annotation=self.aside(types[i - skip])) if i >= skip >= 0 and p.annotation < 0 and types[i - skip] != "..." else p
            for i, p in enumerate(params)
        )
        return typed, annotation if annotation >= 0 else self.aside(result)

    def visit_ClassDef(self, node: nodes.ClassDef) -> None:
        decorators = self._decorators(node)
        number = len(self.classes)
        self.classes.append(None)
        self.leaf(node.name, node.name.value)
        start = self.start
        self._type_parameters(node.type_parameters)
        bracket = self._open("(") if node.lpar else -1
        self.role = "base"
        bases = tuple(self.intern(ex.Starred(b)) if a.star else b for a in node.bases for b in [self.expression(a.value)])
        self.role = ""
        keywords = []
        for arg in node.keywords:
            if arg.keyword:
                self.leaf(arg.keyword, arg.keyword.value)
            keywords.append(ClassKeyword(arg.keyword.value if arg.keyword else "**", self.expression(arg.value)))
        if bracket >= 0:
            self._close(bracket)
        body, qualname = self._class_body(number, node, start)
        stores = {name: tuple(values) for name, values in self.class_stores.get(number, {}).items()}
        annotations = self.class_annotations.pop(number)
        self.classes[number] = Class(
            node.name.value,
            qualname,
            self.scope.function,
            bases,
            tuple(keywords),
            decorators,
            body,
            annotations,
            stores,
            start,
            max(self.outer_end, start + len(node.name.value)),
        )
        self._name_target(node.name.value)(self.intern(ex.ClassValue(number)))

    def _class_body(self, number: int, node: nodes.ClassDef, start: int) -> tuple[Environment, str]:
        outer = self.scope
        self.enclosing.append(outer)
        separator = "." if outer.is_class else ".<locals>."
        qualname = f"{outer.qualname}{separator if outer.qualname else ''}{node.name.value}"
        self.scope = Scope(outer.function, number, is_class=True, qualname=qualname)
        self.class_annotations[number] = {}
        if outer.function and not outer.is_class:
            self.event("class", (), start, start + len(node.name.value))
        self.suite(node.body)
        scope, self.scope = self.scope, self.enclosing.pop()
        return scope.env, qualname
