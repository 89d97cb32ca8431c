"""Elements, subscripts and unpacking of containers, including those of torch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from mindaudit.facts import expressions as ex
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.class_hierarchy import torch_bases
from mindaudit.resolve.symbols.libraries import may_have_tensors
from mindaudit.resolve.symbols.object_attributes import method_result
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value
from mindaudit.resolve.values.torch_catalog import MODULE

_MODULE_CONTAINERS: Final = ("torch.nn.Sequential", "torch.nn.ModuleList", "torch.nn.ModuleDict")
_KEYED_CONTAINERS: Final = ("torch.nn.ModuleDict", "torch.nn.ParameterDict")
_INTEGERS: Final = frozenset({"size", "range", "intset"})
SLICE: Final = at.Plain("slice")


def element(evaluator: Evaluator, value: Value) -> Value:
    """One item of an iteration over a value."""
    return _each(value, lambda atom: _element(evaluator, atom, value))


def _each(value: Value, ask: Callable[[Atom], Value]) -> Value:
    """Join the results of `ask` for all atoms; an open value stays open unless `ask` has a result for each of them."""
    answers = [ask(atom) for atom in v.in_order(_without_stored(value))]
    joined = v.join([*answers, *([v.TOP] if value.open else [])])
    return v.weaken(v.caused(joined, value.cause if value.cause >= v.CONFIG else 0), value.level)


def _without_stored(value: Value) -> frozenset[Atom]:
    """The atoms of a value; of a tensor without what is stored into it, which takes the dtype of the tensor."""
    if value.open or len(value.atoms) != 2 or {type(atom) for atom in value.atoms} != {at.Tensor, at.Grown}:
        return value.atoms
    return frozenset(atom for atom in value.atoms if type(atom) is at.Tensor)


def _element(evaluator: Evaluator, atom: Atom, value: Value) -> Value:
    element_of_kind = _ELEMENTS.get(type(atom))
    return element_of_kind(evaluator, atom, value) if element_of_kind else v.TOP


def _key(atom: at.Dict) -> Value:
    keys = [v.constant(pair.key) for pair in atom.pairs]
    return v.join(keys) if keys else replace(v.STRING, open=True)


def _row(atom: at.Tensor, value: Value) -> Value:
    return v.tensor(atom.dtype, atom.rank - 1 if atom.rank else None, False, value.level, value.cause, atom.perhaps)


def _made_element(name: str) -> Value:
    """An item of another library's object: unknown if it may be a tensor, as with a wrapped loader."""
    if may_have_tensors(name):
        return v.TOP
    return v.one(at.Made(name if name.endswith("[]") else f"{name}[]"))


def _plain_element(type_name: str, value: Value) -> Value:
    """An item of an instance of a built-in type."""
    if type_name in ("str", "bytes"):
        return v.STRING
    if type_name in _INTEGERS:
        return v.plain("int", value.cause)
    return v.BOTTOM if type_name == "NoneType" else v.TOP


def _torch_element(evaluator: Evaluator, atom: at.Instance) -> Value:
    if any(evaluator.torch.derives(atom.torch_class, name) for name in _KEYED_CONTAINERS):
        return v.STRING
    return contained(atom)


def contained(atom: at.Instance) -> Value:
    """The elements of a torch container."""
    return atom.elements if atom.elements is not None else v.TOP


def _object_element(evaluator: Evaluator, atom: at.Object, special: str) -> Value:
    found = evaluator.derived(_special_element, atom, special)
    return found if found is not None else v.BOTTOM


def _special_element(evaluator: Evaluator, atom: at.Object, special: str) -> Value:
    """What `__iter__` or `__getitem__` of a project class gives; for an iterator that returns itself, the result of `__next__`."""
    result = method_result(evaluator, atom, special)
    if result is None:
        return _object_contents(evaluator, atom)
    if special != "__iter__":
        return result
    following = method_result(evaluator, atom, "__next__") if atom in result.atoms else None
    return following if following is not None else element(evaluator, result)


