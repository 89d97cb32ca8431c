"""The interface of a file: what other files can see of it, however it is written and wherever in the file it stands."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property
from typing import TypeAlias

from mindaudit.cache.snapshot.renumbering import Renumbering
from mindaudit.cache.snapshot.structure import Definitions
from mindaudit.facts.records import Class, Function
from mindaudit.resolve.queries.method_names import method_names
from mindaudit.resolve.queries.summary import Place, Summary
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.class_hierarchy import project_ancestors
from mindaudit.resolve.symbols.function_results import general_result
from mindaudit.resolve.transfer.forwarding import forwarding
from mindaudit.resolve.transfer.project_calls import is_same_for_all_calls
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Value

Key: TypeAlias = tuple[str, ...]
"""What an entry is about: its kind, and the names of what has it."""
Entries: TypeAlias = Iterator[tuple[Key, object]]
EXPORT, ATTRIBUTE = "export", "attribute"


class Interface:
    """What other files can see of a file, entry by entry: equal entries mean the same to them.

    A value is an entry where others see no more than the value; the structure of expressions where they evaluate these themselves.
    """

    def __init__(self, evaluator: Evaluator, module: int, renumbering: Renumbering, added: Collection[Place]) -> None:
        """`renumbering` is applied to all that is seen; what is passed to `added` functions is left out."""
        self._evaluator, self._module, self._renumbering, self._added = evaluator, module, renumbering, added
        self._facts = evaluator.facts[module]
        self._definitions = Definitions(self._facts)

    @cached_property
    def values(self) -> dict[Key, object]:
        """What decides about values in other files."""
        return dict(self._of_values())

    def _of_values(self) -> Entries:
        yield ("star imports",), self._facts.stars
        for name, index in self._facts.exports.items():
            yield (EXPORT, name), self._value(index)
        for number, function in enumerate(self._facts.functions):
            yield from self._function(self._definitions.functions[number], number, function)
        for number, class_ in enumerate(self._facts.classes):
            yield from self._class(self._definitions.classes[number], number, class_)
        passed = self._evaluator.passed_by(self._module).items()
        known = {(*self._renumbering.function((m, f)), name): value for (m, f, name), value in passed if (m, f) not in self._added}
        yield ("arguments",), {parameter: self._renumbering.value(value) for parameter, value in known.items()}
        yield ("hierarchy",), {name: above for number, name in enumerate(self._definitions.classes) if (above := self._ancestors(number))}

    def of_results(self, summary: Summary) -> Entries:
        """What else decides about the results of other files, with values as they are."""
        names = self._definitions.functions
        for number, function in enumerate(self._facts.functions):
            yield ("made", names[number]), self._definitions.structure(*function.results, *function.yields)
            yield ("calls", names[number]), tuple(map(self._renumbering.function, summary.edges.get(number, ())))
            roles = (summary.forwards, summary.data, summary.constructors, summary.building)
            yield ("role", names[number]), [number in role for role in roles]
        starts = {*summary.forwards, *summary.data, *summary.building}
        yield ("starts",), {names[number] for number in starts if number in summary.edges}
        yield ("imports",), (summary.names_torch, set(summary.imports))
        yield ("methods of tensors",), {name for name in method_names(self._facts) if self._evaluator.torch.tensor_method(name)}

    def _value(self, *indices: int) -> Value:
        return self._renumbering.value(v.join([self._evaluator.value(self._module, index) for index in indices]))

    def _function(self, key: str, number: int, function: Function) -> Entries:
        structure = self._definitions.structure
        written = [index for param in function.params for index in (param.default, param.annotation)]
        header = function.name, function.flags, self._class_name(function.class_), [(p.name, p.kind) for p in function.params]
        yield ("header", key), (header, structure(*function.decorators, function.annotation, *written))
        yield ("forwards", key), structure(*[site.expression for site in forwarding(self._evaluator, self._module).get(number, ())])
        general = general_result(self._evaluator, self._module, number)
        is_empty = not function.results and not function.yields
        if is_same_for_all_calls(function, general):
            yield ("result", key), (is_empty, self._renumbering.value(general))
        else:
            yield ("result", key), (is_empty, structure(*function.results, *function.yields))

    def _class(self, key: str, number: int, class_: Class) -> Entries:
        structure = self._definitions.structure
        keywords = [keyword.value for keyword in class_.keywords]
        header = class_.name, [keyword.name for keyword in class_.keywords]
        yield ("header", key), (header, structure(*class_.bases, *keywords, *class_.decorators))
        for name in {**class_.body, **class_.annotations, **class_.stores}:
            written = structure(class_.body.get(name, -1), class_.annotations.get(name, -1))
            stored = [store.value for store in class_.stores.get(name, ())]
            # others can evaluate a class in a function with arguments of their own
            yield (ATTRIBUTE, key, name), (written, structure(*stored) if class_.parent > 0 else self._value(*stored))

    def _ancestors(self, number: int) -> list[Place]:
        above = project_ancestors(self._evaluator, self._module, number)[1:]
        return list(map(self._renumbering.class_, above))

    def _class_name(self, number: int) -> str:
        return self._definitions.classes[number] if number >= 0 else ""
