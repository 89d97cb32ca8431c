"""Calls of built-in functions. Their results are often known to be no tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.attributes import attribute
from mindaudit.resolve.transfer.arguments import Arguments
from mindaudit.resolve.transfer.containers import element, item
from mindaudit.resolve.transfer.operators import texts
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Holder, Value
from mindaudit.resolve.values.torch_catalog import MODULE

_Handler = Callable[[Evaluator, Arguments, Value], Value]
"""Gives the value of a call by its arguments, of which the last parameter is the first."""
_NUMBERS: Final = {
    "len": "int", "int": "int", "float": "float", "bool": "bool", "hash": "int", "id": "int", "ord": "int", "isinstance": "bool",
    "issubclass": "bool", "callable": "bool", "hasattr": "bool", "all": "bool", "any": "bool",
}  # fmt: skip
_OF_TYPES: Final = frozenset({"isinstance", "issubclass", "callable", "hasattr"})
_TEXTS: Final = frozenset({"str", "repr", "chr", "format", "input", "ascii", "bin", "hex", "oct"})
_EMPTY: Final[dict[str, Holder]] = {"list": at.List, "set": at.Set, "tuple": at.List}


def call_builtin(evaluator: Evaluator, name: str, arguments: Arguments) -> Value:
    """The result of a built-in function."""
    first = arguments.positional(0)
    if name in _NUMBERS:
        return v.plain(_NUMBERS[name], _number_cause(name, first))
    if name == "str" and first is not None:
        return v.caused(texts(first), arguments.cause())
    if name in _TEXTS:
        return v.plain("str", arguments.cause())
    if name == "zip" and arguments.items:
        return _zip(evaluator, arguments)
    handler = _BUILTINS.get(name)
    if handler is not None and first is not None:
        return handler(evaluator, arguments, first)
    if name == "dict":
        return written_dict(arguments, {}, v.BOTTOM)
    if name in _EMPTY:
        return v.holder(_EMPTY[name], v.BOTTOM)
    return v.plain(name, arguments.cause()) if name in ("range", "slice") else v.TOP


def _number_cause(name: str, first: Value | None) -> int:
    """The cause of a number or truth value."""
    if name in _OF_TYPES or first is None:
        return v.CONST
    if name == "len":
        return v.DATA if any(type(atom) is at.Tensor and atom.dynamic for atom in first.atoms) else min(first.cause, v.SHAPE)
    return first.cause


def _enumerate(evaluator: Evaluator, arguments: Arguments, first: Value) -> Value:
    return v.holder(at.Iterator, v.tuple_of((v.plain("int", v.CONFIG), element(evaluator, first))))


def _zip(evaluator: Evaluator, arguments: Arguments) -> Value:
    """What `zip` pairs; of a starred argument the parts are known where it is a tuple."""
    columns: list[Value] = []
    for key, value in arguments.items:
        atom = v.only(value)
        if key == "*" and not isinstance(atom, (at.Items, at.Tuple)):
            return v.TOP
        if key in (None, "*"):
            columns += atom.items if key and isinstance(atom, (at.Items, at.Tuple)) else (value,)
    return v.holder(at.Iterator, v.tuple_of(element(evaluator, value) for value in columns))


def _list(evaluator: Evaluator, arguments: Arguments, first: Value) -> Value:
    """`list(first)` or `sorted(first)`."""
    atom = v.only(first)
    if isinstance(atom, (at.Items, at.Tuple)):
        return replace(first, atoms=frozenset((at.Items(atom.items),)))
    if first.atoms and all(type(each) is at.Dict for each in first.atoms):
        return v.holder(at.List, v.STRING)
    return v.holder(at.List, element(evaluator, first))


def _tuple(evaluator: Evaluator, arguments: Arguments, first: Value) -> Value:
    atom = v.only(first)
    if isinstance(atom, (at.Items, at.Tuple)):
        return replace(first, atoms=frozenset((at.Tuple(atom.items),)))
    return v.holder(at.List, element(evaluator, first))


def _set(evaluator: Evaluator, arguments: Arguments, first: Value) -> Value:
    return v.holder(at.Set, element(evaluator, first))


def _iterator(evaluator: Evaluator, arguments: Arguments, first: Value) -> Value:
    return v.holder(at.Iterator, element(evaluator, first))


def make_dict(evaluator: Evaluator, arguments: Arguments, first: Value) -> Value:
    """`dict(first, **others)`."""
    dicts = [atom for atom in v.in_order(first.atoms) if type(atom) is at.Dict]
    held = {pair.key: pair.value for atom in dicts for pair in atom.pairs}
    rest = v.join([atom.others for atom in dicts]) if dicts else item(evaluator, element(evaluator, first), 1)
    return written_dict(arguments, held, rest)


def written_dict(arguments: Arguments, held: dict[object, Value], rest: Value) -> Value:
    """A dict with these pairs and those of the keyword arguments, in their order; `rest` is what any other key holds."""
    pairs = dict(held)
    for key, value in arguments.items:
        if key == "**":
            for atom in v.in_order(value.atoms):
                if type(atom) is at.Dict:
                    pairs.update(atom.pairs)
                    rest = v.join((rest, atom.others))
        elif key not in (None, "*"):
            pairs[key] = value
    return v.dict_of(pairs.items(), rest)


def _getattr(evaluator: Evaluator, arguments: Arguments, first: Value) -> Value:
    name, default = arguments.positional(1), arguments.positional(2)
    names = v.constants(name, "str") if name is not None else []
    found = [attribute(evaluator, first, each) for each in names]
    if default is not None:
        found = [*(_existing(evaluator, value) for value in found), default]
    if name is None or name.open or not names:
        found.append(_any_named(evaluator, first))
    return v.join(found)


def _any_named(evaluator: Evaluator, owner: Value) -> Value:
    """An attribute with a computed name: any of those that are set with computed names."""
    objects = [atom for atom in v.in_order(owner.atoms) if type(atom) is at.Object]
    found = [attribute(evaluator, v.one(atom), "*") for atom in objects]
    return v.weaken(v.join([*found, v.TOP]), v.LIKELY) if found else v.TOP


def _existing(evaluator: Evaluator, value: Value) -> Value:
    """The value without names that torch lacks."""
    atoms = [atom for atom in value.atoms if type(atom) is not at.Torch or evaluator.torch.kind(atom.name)]
    return replace(value, atoms=frozenset(atoms))


def _extreme(evaluator: Evaluator, arguments: Arguments, first: Value) -> Value:
    values = arguments.unnamed
    return v.caused(v.join(values if len(values) > 1 else [element(evaluator, first)]), min(arguments.cause(), v.DATA))


def _sum(evaluator: Evaluator, arguments: Arguments, first: Value) -> Value:
    inner = element(evaluator, first)
    return inner if inner.atoms else replace(v.TOP, cause=inner.cause)


def _same(evaluator: Evaluator, arguments: Arguments, first: Value) -> Value:
    return first


def _magnitude(evaluator: Evaluator, arguments: Arguments, first: Value) -> Value:
    """The result of `abs`: real numbers for complex ones, and for a complex tensor."""
    return replace(first, atoms=frozenset(map(_real, first.atoms)))


def _real(atom: Atom) -> Atom:
    if v.type_name(atom) == "complex":
        return at.Plain("float")
    return at.Tensor(None, atom.rank, atom.dynamic) if isinstance(atom, at.Tensor) and atom.is_complex else atom


def _type(evaluator: Evaluator, arguments: Arguments, first: Value) -> Value:
    classes = [v.one(class_) for atom in v.in_order(first.atoms) if (class_ := _class_of(atom))]
    is_open = first.open or at.Instance(MODULE, None) in first.atoms or not classes
    return v.join([*classes, *([v.TOP] if is_open else [])])


def _class_of(atom: Atom) -> Atom | None:
    """The class that an object is an instance of."""
    if type(atom) is at.Object:
        return at.Class(atom.module, atom.number)
    return at.Torch(atom.torch_class) if type(atom) is at.Instance and atom.torch_class != MODULE else None


def _next(evaluator: Evaluator, arguments: Arguments, first: Value) -> Value:
    return element(evaluator, first)


def _vars(evaluator: Evaluator, arguments: Arguments, first: Value) -> Value:
    return v.dict_of((), v.TOP)


def _filter(evaluator: Evaluator, arguments: Arguments, first: Value) -> Value:
    second = arguments.positional(1)
    return v.holder(at.Iterator, element(evaluator, second) if second is not None else v.TOP)


_BUILTINS: Final[dict[str, _Handler]] = {
    "enumerate": _enumerate, "list": _list, "tuple": _tuple, "set": _set, "frozenset": _set, "sorted": _list,
    "reversed": _iterator, "iter": _iterator, "dict": make_dict, "getattr": _getattr, "max": _extreme, "min": _extreme, "sum": _sum,
    "abs": _magnitude, "round": _same, "pow": _same, "type": _type, "next": _next, "vars": _vars, "filter": _filter, "divmod": _same,
}  # fmt: skip
