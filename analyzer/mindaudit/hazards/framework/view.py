"""The view of a file, through which rules ask about it.

A rule is a module with `check(view)`. It asks the view for calls, subscripts, tests or statements, and yields hits. It needs no knowledge
of how values are found or how hazards are worded: the page beside it has the wording, `severities.csv` the severity.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

from mindaudit.facts import expressions as ex
from mindaudit.facts.expressions import Expression
from mindaudit.facts.records import CallSite, Event, ModuleFacts, Site
from mindaudit.hazards.framework.call import Call, Operand
from mindaudit.hazards.framework.hit import Cause, Hit
from mindaudit.hazards.framework.syntax import SyntaxTree
from mindaudit.hazards.framework.tensors import tensor_level
from mindaudit.model import Context, Span
from mindaudit.resolve import Project
from mindaudit.resolve.queries.names import call_names
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value

TESTS: Final = ("if", "while", "ifexp", "assert")
Place: TypeAlias = Call | CallSite | Site | Event


class Scope(NamedTuple):
    """What a rule may know about a function."""

    context: Context
    path: tuple[str, ...]
    """From a network's forward to this function; empty when no forward reaches it."""


class CompiledFunction(NamedTuple):
    """A function that a network's forward reaches: its number, and its node in the file's syntax tree."""

    number: int
    node: ast.FunctionDef


