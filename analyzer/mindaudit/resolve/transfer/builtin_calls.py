"""Calls of built-in functions, of built-in types' methods, and of other libraries: evidence that something is no tensor."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from mindaudit.resolve.solver.evaluator import Program
from mindaudit.resolve.symbols.attributes import attribute
from mindaudit.resolve.symbols.libraries import may_have_tensors
from mindaudit.resolve.transfer.containers import element, item
from mindaudit.resolve.transfer.operators import arithmetic, concatenated, texts
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value
from mindaudit.resolve.values.torch_catalog import MODULE, parse_returns, value_of

if TYPE_CHECKING:
    from mindaudit.resolve.transfer.arguments import Arguments

_Handler = Callable[[Program, "Arguments", Value], Value]
_NUMBERS: Final = {"len": "int", "int": "int", "float": "float", "bool": "bool", "hash": "int", "id": "int", "ord": "int",
            "isinstance": "bool", "issubclass": "bool", "callable": "bool", "hasattr": "bool", "all": "bool", "any": "bool"}  # fmt: skip
_TEXTS: Final = frozenset({"str", "repr", "chr", "format", "input", "ascii", "bin", "hex", "oct"})
_FOLDED: Final = frozenset(
    {"lower", "upper", "strip", "title", "capitalize", "casefold", "replace", "lstrip", "rstrip", "removeprefix", "removesuffix"}
)
_STR_LISTS: Final = frozenset({"split", "rsplit", "splitlines", "partition", "rpartition"})
_STR_NUMBERS: Final = {
    "find": "int",
    "index": "int",
    "count": "int",
    "startswith": "bool",
    "endswith": "bool",
    "isdigit": "bool",
    "isidentifier": "bool",
}


def call_builtin(program: Program, module: int, name: str, arguments: Arguments) -> Value:
    """What a built-in function gives."""
    first = arguments.positional(0)
    if name in _NUMBERS:
        return v.plain(_NUMBERS[name], _number_cause(name, first))
    if name == "str" and first is not None:
        return v.caused(texts(first), arguments.cause())
    if name in _TEXTS:
        return v.plain("str", arguments.cause())
    handler = _BUILTINS.get(name)
    if handler is not None and first is not None:
        return handler(program, arguments, first)
    if name in ("list", "dict", "set", "tuple"):
        return _empty(name, arguments)
    if name == "range":
        return v.plain("range", arguments.cause())
    return v.UNKNOWN


def _empty(name: str, arguments: Arguments) -> Value:
    if name == "dict":
        return _written_dict(arguments, {}, v.NEVER)
    return v.holder("list" if name == "tuple" else name, v.NEVER)


def _number_cause(name: str, first: Value | None) -> int:
    if name in ("isinstance", "issubclass", "callable", "hasattr") or first is None:
        return v.CONST
    if name == "len":
        tensors = [a for a in first.atoms if a[0] == "tensor"]
        return v.DATA if any(a[3] for a in tensors) else min(first.cause, v.SHAPE)
    return first.cause


def _enumerate(program: Program, arguments: Arguments, first: Value) -> Value:
    return v.holder("iterator", v.tuple_of((v.plain("int", v.CONFIG), element(program, first))))


def _zip(program: Program, arguments: Arguments, first: Value) -> Value:
    if any(key == "*" for key, _ in arguments.items):
        return v.holder("iterator", v.holder("list", element(program, element(program, first))))
    return v.holder("iterator", v.tuple_of(element(program, value) for key, value in arguments.items if key is None))


def _same_elements(kind: str) -> _Handler:
    def make(program: Program, arguments: Arguments, first: Value) -> Value:
        exact = [a for a in first.atoms if a[0] in ("items", "tuple")]
        if len(exact) == len(first.atoms) == 1 and kind in ("list", "tuple") and not first.open:
            return Value(
                frozenset(((("items" if kind == "list" else "tuple"), exact[0][1]),)), False, first.level, first.cause, first.depth
            )
        dicts = [a for a in first.atoms if a[0] == "dict"]
        if kind == "list" and dicts and len(dicts) == len(first.atoms):
            return v.holder("list", v.STRING)
        return v.holder("list" if kind == "tuple" else kind, element(program, first))

    return make


def _dict(program: Program, arguments: Arguments, first: Value) -> Value:
    known = [a for a in first.atoms if a[0] == "dict"]
    held = {key: value for a in known for key, value in a[1]}
    rest = v.join([a[2] for a in known]) if known else item(program, element(program, first), 1)
    return _written_dict(arguments, held, rest)


def _written_dict(arguments: Arguments, held: dict[object, Value], rest: Value) -> Value:
    """A dict with these pairs and those of the keyword arguments, in their order."""
    pairs = dict(held)
    for key, value in arguments.items:
        if key == "**":
            for atom in v.in_order(value.atoms):
                if atom[0] == "dict":
                    pairs.update(atom[1])
                    rest = v.join((rest, atom[2]))
        elif key not in (None, "*"):
            pairs[key] = value
    return v.dict_of(pairs.items(), rest)


def _getattr(program: Program, arguments: Arguments, first: Value) -> Value:
    name = arguments.positional(1)
    default = arguments.positional(2)
    names = v.constants(name, "str") if name is not None else []
    found = [attribute(program, first, n) for n in names]
    if default is not None:
        found = [*(_existing(program, value) for value in found), default]
    if name is None or name.open or not names:
        found.append(v.UNKNOWN)
    return v.join(found)


def _existing(program: Program, value: Value) -> Value:
    """The value less the names that torch lacks."""
    return value._replace(atoms=frozenset(a for a in value.atoms if a[0] != "torch" or program.torch.kind(a[1])))


def _extreme(program: Program, arguments: Arguments, first: Value) -> Value:
    values = [value for key, value in arguments.items if key is None]
    return v.caused(v.join(values if len(values) > 1 else [element(program, first)]), min(arguments.cause(), v.DATA))


def _sum(program: Program, arguments: Arguments, first: Value) -> Value:
    inner = element(program, first)
    return inner if inner.atoms else v.UNKNOWN._replace(cause=inner.cause)


def _same(program: Program, arguments: Arguments, first: Value) -> Value:
    return first


def _type(program: Program, arguments: Arguments, first: Value) -> Value:
    found = [a for a in v.in_order(first.atoms) if a[0] == "object" or (a[0] == "instance" and a[1] != MODULE)]
    classes = [v.one("class", a[1], a[2]) if a[0] == "object" else v.one("torch", a[1]) for a in found]
    return v.join([*classes, *([v.UNKNOWN] if first.open or ("instance", MODULE, None) in first.atoms or not classes else [])])


def _next(program: Program, arguments: Arguments, first: Value) -> Value:
    return element(program, first)


def _vars(program: Program, arguments: Arguments, first: Value) -> Value:
    return v.dict_of((), v.UNKNOWN)


def _map(program: Program, arguments: Arguments, first: Value) -> Value:
    from mindaudit.resolve.transfer.arguments import Arguments
    from mindaudit.resolve.transfer.calls import called

    inner = Arguments(tuple((None, element(program, value)) for key, value in arguments.items[1:] if key is None))
    return v.holder("iterator", v.join([called(program, -1, atom, inner, first) for atom in v.in_order(first.atoms)] or [v.UNKNOWN]))


def _filter(program: Program, arguments: Arguments, first: Value) -> Value:
    second = arguments.positional(1)
    return v.holder("iterator", element(program, second) if second is not None else v.UNKNOWN)


_BUILTINS: Final[dict[str, _Handler]] = {
    "enumerate": _enumerate, "zip": _zip, "list": _same_elements("list"), "tuple": _same_elements("tuple"), "set": _same_elements("set"),
    "frozenset": _same_elements("set"), "sorted": _same_elements("list"), "reversed": _same_elements("iterator"),
    "iter": _same_elements("iterator"),
    "dict": _dict, "getattr": _getattr, "max": _extreme, "min": _extreme, "sum": _sum, "abs": _same, "round": _same, "pow": _same,
    "type": _type, "next": _next, "vars": _vars, "map": _map, "filter": _filter, "divmod": _same,
}  # fmt: skip


def container_method(program: Program, atom: Atom, name: str, arguments: Arguments, callee: Value) -> Value:
    """What a method of a built-in type's instance gives."""
    kind = atom[1] if atom[0] in ("constant", "plain") else atom[0]
    if kind in ("str", "bytes"):
        return _folded_text(atom, name, arguments) or _filled(atom, name, arguments) or _text_method(name, callee)
    if kind == "dict":
        return _dict_method(program, atom, name, arguments)
    if kind in ("list", "items", "set", "tuple", "grown"):
        return _list_method(program, atom, name)
    if kind == "size":
        return v.plain("int", callee.cause)
    if kind in ("int", "float"):
        return v.plain(kind, callee.cause)
    return v.UNKNOWN