def _object_contents(evaluator: Evaluator, atom: at.Object) -> Value:
    """The elements of an instance of a project class: modules, if it derives from a torch container of modules."""
    bases = torch_bases(evaluator, atom.module, atom.number)
    if any(evaluator.torch.derives(base, container) for base in bases for container in _MODULE_CONTAINERS):
        return replace(v.one(at.Instance(MODULE, None), level=v.LIKELY), open=True)
    return v.TOP


def subscript(evaluator: Evaluator, module: int, base: Value, index: int) -> Value:
    """`base[index]`; `index` is an expression."""
    key = evaluator.value(module, index)
    if v.only(key) == SLICE:
        return _each(base, lambda atom: _sliced(evaluator, module, atom, base, index))
    return _each(base, lambda atom: _item_at(evaluator, module, atom, base, index))


def _sliced(evaluator: Evaluator, module: int, atom: Atom, value: Value, index: int) -> Value:
    """The result of slicing one thing."""
    match atom:
        case at.Tuple(items) | at.Items(items):
            return _between(evaluator, module, items, index)
        case at.List(elements) | at.Grown(elements):
            return v.holder(type(atom), elements)
        case at.Instance():
            return v.one(atom)
        case at.Plain("size") | at.Constant("size"):
            return v.plain("size", value.cause)
    return _item_at(evaluator, module, atom, value, index)


def _item_at(evaluator: Evaluator, module: int, atom: Atom, value: Value, index: int) -> Value:
    """The item of one thing for a key."""
    key = evaluator.value(module, index)
    if type(atom) is at.Tensor:
        dynamic = atom.dynamic or varies(evaluator, module, index)
        return v.tensor(atom.dtype, None, dynamic, value.level, max(value.cause, v.SHAPE), atom.perhaps)
    items = _known_items(atom)
    if items is not None:
        return _at(items, _position(key))
    item_of_kind = _ITEMS.get(type(atom))
    return item_of_kind(evaluator, atom, value, key) if item_of_kind else v.TOP


def _plain_item(evaluator: Evaluator, atom: at.Constant | at.Plain, value: Value, key: Value) -> Value:
    return v.plain("int", value.cause) if atom.type_name == "size" else v.STRING if atom.type_name == "str" else v.TOP


def _itself(evaluator: Evaluator, atom: Atom, value: Value, key: Value) -> Value:
    return v.one(atom)


def _position(key: Value) -> object:
    """The value of a key that is one constant; else None."""
    known = v.only(key)
    return known.value if type(known) is at.Constant else None


def _at(items: tuple[Value, ...], position: object) -> Value:
    """The item at a position; any of the items where it is unknown."""
    if isinstance(position, int) and not isinstance(position, bool):
        return items[position] if -len(items) <= position < len(items) else v.BOTTOM
    return v.join(items)


def _between(evaluator: Evaluator, module: int, items: tuple[Value, ...], index: int) -> Value:
    """The items between the bounds of a slice; any of the items where they are unknown."""
    e = evaluator.expression(module, index)
    bounds: list[int | None] = []
    for bound in (e.lower, e.upper, e.step) if type(e) is ex.Slice else ():
        position = _position(evaluator.value(module, bound)) if bound >= 0 else None
        if bound >= 0 and not isinstance(position, int):
            return v.holder(at.List, v.join(items))
        bounds.append(position if isinstance(position, int) else None)
    return v.tuple_of(items[slice(*bounds)]) if bounds and bounds[2] != 0 else v.holder(at.List, v.join(items))


def _looked_up(atom: at.Dict, key: Value) -> Value:
    """The value of a dict for a key."""
    if not key.atoms and not key.open:
        return v.BOTTOM
    pairs = {pair.key: v.present(pair.value) for pair in atom.pairs}
    position, others = _position(key), atom.others
    holds_others = bool(others.atoms or others.open)
    if isinstance(position, (str, int, float)) and position in pairs:
        return v.join((pairs[position], *([others] if others.atoms else [])))
    if isinstance(position, str) and holds_others:
        return others
    possible = [pairs[name] for name in v.constants(key, "str") if name in pairs]
    only_constants = all(type(each) is at.Constant for each in key.atoms)
    if not key.open and (possible or (only_constants and key.atoms and not holds_others)):
        return v.join([*possible, others])
    return v.join([*pairs.values(), others])


