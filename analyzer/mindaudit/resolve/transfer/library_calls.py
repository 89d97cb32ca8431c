"""Calls of other libraries: the result by the table of libraries or a special rule, else an object made by that library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.libraries import ARRAY, ARRAY_NUMBER, may_have_tensors
from mindaudit.resolve.transfer.arguments import Arguments
from mindaudit.resolve.transfer.builtin_calls import make_dict, written_dict
from mindaudit.resolve.transfer.containers import element
from mindaudit.resolve.transfer.operators import DOUBLE, arithmetic, is_number, number
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.atoms import Bound, Pair
from mindaudit.resolve.values.domain import Atom, Value
from mindaudit.resolve.values.torch_catalog import parse_returns, value_of

_Handler = Callable[[Evaluator, Arguments], Value]
_FirstHandler = Callable[[Evaluator, Arguments, Value], Value]
"""Gives the value of a call that has a first positional argument, which is the last parameter."""
_COPIES: Final = frozenset({
    "copy.copy", "copy.deepcopy", "functools.wraps", "functools.lru_cache", "functools.cache", "contextlib.suppress",
    "dataclasses.replace", "copy.replace",
})  # fmt: skip
_ARITHMETIC: Final = {
    "operator.add": "Add", "operator.sub": "Subtract", "operator.mul": "Multiply", "operator.truediv": "Divide",
    "operator.matmul": "MatrixMultiply", "operator.and_": "BitAnd", "operator.or_": "BitOr", "operator.xor": "BitXor",
}  # fmt: skip
_INTEGERS: Final = frozenset(f"math.{name}" for name in ("ceil", "floor", "gcd", "isqrt", "comb", "prod"))
_NAMED_TUPLE: Final = "collections.namedtuple"
_FIELDS: Final = "collections.namedtuple()"
"""A class that `namedtuple` has made."""
_ELEMENTWISE: Final = "elementwise"
_REDUCED: Final = "reduced"
_LEFT: Final = frozenset({"axis", "keepdims", "out", "*", "**"})
"""The arguments by which more than one number can be left of an array."""
_WRITTEN: Final = frozenset({"numpy.array", "numpy.asarray"})
_CAST: Final = f"{ARRAY}.astype"
_SCALARS: Final = [f"numpy.{name}" for name in (
    "bool_", "int8", "int16", "int32", "int64", "int_", "intp", "longlong", "uint8", "uint16", "uint32", "uint64", "float16", "float32",
    "float64", "half", "single", "double",
)]  # fmt: skip
"""The classes of NumPy's numbers, which make an array of a list or an array."""
_DTYPES: Final = {
    **dict.fromkeys(("numpy.float64", "numpy.double", "float64", "double", "float"), DOUBLE),
    **dict.fromkeys(("numpy.float32", "numpy.single", "float32"), "float32"),
    "numpy.uint8": "uint8",
    "uint8": "uint8",
    "numpy.ubyte": "uint8",
    "bool": "bool",
    "numpy.bool_": "bool",
    "numpy.bool": "bool",
}
_OF_DOUBLES: Final = {f"numpy.{name}": most for name, most in (
    *(("linspace", 3), ("zeros", 1), ("ones", 1), ("eye", 1), ("identity", 1), ("empty", 1), ("logspace", 3), ("hanning", 1)),
    *(
        (f"random.{owner}{name}", 9)
        for owner in ("", "RandomState.", "Generator.")
        for name in ("rand", "randn", "random_sample", "normal", "uniform", "standard_normal", "random")
    ),
)}  # fmt: skip
"""Functions that make doubles unless a dtype is given, and how many arguments by position give none."""
_KEPT: Final = {"first": 0, "second": 1}
"""Which argument's kind a function gives; where it is the second, it may be of another dtype."""


def call_external(evaluator: Evaluator, name: str, arguments: Arguments, made: str) -> Value:
    """The result of a function or class of another library; `made`: what made the object of which it is an attribute, or itself."""
    first = arguments.positional(0)
    by_first = _copied if name in _COPIES else _BY_FIRST.get(name)
    if by_first is not None and first is not None:
        return by_first(evaluator, arguments, first)
    handler = _HANDLERS.get(name)
    if handler is not None:
        return handler(evaluator, arguments)
    if name in _ARITHMETIC:
        return arithmetic(_ARITHMETIC[name], *(arguments.positional(place) or v.TOP for place in (0, 1)))
    if name.startswith(("math.", "cmath.")):
        return v.plain("int" if name in _INTEGERS else "float", arguments.cause())
    known = _known_result(evaluator, name, arguments, first)
    if known is not None:
        return known
    if may_have_tensors(name) and any(type(atom) is at.Tensor for _, value in arguments.items for atom in value.atoms):
        return replace(v.tensor(level=v.LIKELY, cause=arguments.cause()), open=True)
    return v.one(at.Made(name if may_have_tensors(name) else made), cause=arguments.cause())