def _folded_text(atom: Atom, name: str, arguments: Arguments) -> Value | None:
    """A pure method of a known string with known arguments."""
    given = [v.only(value) for _, value in arguments.items]
    if atom[0] != "constant" or name not in _FOLDED or any(g is None or g[0] != "constant" for g in given):
        return None
    try:
        return v.constant(getattr(atom[2], name)(*(g[2] for g in given if g)))
    except (TypeError, ValueError):
        return None


def _filled(atom: Atom, name: str, arguments: Arguments) -> Value | None:
    """`"Conv{}d".format(n)` with known n."""
    if atom[0] != "constant" or name != "format" or atom[1] != "str" or any(key is not None for key, _ in arguments.items):
        return None
    pieces = atom[2].split("{}")
    if len(pieces) != len(arguments.items) + 1 or any(set(piece) & set("{}") for piece in pieces):
        return None
    filled = [part for piece, (_, value) in zip(pieces, arguments.items, strict=False) for part in (v.constant(piece), texts(value))]
    return concatenated([*filled, v.constant(pieces[-1])])


def _text_method(name: str, callee: Value) -> Value:
    if name in _STR_LISTS:
        return v.holder("list", v.STRING)
    return v.plain(_STR_NUMBERS.get(name, "bytes" if name == "encode" else "str"), callee.cause)


