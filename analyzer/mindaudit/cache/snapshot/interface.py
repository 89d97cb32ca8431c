"""The interface of a file: what other files depend on, independent of layout and numbering."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from typing import TypeAlias

from mindaudit.cache.snapshot.renumbering import Renumbering
from mindaudit.cache.snapshot.structural_hash import Text
from mindaudit.facts.records import Class, Function
from mindaudit.resolve.queries.changed_parameters import changed_parameters
from mindaudit.resolve.queries.file_summary import Place, Summary
from mindaudit.resolve.queries.method_names import method_names
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.function_results import general_result
from mindaudit.resolve.transfer.argument_flow import decorations, passing_calls
from mindaudit.resolve.transfer.forwarding import forwarding
from mindaudit.resolve.transfer.project_calls import is_same_for_all_calls
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Value

Key: TypeAlias = tuple[str, ...]
"""The kind of an entry, and the names of the definition that it describes."""
EXPORT, ATTRIBUTE = "export", "attribute"


class Seen:
    """Part of an interface: equal if structurally equal, otherwise if both evaluate to the same value."""

    def __init__(self, made: object, value: Callable[[], object]) -> None:
        """`made` is the structure; `value` is called only if the structures differ."""
        self.made, self.value = made, value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seen) and (self.made == other.made or self.value() == other.value())

    __hash__ = None  # type: ignore[assignment]


class Interface:
    """What other files depend on in one version of a file, as entries that can be compared with those of another version."""

    def __init__(self, evaluator: Evaluator, module: int, text: Text, hashes: Sequence[int], renumbering: Renumbering) -> None:
        """`hashes` are the structural hashes of the expressions; `renumbering` is applied to all values and places."""
        self.evaluator, self._module, self._renumbering = evaluator, module, renumbering
        self._text, self._hashes = text, hashes

    @cached_property
    def entries(self) -> dict[Key, object]:
        """Everything that values in other files depend on, except call arguments."""
        return dict(self._entries())

    def _entries(self) -> Iterator[tuple[Key, object]]:
        facts = self._text.facts
        yield ("star imports",), facts.stars
        for name, index in facts.exports.items():
            yield (EXPORT, name), self._seen(index)
        for number, function in enumerate(facts.functions):
            yield from self._of_function(self._text.functions[number], number, function)
        for number, class_ in enumerate(facts.classes):
            yield from self._of_class(self._text.classes[number], class_)

    def _of_function(self, name: str, number: int, function: Function) -> Iterator[tuple[Key, object]]:
        class_ = self._text.classes[function.class_] if function.class_ >= 0 else ""
        parameters = [(p.name, p.kind, self._structure(p.default, p.annotation)) for p in function.params]
        written = self._structure(*function.decorators), self._structure(function.annotation)
        yield ("function", name), (function.name, function.flags, class_, parameters, written)
        yield ("forwards", name), [self._structure(site.expression) for site in forwarding(self.evaluator, self._module).get(number, ())]
        results = self._structure(*function.results), self._structure(*function.yields)
        yield ("result", name), Seen(results, partial(self._result, number, function, results))

    def _result(self, number: int, function: Function, made: object) -> object:
        """The value that calls of a function return; its structure instead, if the value can differ between calls."""
        value = general_result(self.evaluator, self._module, number)
        has_any = bool(function.results), bool(function.yields)
        return (self._renumbering.value(value), has_any) if is_same_for_all_calls(function, value) else made

    def _of_class(self, name: str, class_: Class) -> Iterator[tuple[Key, object]]:
        keywords = [(keyword.name, self._structure(keyword.value)) for keyword in class_.keywords]
        yield ("class", name), (class_.name, self._structure(*class_.bases), keywords, self._structure(*class_.decorators))
        for attribute in {**class_.body, **class_.annotations, **class_.stores}:
            written = self._structure(class_.body.get(attribute, -1), class_.annotations.get(attribute, -1))
            stored = [store.value for store in class_.stores.get(attribute, ())]
            # a class in a function is evaluated with the arguments of single calls, too
            yield (ATTRIBUTE, name, attribute), (written, self._structure(*stored) if class_.parent > 0 else self._seen(*stored))

    def of_results(self, summary: Summary) -> Iterator[tuple[Key, object]]:
        """Everything else that the findings of other files depend on."""
        names, facts = self._text.functions, self._text.facts
        called: list[list[int]] = [[] for _ in names]
        for site in facts.invocations:
            called[site.function].append(self._hashes[site.callee])
        changed = changed_parameters(facts)
        for number, function in enumerate(facts.functions):
            yield ("changes", names[number]), changed.get(number)
            yield ("made", names[number]), (self._structure(*function.results), self._structure(*function.yields))
            yield ("calls", names[number]), Seen(called[number], partial(self._renumbered, summary.edges.get(number, ())))
        starts = {*summary.forwards, *summary.data, *summary.building}
        yield ("starts",), {names[number] for number in starts if number in summary.edges}
        yield ("deriving",), {names[number] for number in summary.deriving()}
        standing = {n: self._renumbered(places) for n, places in summary.overriding.items() if n in summary.edges}
        yield ("overriding",), {names[number]: places for number, places in standing.items()}
        yield ("imports",), (summary.names_torch, set(summary.imports))
        yield ("methods of tensors",), {name for name in method_names(facts) if self.evaluator.torch.tensor_method(name)}

    @cached_property
    def passing(self) -> list[object]:
        """The structure of each call and decorator that passes arguments, in the order of `argument_sources`."""
        calls = [self._structure(site.expression, site.callee) for site in passing_calls(self.evaluator, self._module)]
        decorators = [(self._name_of(atom), self._structure(index)) for atom, index in decorations(self._text.facts, self._module)]
        return [*calls, *decorators]

    def _name_of(self, atom: at.Function | at.Class) -> str:
        return (self._text.functions if isinstance(atom, at.Function) else self._text.classes)[atom.number]

    def arguments(self) -> dict[tuple[int, int, str], Value]:
        """What is passed to parameters by the evaluator's sites of the file."""
        passed = self.evaluator.passed_by(self._module)
        return {(*self._renumbering.function((m, f)), name): self._renumbering.value(value) for (m, f, name), value in passed.items()}

    def _structure(self, *indices: int) -> tuple[int, ...]:
        return tuple([self._hashes[index] if index >= 0 else -1 for index in indices])

    def _seen(self, *indices: int) -> Seen:
        return Seen(self._structure(*indices), partial(self._joined, indices))

    def _joined(self, indices: Sequence[int]) -> Value:
        return self._renumbering.value(v.join([self.evaluator.value(self._module, index) for index in indices]))

    def _renumbered(self, places: Sequence[Place]) -> tuple[Place, ...]:
        return tuple(map(self._renumbering.function, places))
