"""Where a program uses an attribute of some classes: by its name, by a text that is its name, or in a way that nobody can follow."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Function, ModuleFacts
from mindaudit.model import Span
from mindaudit.resolve import Project
from mindaudit.resolve.values import atoms as at
from mindaudit.rewrite.text.trees import Offsets, nodes, parsed

Family = Collection[tuple[int, int]]
"""Classes of the project, by module and number."""
_BY_TEXT: Final = ("getattr", "hasattr", "setattr", "delattr")
REGISTERS: Final = ("register_buffer", "register_parameter", "register_module", "add_module")
_READERS: Final = ("attrgetter", "methodcaller")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_OTHERS: Final = (at.Constant, at.Plain)


class UnseenError(Exception):
    """A use that may be one of the attribute, or may not."""


class AttributeUses:
    """The uses in one file of an attribute of a family of classes."""

    def __init__(self, project: Project, file: str, text: str, family: Family) -> None:
        self._evaluator, self._module, self._family = project.evaluator, project.names[file], family
        self._facts: ModuleFacts = project.facts(file)
        self._offsets, self._text, self._tree = Offsets(text), text, parsed(text)
        self._owners = dict(_owners(self._facts))
        self._first = {(call.start, call.end): call.arguments[0].expression for call in self._facts.calls if call.arguments}

    def spans(self, name: str) -> Iterator[Span]:
        """The places of the name. Raises UnseenError."""
        for node in nodes(self._tree):
            yield from self._of_expression(node, name)
            if isinstance(node, ast.MatchClass) and name in node.kwd_attrs:
                raise UnseenError
        classes = sorted((node for node in nodes(self._tree) if isinstance(node, ast.ClassDef)), key=lambda node: self._start(node))
        numbers = sorted(range(len(self._facts.classes)), key=lambda number: self._facts.classes[number].start)
        for node, number in zip(classes, numbers, strict=True):
            if (self._module, number) in self._family:
                yield from self._in_body(node, name)

    def _of_expression(self, node: ast.AST, name: str) -> Iterator[Span]:
        match node:
            case ast.Attribute(attr=attr) if attr == name:
                end = self._offsets.span(node)[1]
                if self._is_own(node.value, self._owners.get(self._offsets.span(node))):
                    yield (end - len(name), end)
            case ast.Call(func=ast.Name(id=function), args=[owner, asked, *_]) if function in _BY_TEXT:
                yield from self._by_text(owner, asked, name, self._first.get(self._offsets.span(node)))
            case ast.Call(func=ast.Attribute(attr=method) as function, args=[asked, *_]) if method in REGISTERS:
                yield from self._by_text(function.value, asked, name, self._owners.get(self._offsets.span(function)))
            case ast.Call(func=function, args=arguments) if ast.unparse(function).rpartition(".")[2] in _READERS:
                if any(isinstance(each, ast.Constant) and each.value == name for each in arguments):
                    raise UnseenError
            case ast.Subscript(value=ast.Attribute(attr="__dict__") | ast.Call(func=ast.Name(id="vars")), slice=ast.Constant(value=key)):
                if key == name:
                    raise UnseenError
            case ast.Constant(value=str(path)) if "." in path and name in path.split(".") and " " not in path:
                raise UnseenError

    def _by_text(self, owner: ast.expr, asked: ast.expr, name: str, index: int | None) -> Iterator[Span]:
        """The name in a text that names an attribute; what is computed may be this one, too."""
        if isinstance(asked, ast.Constant):
            if asked.value == name and self._is_own(owner, index):
                start, end = self._offsets.span(asked)
                if self._text[start + 1 : end - 1] != name:
                    raise UnseenError
                yield (start + 1, end - 1)
        elif _may_be(asked, name) and self._holds_own(owner, index):
            raise UnseenError

    def _is_own(self, owner: ast.expr, index: int | None) -> bool:
        """Whether an expression is an object or class of the family. Raises UnseenError where nobody knows."""
        if self._holds_own(owner, index):
            return True
        value = None if index is None else self._evaluator.value(self._module, index)
        if value is None or value.open or not value.atoms:
            if isinstance(owner, ast.Attribute) and self._always_own(owner.attr):
                return True
            raise UnseenError
        return False

    def _always_own(self, attribute: str) -> bool:
        """Whether all that the project stores by the name of an attribute is of the family."""
        facts = self._evaluator.facts.items()
        stores = [(module, event) for module, each in facts for event in each.events if event.kind == "store_attribute"]
        named = [self._evaluator.value(module, event.expressions[1]) for module, event in stores if event.detail == attribute]
        atoms = [atom for value in named for atom in value.atoms if not isinstance(atom, _OTHERS)]
        return all(value.atoms for value in named) and bool(atoms) and all(self._is_of_family(atom) for atom in atoms)

    def _is_of_family(self, atom: at.Atom) -> bool:
        return isinstance(atom, (at.Object, at.Class, at.Super)) and (atom.module, atom.number) in self._family

    def _holds_own(self, owner: ast.expr, index: int | None) -> bool:
        if self._is_first_parameter(owner):
            return True
        atoms = () if index is None else self._evaluator.value(self._module, index).atoms
        own = [atom for atom in atoms if self._is_of_family(atom)]
        if own and any(not isinstance(atom, _OTHERS) for atom in atoms if atom not in own):
            raise UnseenError
        return bool(own)

    def _is_first_parameter(self, owner: ast.expr) -> bool:
        """Whether an expression is the object, or `super()`, in a method of the family."""
        if isinstance(owner, ast.Call) and isinstance(owner.func, ast.Name) and owner.func.id == "super":
            owner = ast.copy_location(ast.Name("self"), owner)
        if not isinstance(owner, ast.Name):
            return False
        place = self._offsets.span(owner)[0]
        around = [each for each in self._facts.functions if each.start <= place < each.end and each.class_ >= 0]
        methods = [each for each in around if each.params and each.params[0].name == owner.id and not self._is_static(each)]
        return bool(methods) and (self._module, max(methods, key=lambda each: each.start).class_) in self._family

    def _is_static(self, function: Function) -> bool:
        """Whether a method gets no object."""
        decorators = [self._facts.expressions[index] for index in function.decorators]
        return any(isinstance(each, ex.Name) and each.name == "staticmethod" for each in decorators)

    def _in_body(self, node: ast.ClassDef, name: str) -> Iterator[Span]:
        """The name in the body of a class, outside of its methods."""
        if any("dataclass" in ast.unparse(each) for each in node.decorator_list) and any(_annotates(each, name) for each in node.body):
            raise UnseenError
        waiting: list[ast.AST] = list(node.body)
        while waiting:
            part = waiting.pop()
            if isinstance(part, _FUNCTIONS):
                if part.name == name:
                    yield self._name_of(part)
                waiting += [*part.decorator_list, *part.args.defaults]
            elif isinstance(part, ast.Name) and part.id == name:
                yield self._offsets.span(part)
            elif isinstance(part, ast.Assign) and any(isinstance(each, ast.Name) and each.id == "__slots__" for each in part.targets):
                yield from self._in_slots(part.value, name)
            elif not isinstance(part, ast.Lambda | ast.ClassDef):
                waiting += ast.iter_child_nodes(part)

    def _in_slots(self, value: ast.expr, name: str) -> Iterator[Span]:
        for each in ast.walk(value):
            if isinstance(each, ast.Constant) and each.value == name:
                start, end = self._offsets.span(each)
                yield (start + 1, end - 1)

    def _name_of(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> Span:
        start = self._start(function)
        found = re.compile(rf"def\s+({function.name})\b").search(self._text, start)
        if found is None:
            raise UnseenError
        return found.span(1)

    def _start(self, node: ast.stmt) -> int:
        return self._offsets.span(node)[0]


def _owners(facts: ModuleFacts) -> Iterator[tuple[Span, int]]:
    """What each attribute is read from or stored to, by the place of the attribute."""
    for site in facts.sites:
        e = facts.expressions[site.expression]
        if site.kind == "attribute" and isinstance(e, ex.Attribute):
            yield (site.start, site.end), e.base
    for call in facts.calls:
        e = facts.expressions[call.callee]
        while isinstance(e, ex.Narrowed):
            e = facts.expressions[e.value]
        if isinstance(e, ex.Attribute):
            yield (call.callee_start, call.callee_end), e.base
    for event in facts.events:
        target = facts.expressions[event.expressions[0]] if event.expressions else None
        if event.kind == "store_attribute":
            yield (event.start, event.end), event.expressions[0]
        elif event.kind == "augmented" and isinstance(target, ex.Attribute):
            yield (event.start, event.end), target.base


def _may_be(asked: ast.expr, name: str) -> bool:
    """Whether a computed text may be a name: not if it begins or ends otherwise."""
    parts = asked.values if isinstance(asked, ast.JoinedStr) else [asked.left] if isinstance(asked, ast.BinOp) else []
    first = parts[0] if parts else None
    return not (isinstance(first, ast.Constant) and isinstance(first.value, str) and not name.startswith(first.value))


def _annotates(statement: ast.stmt, name: str) -> bool:
    return isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name) and statement.target.id == name