def _dict_method(program: Program, atom: Atom, name: str, arguments: Arguments) -> Value:
    if name in ("get", "pop", "setdefault"):
        return _taken(atom, name, arguments)
    if name == "values":
        return v.holder("iterator", _any_value(atom))
    if name == "items":
        return v.holder("iterator", v.tuple_of((v.STRING._replace(open=not atom[1]), _any_value(atom))))
    if name == "keys":
        return v.holder("iterator", v.join([v.constant(key) for key, _ in atom[1]]) if atom[1] else v.UNKNOWN)
    return v.one(*atom) if name == "copy" else v.UNKNOWN


def _taken(atom: Atom, name: str, arguments: Arguments) -> Value:
    """What `get`, `pop` or `setdefault` gives."""
    first, default = arguments.positional(0), arguments.positional(1)
    missing = [default] if default is not None else [v.NONE] if name == "get" else []
    key = v.only(first) if first is not None else None
    if key is None:
        return v.join((_any_value(atom), *missing))
    found: Value | None = next((value for each, value in atom[1] if each == key[2]), None) if key[0] == "constant" else None
    if found is None:
        return v.join((atom[2], *missing))
    others = [atom[2]] if atom[2].atoms else []
    return v.join((v.present(found), *others, *(missing if v.ABSENT in found.atoms else ())))


def _any_value(atom: Atom) -> Value:
    return v.present(v.join([*(value for _, value in atom[1]), atom[2]]))


def _list_method(program: Program, atom: Atom, name: str) -> Value:
    if name == "pop":
        return element(program, v.one(*atom))
    if name in ("index", "count"):
        return v.plain("int")
    if name in ("copy", "union", "intersection", "difference"):
        return v.one(*atom)
    return v.NONE if name in ("append", "extend", "insert", "sort", "reverse", "remove", "clear", "add", "update", "discard") else v.UNKNOWN


_COPIES: Final = frozenset(
    {
        "copy.copy",
        "copy.deepcopy",
        "functools.wraps",
        "functools.lru_cache",
        "functools.cache",
        "contextlib.suppress",
        "dataclasses.replace",
        "copy.replace",
    }
)
_DICTS: Final = frozenset({"collections.OrderedDict", "collections.defaultdict"})
_ARITHMETIC: Final = {
    "operator.add": "Add", "operator.sub": "Subtract", "operator.mul": "Multiply", "operator.truediv": "Divide",
    "operator.matmul": "MatrixMultiply", "operator.and_": "BitAnd", "operator.or_": "BitOr", "operator.xor": "BitXor",
}  # fmt: skip
_ITERATED: Final = frozenset({"itertools.chain", "tqdm.tqdm", "tqdm", "itertools.islice", "itertools.cycle"})