class FileView:
    """One file, as rules see it."""

    def __init__(self, project: Project, name: str, text: str) -> None:
        """The file that reports call `name`, with its text."""
        self.project = project
        self.evaluator = project.evaluator
        self.module = project.names[name]
        self.text = text
        self.syntax = SyntaxTree(text)
        self.facts: ModuleFacts = self.evaluator.facts[self.module]
        self._scopes: dict[int, Scope] = {}
        self.truths: dict[tuple[int, int], int | None] = {}
        """What `truths` found so far, by expression and place."""
        self.made_by_data: dict[int, bool] = {}
        """What `origins` found so far, by expression."""

    def concerned(self) -> bool:
        """Whether a file can have hazards: it reaches torch, or a network's forward reaches one of its functions."""
        reached = ((self.module, number) in self.project.contexts.parents for number in range(len(self.facts.functions)))
        return self.module in self.project.reaching or any(reached)

    # What stands where

    def source(self, span: Span) -> str:
        """The text of a span."""
        return self.text[span[0] : span[1]]

    def receiver(self, span: Span) -> str:
        """The text of an expression as a method can be called of it."""
        node = next(iter(self.syntax.at(span)), None)
        return self.syntax.receiver(node) if isinstance(node, ast.expr) else f"({self.source(span)})"

    def expression(self, index: int) -> Expression:
        """An expression of the file's table."""
        return self.facts.expressions[index]

    def unnarrowed(self, index: int) -> Expression:
        """An expression before tests on it narrowed its value."""
        e = self.expression(index)
        while isinstance(e, ex.Narrowed):
            e = self.expression(e.value)
        return e

    def scope(self, function: int) -> Scope:
        """The context of a function, and its path from a forward."""
        known = self._scopes.get(function)
        if known is None:
            contexts = self.project.contexts
            known = self._scopes[function] = Scope(contexts.of(self.module, function), contexts.path(self.module, function))
        return known

    def on_host(self, function: int) -> bool:
        """Whether a function is known to run outside the network, where numbers are just numbers."""
        return self.scope(function).context in ("host", "data", "training")

    def builds(self, function: int) -> bool:
        """Whether a function sets up networks or objects: it runs once, on the host, before any graph exists."""
        return (self.module, function) in self.project.contexts.building

    def in_graph(self, function: int) -> bool:
        """Whether a network's forward reaches a function, so that a graph compiler sees it."""
        return (self.module, function) in self.project.contexts.parents

    def is_hosted(self, function: int) -> bool:
        """Whether modules, constructors or data sets reach a function and no forward does, so that no graph compiler sees it."""
        return (self.module, function) in self.project.contexts.hosted

    def has_gradients(self, function: int) -> bool:
        """Whether gradients may come through what a function does: not where it is known to run beside networks and `backward`."""
        place = self.module, function
        return place in self.project.contexts.derived or not (self.on_host(function) or self.builds(function))

    def function_at(self, place: int) -> int:
        """The innermost function around a place; 0, the module itself, where there is none."""
        around = [number for number, function in enumerate(self.facts.functions) if function.start <= place < function.end]
        return max(around, key=lambda number: self.facts.functions[number].start, default=0)

    @cached_property
    def compiled_functions(self) -> Sequence[CompiledFunction]:
        """The functions, lambdas aside, that a network's forward reaches, each before those inside it."""
        if not any(map(self.in_graph, range(len(self.facts.functions)))):
            return ()
        numbered = (CompiledFunction(self.function_at(self.syntax.span(node.body[0])[0]), node) for node in self.syntax.functions)
        return [each for each in numbered if self.in_graph(each.number)]

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """Every call whose callee has a name."""
        reaches_torch = self.module in self.project.reaching
        found = (self._call(site, reaches_torch) for site in self.facts.calls if site.role != "annotation")
        return tuple(call for call in found if call)

    @cached_property
    def _by_name(self) -> dict[str, list[Call]]:
        table: dict[str, list[Call]] = {}
        for call in self.calls:
            for name in call.names:
                table.setdefault(name, []).append(call)
        return table

    def calls_of(self, *names: str) -> Iterator[Call]:
        """The calls of any of these names, each once, name by name."""
        table = self._by_name
        seen: set[int] = set()
        for name in names:
            for call in table.get(name, ()):
                if len(call.names) == 1:
                    yield call
                elif id(call) not in seen:
                    seen.add(id(call))
                    yield call

    def hits_of(self, *names: str) -> Iterator[Hit]:
        """Hits at all these calls, without further conditions."""
        return (self.hit(call, call.level, None) for call in self.calls_of(*names))

    def calls_below(self, *prefixes: str) -> Iterator[Call]:
        """The calls with a name that begins with one of these."""
        for name, calls in self._by_name.items():
            if name.startswith(prefixes):
                yield from calls

    def calls_tagged(self, tag: str) -> Iterator[Call]:
        """The calls of torch APIs that the catalog gives a tag."""
        for name, calls in self._by_name.items():
            api = self.evaluator.torch.lookup(name) if name.startswith("torch.") else None
            if api is not None and tag in api.tags:
                yield from calls

    def _call(self, site: CallSite, reaches_torch: bool) -> Call | None:
        callee = self.value(site.callee)
        named = call_names(self.evaluator, self.module, site, reaches_torch)
        names = _other_names(callee)
        if named:
            names = names.union(named.names)
        elif not names:
            return None
        level = named.level if named else v.POSSIBLE if callee.open else callee.level
        receiver = self._receiver(site, callee, names) if named else None
        return Call(site, names, level, self.evaluator.torch, receiver)

    def _receiver(self, site: CallSite, callee: Value, names: frozenset[str]) -> Operand | None:
        """The tensor on which a method is called; none for `torch.Tensor.item(x)` and for functions."""
        e = self.unnarrowed(site.callee)
        if not isinstance(e, ex.Attribute) or any(isinstance(atom, at.Torch) for atom in callee.atoms):
            return None
        is_method = site.base_start >= 0 and any(name.startswith("torch.Tensor.") for name in names)
        return Operand(e.base, (site.base_start, site.base_end)) if is_method else None

    def reads(self, kind: str) -> Iterator[Site]:
        """The sites of a kind (subscript, compare, attribute, …) outside annotations."""
        return (site for site in self._sites.get(kind, ()) if not site.role)

    @cached_property
    def _sites(self) -> dict[str, list[Site]]:
        table: dict[str, list[Site]] = {}
        for site in self.facts.sites:
            table.setdefault(site.kind, []).append(site)
        return table

    def events(self, *kinds: str) -> Iterator[Event]:
        """The statement events of these kinds, in source order within a kind."""
        for kind in kinds:
            yield from self._events.get(kind, ())

    @cached_property
    def _events(self) -> dict[str, list[Event]]:
        table: dict[str, list[Event]] = {}
        for event in self.facts.events:
            table.setdefault(event.kind, []).append(event)
        return table

    @cached_property
    def _tests(self) -> list[Span]:
        return [(event.start, event.end) for event in self.events(*TESTS)]

    def inside_test(self, span: Span) -> bool:
        """Whether a place lies in the test of a branch, loop or assertion."""
        return any(start <= span[0] and span[1] <= end for start, end in self._tests)

    def arguments_text(self, site: CallSite) -> str:
        """The arguments of a call as they are written, on one line."""
        names = (f"{a.keyword}=" if a.keyword else a.star for a in site.arguments)
        return ", ".join(name + self.source((a.start, a.end)) for name, a in zip(names, site.arguments, strict=True))

    def text_of(self, operand: Operand | None) -> str:
        """The source of an operand; "…" for one that is not written."""
        return self.source(operand.span) if operand else "…"

    def hit(self, place: Place, level: int, cause: Cause = "data", *, variant: str = "", construct: str = "", **fields: str) -> Hit:
        """A hit that spans a call, site or event; `fields` are for the page's templates."""
        site = place.site if isinstance(place, Call) else place
        return Hit((site.start, site.end), site.function, level, cause, fields, variant, construct)

    # What it is

    def value(self, index: int) -> Value:
        """What an expression can be at run time."""
        return self.evaluator.value(self.module, index)

    def tensor(self, index: int) -> int | None:
        """How sure it is that an expression is a tensor; None when it is known to be none, or nothing is known."""
        return tensor_level(self.evaluator, self.module, index)

    def is_unknown(self, index: int) -> bool:
        """Whether nothing is known of an expression, or not all that it can be, and no tensor is among that."""
        value = self.value(index)
        return self.tensor(index) is None and (value.open or not value.atoms)

    def by_convention(self, index: int) -> bool:
        """Whether an expression is a parameter that is taken for a tensor only because forwards get tensors.

        A tensor of a known dtype or rank was computed by a caller, so that it is more than a convention.
        """
        value = self.value(index)
        tensors = [atom for atom in value.atoms if isinstance(atom, at.Tensor)]
        is_computed = bool(tensors) and all(atom.dtype or atom.rank is not None for atom in tensors)
        return isinstance(self.unnarrowed(index), ex.Parameter) and value.level < v.CERTAIN and not is_computed


_KINDS: Final[dict[type, str]] = {
    at.List: "list", at.Items: "list", at.Tuple: "tuple", at.Dict: "dict", at.Set: "set", at.Iterator: "iterator",
}  # fmt: skip


def _other_names(callee: Value) -> frozenset[str]:
    """Dotted names of what can be called beside torch: builtins, other libraries, methods of containers."""
    return frozenset(filter(None, map(_other_name, callee.atoms)))


def _other_name(atom: Atom) -> str:
    match atom:
        case at.External(name):
            return name
        case at.Builtin(name):
            return f"builtins.{name}"
        case at.ContainerMethod(container, name):
            return f"{v.type_name(container) or _KINDS[type(container)]}.{name}"
    return ""
