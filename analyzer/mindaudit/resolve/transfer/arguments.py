"""The arguments of a call, and how they are bound to the parameters of a project function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from mindaudit.facts.expressions import PassedArgument
from mindaudit.facts.records import Function
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.transfer.containers import element
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.atoms import Bound
from mindaudit.resolve.values.domain import Value

Items = tuple[Bound, ...]


class Arguments:
    """The arguments of one call, evaluated on demand."""

    __slots__ = ("_items", "_late")

    def __init__(self, items: Items | None, late: Callable[[], Items] | None = None) -> None:
        """`late` gives the items where `items` is None."""
        self._items = items
        self._late = late

    @classmethod
    def positionals(cls, *values: Value) -> Arguments:
        """Only positional arguments."""
        return cls(tuple([Bound(None, value) for value in values]))

    @property
    def items(self) -> Items:
        """Keyword and value of each."""
        if self._items is None:
            self._items = self._late() if self._late else ()
        return self._items

    @property
    def unnamed(self) -> list[Value]:
        """The values that are passed by position, also after starred arguments."""
        return [value for key, value in self.items if key is None]

    def behind(self, held: Items) -> Arguments:
        """These arguments after those that a partial object holds."""
        return Arguments((*held, *self.items)) if held else self

    def positional(self, index: int) -> Value | None:
        """The argument at a position; None after a starred one."""
        plain = []
        for key, value in self.items:
            if key == "*":
                break
            if key is None:
                plain.append(value)
        return plain[index] if index < len(plain) else None

    def named(self, name: str) -> Value | None:
        """The argument passed by a keyword."""
        return next((value for key, value in self.items if key == name), None)

    def cause(self) -> int:
        """The joined cause of all arguments."""
        return max([value.cause for _, value in self.items], default=v.CONST)


def arguments_of(evaluator: Evaluator, module: int, passed: Sequence[PassedArgument]) -> Arguments:
    """The arguments of a call expression."""
    return Arguments(None, lambda: tuple([Bound(each.keyword, evaluator.value(module, each.expression)) for each in passed]))


class _Signature(NamedTuple):
    """The parameters of a function by what fills them."""

    ordered: Sequence[str]
    """Those that positional arguments fill."""
    names: frozenset[str]
    """Those that keywords fill."""
    star: str | None
    """The name behind *."""
    stars: str | None
    """The name behind **."""


def _signature(function: Function) -> _Signature:
    return _Signature(
        [p.name for p in function.params if p.kind in ("positional", "both")],
        frozenset(p.name for p in function.params if p.kind in ("both", "keyword")),
        next((p.name for p in function.params if p.kind == "*"), None),
        next((p.name for p in function.params if p.kind == "**"), None),
    )


def bind(evaluator: Evaluator, module: int, function: Function, arguments: Arguments, skip: int) -> dict[str, Value]:
    """Which parameter gets which value; `skip` parameters are bound already (self)."""
    signature: _Signature = evaluator.once("signature", id(function), lambda: _signature(function))
    binding = _Binding(evaluator, signature, skip)
    for key, value in arguments.items:
        binding.add(key, value)
    for param in function.params if binding.partly else ():
        if param.name in binding.partly and param.default >= 0:
            binding.bound[param.name] = v.join((binding.bound[param.name], evaluator.value(module, param.default)))
    return binding.complete()


class _Binding:
    """What the arguments of a call that were looked at so far are bound to."""

    def __init__(self, evaluator: Evaluator, signature: _Signature, skip: int) -> None:
        self._evaluator = evaluator
        self._signature = signature
        self._ordered = signature.ordered[skip:]
        self._position = 0
        self._spread = False
        """Whether it is unknown at which position the next positional argument stands."""
        self._extra: list[Value] = []
        """What `*` of the function gets."""
        self._more: dict[str, Value] = {}
        """What `**` of the function gets."""
        self.bound: dict[str, Value] = {}
        self.partly: set[str] = set()
        """The parameters that keep their default where a dict behind `**` lacks their name."""

    def add(self, key: str | None, value: Value) -> None:
        """Bind an argument."""
        if key is None and not self._spread:
            self._add_next(value)
        elif key is None:
            self._add_anywhere(value)
        elif key == "*":
            self._add_starred(value)
        elif key == "**":
            self._add_named(value)
        else:
            (self.bound if key in self._signature.names else self._more)[key] = value

    def _add_next(self, value: Value) -> None:
        """Bind the next positional argument."""
        if self._position < len(self._ordered):
            self.bound[self._ordered[self._position]] = value
        else:
            self._extra.append(value)
        self._position += 1

    def _add_anywhere(self, value: Value) -> None:
        """Bind a value to all remaining parameters, since any of them can get it."""
        for name in self._ordered[self._position :]:
            self.bound.setdefault(name, value)
        self._extra.append(value)
        self._spread = True

    def _add_starred(self, value: Value) -> None:
        """Bind `*value`: item by item if its length is known, else its elements to all remaining parameters."""
        tuples = [atom for atom in v.in_order(value.atoms) if type(atom) is at.Tuple or type(atom) is at.Items]
        if not self._spread and not value.open and tuples and len(tuples) == len(value.atoms):
            for inner in v.by_position(tuples):
                self._add_next(inner)
        else:
            self._add_anywhere(element(self._evaluator, value))

    def _add_named(self, value: Value) -> None:
        """Bind `**value` by the keys of its dicts."""
        for key, inner in v.by_key(value):
            if key in self._signature.names:
                present = v.present(inner)
                self.bound[key] = v.join((self.bound[key], present)) if key in self.bound else present
                if v.ABSENT in inner.atoms:
                    self.partly.add(key)
            else:
                self._more[key] = v.join((self._more[key], inner)) if key in self._more else inner

    def complete(self) -> dict[str, Value]:
        """All bound parameters, including `*` and `**`."""
        star, stars = self._signature.star, self._signature.stars
        if star and self._extra:
            self.bound[star] = v.holder(at.List, v.join(self._extra)) if self._spread else v.tuple_of(self._extra)
        if stars and self._more:
            self.bound[stars] = v.keywords(tuple(self._more.items()))
        return self.bound