def call_external(program: Program, module: int, name: str, arguments: Arguments, made: str) -> Value:
    """What a function or class of another library gives, as far as `externals.csv` or its well-known meaning tells; else a thing `made`."""
    first = arguments.positional(0)
    if name in ("functools.partial", "functools.partialmethod") and first is not None:
        held = v.nested(first)
        return Value(
            frozenset((("partial", held, _light(arguments)),)), first.open and not first.atoms, first.level, first.cause, held.depth + 1
        )
    if name in _COPIES and first is not None:
        return first
    if name in _DICTS:
        return _dict(program, arguments, first) if first is not None and name.endswith("OrderedDict") else _empty("dict", arguments)
    if name == "itertools.chain" or name in _ITERATED:
        return v.holder("iterator", v.join([element(program, value) for key, value in arguments.items if key is None]))
    if name == "itertools.chain.from_iterable" and first is not None:
        return v.holder("iterator", element(program, element(program, first)))
    if name == "functools.reduce" and first is not None:
        return _reduce(program, module, arguments, first)
    if name in _ARITHMETIC:
        return arithmetic(program, _ARITHMETIC[name], *(arguments.positional(place) or v.UNKNOWN for place in (0, 1)))
    if name == "itertools.repeat" and first is not None:
        return v.holder("iterator", first)
    if name == "itertools.product":
        return v.holder("iterator", v.tuple_of(element(program, value) for key, value in arguments.items if key is None))
    if name.startswith(("math.", "cmath.")):
        return v.plain(
            "int" if name in ("math.ceil", "math.floor", "math.gcd", "math.isqrt", "math.comb", "math.prod") else "float", arguments.cause()
        )
    if name in ("typing.cast", "typing_extensions.cast"):
        return arguments.positional(1) or v.UNKNOWN
    told = _told(program, name, arguments, first)
    if told is not None:
        return told
    if may_have_tensors(name) and any(a[0] == "tensor" for _, value in arguments.items for a in value.atoms):
        return v.tensor(level=v.LIKELY, cause=arguments.cause())._replace(open=True)
    return v.one("made", name if may_have_tensors(name) else made, cause=arguments.cause())


def _reduce(program: Program, module: int, arguments: Arguments, first: Value) -> Value:
    """What the function gives for two of the elements, or the element that is alone."""
    from mindaudit.resolve.transfer.arguments import Arguments
    from mindaudit.resolve.transfer.calls import called

    items = element(program, arguments.positional(1) or v.UNKNOWN)
    start = arguments.positional(2) or items
    results = [called(program, module, atom, Arguments(((None, start), (None, items))), first) for atom in v.in_order(first.atoms)]
    return v.join((start, *(results or [v.UNKNOWN])))


_KEPT: Final = {"first": 0, "second": 1}
"""Which argument's kind a function gives; where it is the second, it may be of another dtype."""


def _told(program: Program, name: str, arguments: Arguments, first: Value | None) -> Value | None:
    """What the table of other libraries says that a call gives; None where it says nothing."""
    said = program.torch.external(name)
    if not said or (said == "any" and not may_have_tensors(name)):
        return None
    if said not in _KEPT:
        return value_of(parse_returns(said)[0], first or v.UNKNOWN, v.CERTAIN, arguments.cause())
    kept = arguments.positional(_KEPT[said])
    atoms = kept.atoms if kept is not None else frozenset()
    kinds = [_like(a, same_dtype=said == "first") for a in atoms if a[0] not in ("list", "tuple", "items")]
    is_open = kept is None or kept.open or len(kinds) < max(len(atoms), 1)
    return v.join([*kinds, *([v.UNKNOWN] if is_open else [])])._replace(level=kept.level if kept else v.CERTAIN, cause=arguments.cause())


def _like(atom: Atom, same_dtype: bool) -> Value:
    """The same kind of thing; of a tensor not its rank, and perhaps another dtype."""
    return v.tensor(atom[1] if same_dtype else None, None, atom[3]) if atom[0] == "tensor" else v.one(*atom)


def _light(arguments: Arguments) -> tuple[tuple[str | None, Value], ...]:
    """The arguments that a partial holds, without deep ones."""
    return tuple((key, v.nested(value)) for key, value in arguments.items[1:9])
