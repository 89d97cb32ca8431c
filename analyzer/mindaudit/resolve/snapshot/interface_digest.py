"""Whether other files can see that a file has changed: by its names, classes and functions, what they give, or what its calls pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from mindaudit.facts.records import Class, Function
from mindaudit.resolve.queries.names import method_names
from mindaudit.resolve.snapshot.resolved import KeptModule
from mindaudit.resolve.snapshot.resumed import Change, Resumed
from mindaudit.resolve.symbols.class_hierarchy import project_ancestors, subclasses
from mindaudit.resolve.transfer.forwarding import forwarding, forwarding_of
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Value

_SETTLED: Final = frozenset({"tensor", "plain", "constant"})
Asked = Callable[[int], KeptModule]


def is_visible(program: Resumed, module: int, change: Change, asked: Asked, strictly: bool) -> bool:
    """Whether a change of one file may alter values in others; if it is not sure, it may.

    `asked` gives what was kept of a file. `strictly`: or results, since some rules look at how a function of another file makes its own.
    """
    return any(_visible(_Comparison(program, module, change, strictly), asked))


def _visible(compare: _Comparison, asked: Asked) -> Iterator[bool]:
    old, new = compare.old, compare.new
    yield old.stars != new.stars
    yield len(compare.functions) < len(old.functions) or len(compare.classes) < len(old.classes)
    yield not _same_methods(compare)
    yield not compare.names(old.exports, new.exports)
    yield not set(new.exports).difference(old.exports).isdisjoint(compare.kept.missed)
    for number, now in compare.functions.items():
        yield not _same_function(compare, number, now)
    for number, now in compare.classes.items():
        yield not _same_class(compare, old.classes[number], new.classes[now])
        yield _adds_what_was_asked(compare, number, now, asked)
    yield any(len(project_ancestors(compare.program, compare.module, c)) > 1 for c in compare.new_classes())
    yield not _passes_the_same(compare)


class _Comparison:
    """Old and new text of a file beside each other, with the values of both."""

    def __init__(self, program: Resumed, module: int, change: Change, strictly: bool) -> None:
        self.program, self.module, self.strictly = program, module, strictly
        self.kept, self.matched = change.kept, change.matched
        self.old, self.new = change.matched.old, change.matched.new
        self.functions, self.classes = change.matched.functions, change.matched.classes
        self.rows = program.kept_values[module]
        self.forwarding = forwarding_of(self.old), forwarding(program, module)

    def was(self, index: int) -> Value | None:
        """The value that an old expression had; None if nobody asked for it."""
        row = self.kept.expressions[index]
        return self.rows[row] if row >= 0 else None

    def alike(self, old: int, new: int) -> bool:
        """Whether two expressions say the same."""
        return old == new if old < 0 or new < 0 else self.matched.old_shapes[old] == self.matched.new_shapes[new]

    def all_alike(self, old: Sequence[int], new: Sequence[int]) -> bool:
        """Whether expressions say the same one by one."""
        return len(old) == len(new) and all(map(self.alike, old, new))

    def equal(self, old: Sequence[int], new: Sequence[int]) -> bool:
        """Whether expressions say the same one by one, or have the same values together as far as anybody asked."""
        if self.all_alike(old, new):
            return True
        before = [self.was(index) for index in old]
        if all(value is None for value in before):
            return True
        return v.join(value or v.NEVER for value in before) == v.join(self.program.value(self.module, index) for index in new)

    def names(self, old: dict[str, int], new: dict[str, int]) -> bool:
        """Whether every old name is still there with the same value."""
        return all(name in new and self.equal((index,), (new[name],)) for name, index in old.items())

    def new_classes(self) -> Iterable[int]:
        """The classes that were not there before."""
        return set(range(len(self.new.classes))).difference(self.classes.values())


def _same_methods(compare: _Comparison) -> bool:
    """Whether no name of a tensor's method has become the name of a project's method, or ceased to be one."""
    changed = method_names(compare.old) ^ method_names(compare.new)
    return not any(compare.program.torch.tensor_method(name) for name in changed)


def _same_function(compare: _Comparison, number: int, now: int) -> bool:
    old, new = compare.old.functions[number], compare.new.functions[now]
    return _same_interface(compare, old, new) and _same_results(compare, old, new) and _forwards_the_same(compare, number, now)


def _same_interface(compare: _Comparison, old: Function, new: Function) -> bool:
    if (old.name, old.flags) != (new.name, new.flags) or compare.classes.get(old.class_, -1) != new.class_:
        return False
    if [(p.name, p.kind) for p in old.params] != [(p.name, p.kind) for p in new.params]:
        return False
    written = [(p.default, p.annotation) for p in old.params], [(p.default, p.annotation) for p in new.params]
    return compare.all_alike([i for pair in written[0] for i in pair], [i for pair in written[1] for i in pair]) and compare.all_alike(
        (*old.decorators, old.annotation), (*new.decorators, new.annotation)
    )


def _same_results(compare: _Comparison, old: Function, new: Function) -> bool:
    """Whether it returns the same; where that may hang on the single call, made in the same way."""
    if compare.all_alike(old.results, new.results) and compare.all_alike(old.yields, new.yields):
        return True
    if (
        compare.strictly
        or bool(old.results) != bool(new.results)
        or bool(old.yields) != bool(new.yields)
        or not compare.equal(old.yields, new.yields)
    ):
        return False
    known = v.join(compare.was(index) or v.NEVER for index in old.results)
    return not known.open and all(a[0] in _SETTLED for a in known.atoms) and compare.equal(old.results, new.results)


def _forwards_the_same(compare: _Comparison, number: int, now: int) -> bool:
    old, new = compare.forwarding[0].get(number, ()), compare.forwarding[1].get(now, ())
    return compare.all_alike([site.expression for site in old], [site.expression for site in new])


def _same_class(compare: _Comparison, old: Class, new: Class) -> bool:
    if old.name != new.name or [k for k, _ in old.keywords] != [k for k, _ in new.keywords]:
        return False
    if not compare.all_alike((*old.bases, *(e for _, e in old.keywords)), (*new.bases, *(e for _, e in new.keywords))):
        return False
    if not compare.all_alike(old.decorators, new.decorators) or not compare.names(old.body, new.body):
        return False
    if not compare.all_alike(list(old.annotations.values()), [new.annotations.get(name, -1) for name in old.annotations]):
        return False
    return all(compare.equal([e for _, e in stores], [e for _, e in new.stores.get(name, ())]) for name, stores in old.stores.items())


def _adds_what_was_asked(compare: _Comparison, number: int, now: int, asked: Asked) -> bool:
    """Whether a class gets an attribute that was looked for on an instance of it, of a class below or above."""
    old, new = compare.old.classes[number], compare.new.classes[now]
    added = {*new.body, *new.stores, *new.annotations}.difference(old.body, old.stores, old.annotations)
    if not added:
        return False
    program, module = compare.program, compare.module
    family = {*project_ancestors(program, module, now), *subclasses(program, module, now), (module, now)}
    here = {after: before for before, after in compare.classes.items()}
    return any(((here.get(c, -1) if m == module else c), name) in set(asked(m).asked) for m, c in family for name in added)


def _passes_the_same(compare: _Comparison) -> bool:
    """Whether the calls of the file pass what they passed, but for functions that are new in it."""
    module, rows = compare.module, compare.rows
    before = {(m, compare.functions[f] if m == module else f, name): rows[row] for m, f, name, row in compare.kept.passes}
    known = set(compare.functions.values())
    after = {key: value for key, value in compare.program.passed_by(module).items() if key[0] != module or key[1] in known}
    return before == after