def _copied(evaluator: Evaluator, arguments: Arguments, first: Value) -> Value:
    return first


def _partial(evaluator: Evaluator, arguments: Arguments, first: Value) -> Value:
    function = v.nested(first)
    held = tuple([Bound(key, v.nested(value)) for key, value in arguments.items[1:]])
    atoms = frozenset((at.Partial(function, held),))
    return Value(atoms, first.open and not first.atoms, first.level, first.cause, function.depth + 1)


def _module(evaluator: Evaluator, arguments: Arguments, first: Value) -> Value:
    """A module of torch by its name, `import_module("torch.nn")`; other modules are not looked for."""
    names = v.constants(first, "str")
    found = [v.one(at.Torch(evaluator.torch.canonical(name))) for name in names if name.partition(".")[0] == "torch"]
    other = v.one(at.Made("importlib.import_module"), cause=arguments.cause())
    return v.join(found if found and len(found) == len(first.atoms) and not first.open else [*found, other])


def _chained(evaluator: Evaluator, arguments: Arguments, first: Value) -> Value:
    return v.holder(at.Iterator, element(evaluator, element(evaluator, first)))


def _repeated(evaluator: Evaluator, arguments: Arguments, first: Value) -> Value:
    return v.holder(at.Iterator, first)


def _new_dict(evaluator: Evaluator, arguments: Arguments) -> Value:
    return written_dict(arguments, {}, v.BOTTOM)


def _iterated(evaluator: Evaluator, arguments: Arguments) -> Value:
    return v.holder(at.Iterator, v.join([element(evaluator, value) for value in arguments.unnamed]))


def _product(evaluator: Evaluator, arguments: Arguments) -> Value:
    return v.holder(at.Iterator, v.tuple_of(element(evaluator, value) for value in arguments.unnamed))


def _where(evaluator: Evaluator, arguments: Arguments) -> Value:
    """`numpy.where`: what it chooses from two arrays, or the positions as one array for each dimension."""
    array = v.one(at.Made(ARRAY), cause=arguments.cause())
    return array if len(arguments.items) > 1 else v.holder(at.List, array)


def _cast(evaluator: Evaluator, arguments: Arguments) -> Value:
    return arguments.positional(1) or v.TOP


def _scalar(evaluator: Evaluator, arguments: Arguments) -> Value:
    return replace(_by_elements([value for _, value in arguments.items]), cause=arguments.cause())


def _named_tuple(evaluator: Evaluator, arguments: Arguments) -> Value:
    """`namedtuple("Name", fields)`: a partial object that holds the field names and makes a named tuple when called."""
    written = v.only(arguments.positional(1) or v.TOP)
    match written:
        case at.Tuple(items) | at.Items(items):
            names = [v.only(item) for item in items]
        case at.Constant("str", text):
            names = [at.Constant("str", name) for name in str(text).replace(",", " ").split()]
        case _:
            return v.one(at.Made(_NAMED_TUPLE), cause=arguments.cause())
    if not all(type(name) is at.Constant for name in names):
        return v.one(at.Made(_NAMED_TUPLE), cause=arguments.cause())
    return v.one(at.Partial(v.one(at.External(_FIELDS)), (Bound(None, v.tuple_of(v.one(name) for name in names if name)),)))


def _fields(evaluator: Evaluator, arguments: Arguments) -> Value:
    """The named tuple of these names (the first argument) and values."""
    names = [name.value for item in _items_of(arguments.positional(0)) if type(name := v.only(item)) is at.Constant]
    named = dict(zip(names, arguments.unnamed[1:], strict=False))
    named |= {key: value for key, value in arguments.items if key in names}
    pairs = tuple([Pair(name, v.nested(named.get(name, v.TOP))) for name in names])
    return v.one(at.Fields(pairs), cause=arguments.cause())


def _items_of(value: Value | None) -> tuple[Value, ...]:
    atom = v.only(value) if value is not None else None
    return atom.items if type(atom) is at.Tuple else ()


_BY_FIRST: Final[dict[str, _FirstHandler]] = {
    "functools.partial": _partial, "functools.partialmethod": _partial, "collections.OrderedDict": make_dict,
    "itertools.chain.from_iterable": _chained, "itertools.repeat": _repeated,
    "importlib.import_module": _module,
}  # fmt: skip
_HANDLERS: Final[dict[str, _Handler]] = {
    "collections.OrderedDict": _new_dict, "collections.defaultdict": _new_dict, "itertools.chain": _iterated, "tqdm.tqdm": _iterated,
    "tqdm": _iterated, "itertools.islice": _iterated, "itertools.cycle": _iterated, "itertools.product": _product,
    "numpy.where": _where, _NAMED_TUPLE: _named_tuple, _FIELDS: _fields, "typing.cast": _cast, "typing_extensions.cast": _cast,
    **dict.fromkeys(_SCALARS, _scalar),
}  # fmt: skip