def varies(evaluator: Evaluator, module: int, index: int) -> bool:
    """Whether indexing a tensor gives a shape that depends on data: by a boolean mask, or by an index of such a shape."""
    e = evaluator.expression(module, index)
    return any(_part_varies(evaluator, module, part) for part in (e.items if type(e) is ex.TupleDisplay else (index,)))


def _part_varies(evaluator: Evaluator, module: int, part: int) -> bool:
    """The same, of one part of the key."""
    e = evaluator.expression(module, part)
    if type(e) is ex.Slice:
        return any(bound >= 0 and evaluator.value(module, bound).cause >= v.DATA for bound in (e.lower, e.upper))
    atoms = evaluator.value(module, part).atoms
    return any(type(atom) is at.Tensor and (atom.dtype == "bool" or atom.dynamic) for atom in atoms)


def item(evaluator: Evaluator, value: Value, index: int) -> Value:
    """The part of a value that unpacking gives to target `index` (negative after a starred one)."""

    def ask(atom: Atom) -> Value:
        items = _known_items(atom)
        return _element(evaluator, atom, value) if items is None else _at(items, index)

    return _each(value, ask)


def _known_items(atom: Atom) -> tuple[Value, ...] | None:
    """The items of a sequence of known length; None for anything else."""
    if type(atom) is at.Tuple or type(atom) is at.Items:
        return atom.items
    return tuple([pair.value for pair in atom.pairs]) if type(atom) is at.Fields else None


def rest(evaluator: Evaluator, value: Value, position: int, behind: int) -> Value:
    """The value of a starred target at a position, with so many targets after it."""

    def ask(atom: Atom) -> Value:
        items = _known_items(atom)
        if items is None or len(items) < position + behind:
            return v.holder(at.List, _element(evaluator, atom, value))
        return v.items_of(items[position : len(items) - behind])

    return v.join([*map(ask, v.in_order(value.atoms)), *([v.holder(at.List, v.TOP)] if value.open else [])])


def entered(evaluator: Evaluator, value: Value) -> Value:
    """The value of `x` in `with value as x`."""
    results = [_entered(evaluator, atom) for atom in v.in_order(value.atoms)]
    return v.join([*results, *([v.TOP] if value.open else [])])


def _entered(evaluator: Evaluator, atom: Atom) -> Value:
    if type(atom) is at.Iterator:
        return atom.elements
    result = method_result(evaluator, atom, "__enter__") if type(atom) is at.Object else None
    return v.one(atom) if result is None else result


_ELEMENTS: Final[dict[type, Callable[[Evaluator, Any, Value], Value]]] = {
    **dict.fromkeys((at.List, at.Set, at.Iterator, at.Grown), lambda evaluator, atom, value: atom.elements),
    **dict.fromkeys((at.Tuple, at.Items), lambda evaluator, atom, value: v.join(atom.items)),
    at.Dict: lambda evaluator, atom, value: _key(atom),
    at.Fields: lambda evaluator, atom, value: v.join([pair.value for pair in atom.pairs]),
    at.Tensor: lambda evaluator, atom, value: _row(atom, value),
    at.Instance: lambda evaluator, atom, value: _torch_element(evaluator, atom),
    at.Object: lambda evaluator, atom, value: _object_element(evaluator, atom, "__iter__"),
    **dict.fromkeys((at.Constant, at.Plain), lambda evaluator, atom, value: _plain_element(atom.type_name, value)),
    at.Made: lambda evaluator, atom, value: _made_element(atom.name),
}
_ITEMS: Final[dict[type, Callable[[Evaluator, Any, Value, Value], Value]]] = {
    at.Dict: lambda evaluator, atom, value, key: _looked_up(atom, key),
    **dict.fromkeys((at.List, at.Grown), lambda evaluator, atom, value, key: atom.elements),
    at.Instance: lambda evaluator, atom, value, key: contained(atom),
    at.Object: lambda evaluator, atom, value, key: _object_element(evaluator, atom, "__getitem__"),
    **dict.fromkeys((at.Constant, at.Plain), _plain_item),
    **dict.fromkeys((at.Made, at.Torch, at.Class, at.External), _itself),  # of the last three a subscripted class, as in annotations
}
