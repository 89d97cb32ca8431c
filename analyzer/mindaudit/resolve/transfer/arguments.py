"""Arguments of a call, and which parameter of a project function gets which."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mindaudit.facts.records import Function, Parameter
from mindaudit.resolve.solver.evaluator import Program
from mindaudit.resolve.transfer.containers import element
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Value

Items = tuple[tuple[str | None, Value], ...]


class Arguments:
    """The arguments of one call: (keyword, value), the keyword None, a name, "*" or "**". They are evaluated when first asked for."""

    __slots__ = ("_items", "_late")

    def __init__(self, items: Items | None, late: Callable[[], Items] | None = None) -> None:
        """`late` gives the items where `items` is None."""
        self._items = items
        self._late = late

    @property
    def items(self) -> Items:
        """Keyword and value of each."""
        if self._items is None:
            self._items = self._late() if self._late else ()
        return self._items

    def positional(self, index: int) -> Value | None:
        """The argument at a position, if no starred one stands before it."""
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
        """What the arguments together depend on."""
        return max((value.cause for _, value in self.items), default=v.CONST)


def arguments_of(program: Program, module: int, items: Sequence[tuple[str | None, int]]) -> Arguments:
    """The arguments of a call expression."""
    return Arguments(None, lambda: tuple([(key, program.value(module, index)) for key, index in items]))


def bind(program: Program, module: int, function: Function, arguments: Arguments, skip: int) -> dict[str, Value]:
    """Which parameter gets which value; `skip` parameters are bound already (self)."""
    bound: dict[str, Value] = {}
    by_place, names, star, stars = program.once("signature", id(function), lambda: _signature(function))
    ordered = by_place[skip:]
    position = 0
    extra: list[Value] = []
    more: dict[str, Value] = {}
    spread = False
    partly: set[str] = set()
    for key, value in arguments.items:
        if key is None and not spread:
            if position < len(ordered):
                bound[ordered[position].name] = value
            else:
                extra.append(value)
            position += 1
        elif key in (None, "*"):
            position, spread = _spread(program, ordered, position, value, key == "*", bound, extra, spread)
        elif key == "**":
            partly |= _spread_names(value, names, bound, more)
        elif key in names:
            bound[key] = value
        else:
            more[key] = value
    for param in function.params if partly else ():
        if param.name in partly and param.default >= 0:
            bound[param.name] = v.join((bound[param.name], program.value(module, param.default)))
    if star and extra:
        bound[star] = v.holder("list", v.join(extra)) if spread else v.tuple_of(extra)
    if stars and more:
        bound[stars] = v.dict_of(more.items(), v.NEVER)
    return bound


def _signature(function: Function) -> tuple[Sequence[Parameter], frozenset[str], str | None, str | None]:
    """The parameters that positional arguments fill, the names that keywords can, and the names behind * and **."""
    return (
        [p for p in function.params if p.kind in ("positional", "both")],
        frozenset(p.name for p in function.params if p.kind in ("both", "keyword")),
        next((p.name for p in function.params if p.kind == "*"), None),
        next((p.name for p in function.params if p.kind == "**"), None),
    )


def _spread(
    program: Program,
    ordered: Sequence[Parameter],
    position: int,
    value: Value,
    starred: bool,
    bound: dict[str, Value],
    extra: list[Value],
    spread: bool,
) -> tuple[int, bool]:
    """Bind `*value`: item by item when it is of known length, else its elements to all parameters that are left."""
    if starred and not spread and not value.open and value.atoms and all(atom[0] in ("tuple", "items") for atom in value.atoms):
        for inner in v.by_position(v.in_order(value.atoms)):
            if position < len(ordered):
                bound[ordered[position].name] = inner
            else:
                extra.append(inner)
            position += 1
        return position, spread
    inner = element(program, value) if starred else value
    for param in ordered[position:]:
        bound.setdefault(param.name, inner)
    extra.append(inner)
    return position, True


def _spread_names(value: Value, names: frozenset[str], bound: dict[str, Value], more: dict[str, Value]) -> set[str]:
    """Bind `**value`; the names that only some of the dicts that it can be hold."""
    dicts = [dict(atom[1]) for atom in v.in_order(value.atoms) if atom[0] == "dict"]
    partly = set()
    for key in sorted({key for held in dicts for key in held if isinstance(key, str)}):
        inner = dicts[0][key] if len(dicts) == 1 else v.join(held.get(key, v.NO_KEY) for held in dicts)
        if key in names:
            bound[key] = v.join((bound[key], v.present(inner))) if key in bound else v.present(inner)
            if v.ABSENT in inner.atoms:
                partly.add(key)
        else:
            more[key] = v.join((more[key], inner)) if key in more else inner
    return partly