def _known_result(evaluator: Evaluator, name: str, arguments: Arguments, first: Value | None) -> Value | None:
    """The result of a call by the table of other libraries; None if that has none."""
    said = evaluator.torch.external(name)
    if not said or (said == "any" and not may_have_tensors(name)):
        return None
    if said == _ELEMENTWISE:
        return replace(_by_elements([value for _, value in arguments.items]), cause=arguments.cause())
    if said == _REDUCED:
        return replace(_reduced(arguments, is_method=name.startswith(f"{ARRAY}.")), cause=arguments.cause())
    if said not in _KEPT:
        given = value_of(parse_returns(said)[0], first or v.TOP, v.CERTAIN, arguments.cause())
        return _array_of(given, _dtype_of(name, arguments))
    kept = arguments.positional(_KEPT[said])
    if kept is None:
        return replace(v.TOP, cause=arguments.cause())
    kinds = [_like(atom, same_dtype=said == "first") for atom in kept.atoms if not isinstance(atom, (at.List, at.Tuple, at.Items))]
    is_open = kept.open or len(kinds) < max(len(kept.atoms), 1)
    return replace(v.join([*kinds, *([v.TOP] if is_open else [])]), level=kept.level, cause=arguments.cause())


def _dtype_of(name: str, arguments: Arguments) -> Value | None:
    """The dtype that a function's result has by an argument, or by its default."""
    given = arguments.named("dtype") or (arguments.positional(0) if name == _CAST else None)
    if given is not None or any(key in ("*", "**") for key, _ in arguments.items):
        return given
    of_doubles = len(arguments.unnamed) <= _OF_DOUBLES.get(name, 0)
    if name in _WRITTEN and len(arguments.unnamed) == 1:
        of_doubles = _holds_floats(arguments.unnamed[0])
    return v.constant(DOUBLE) if of_doubles else None


def _holds_floats(value: Value) -> bool:
    """Whether a value is a list or tuple of numbers, of which one is a float."""
    atom = v.only(value)
    if not isinstance(atom, (at.List, at.Items, at.Tuple)):
        return number(value) == "float"
    held = list(v.held_values(atom))
    known = [number(each) or ("float" if _holds_floats(each) else None) for each in held]
    return "float" in known and None not in known


def _array_of(array: Value, dtype: Value | None) -> Value:
    """The array with its dtype, if that matters: of masks, doubles and floats."""
    written = v.only(dtype or v.TOP)
    match written:
        case at.External(name) | at.Builtin(name) | at.Constant("str", str(name)):
            known = _DTYPES.get(name)
            is_array = v.only(array) == at.Made(ARRAY)
            return replace(array, atoms=frozenset((at.Made(ARRAY, known),))) if known and is_array else array
    return array


def _by_elements(values: Sequence[Value]) -> Value:
    """The result of an elementwise function of NumPy: a tensor for tensors, as torch wraps it, or what it gives for others."""
    tensors = [(_like(atom, same_dtype=False), value.level) for value in values for atom in value.atoms if type(atom) is at.Tensor]
    if not tensors:
        return _of_arrays(values)
    is_sure = any(value.atoms and not value.open and all(type(atom) is at.Tensor for atom in value.atoms) for value in values)
    joined = v.join([*(each for each, _ in tensors), *([] if is_sure else [_of_arrays(values)])])
    return replace(joined, level=min(level for _, level in tensors))


def _of_arrays(values: Sequence[Value]) -> Value:
    """A number for numbers, an array for arrays, either if that is not known."""
    if any(type(atom := v.only(value)) is at.Made and atom.name == ARRAY for value in values):
        return v.one(at.Made(ARRAY))
    return v.one(at.Made(ARRAY_NUMBER)) if all(map(is_number, values)) else v.join([v.one(at.Made(name)) for name in (ARRAY, ARRAY_NUMBER)])


def _reduced(arguments: Arguments, is_method: bool) -> Value:
    """The result of a sum, an extreme or the like of NumPy: a number of all elements, an array where an axis or more is given."""
    is_whole = len(arguments.unnamed) == (0 if is_method else 1) and not any(key in _LEFT for key, _ in arguments.items)
    return v.one(at.Made(ARRAY_NUMBER if is_whole else ARRAY))


def _like(atom: Atom, same_dtype: bool) -> Value:
    """A thing of the same kind; for a tensor, rank and dtype may differ."""
    return v.tensor(atom.dtype if same_dtype else None, None, atom.dynamic) if type(atom) is at.Tensor else v.one(atom)
