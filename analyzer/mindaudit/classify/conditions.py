"""The `when` language of mapping rows: conditions in three-valued (Kleene) logic over what is known of a call's arguments."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from mindaudit.classify.bind import Binding
from mindaudit.classify.syntax import split
from mindaudit.model import ANY, Usage, Value

Truth = bool | None

NUMBERS: Final[frozenset[str]] = frozenset({"int", "float", "bool", "complex"})
SEQUENCES: Final[frozenset[str]] = frozenset({"tuple", "list", "size"})
_FAMILIES: Final = {"number": NUMBERS, "sequence": SEQUENCES}
_FLOATS: Final = frozenset({"float16", "bfloat16", "float32", "float64", "float"})
_INTS: Final = frozenset({"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "int"})
_DTYPE_FAMILIES: Final = {"float": _FLOATS, "int": _INTS, "complex": frozenset({"complex64", "complex128", "complex"})}
_RARE: Final = _INTS | _DTYPE_FAMILIES["complex"] | {"bool", "float64"}
"""What tensors of unknown dtype are seldom of."""
_CALL_ATOM: Final = re.compile(
    r"(given|unpacked|type|rank|dtype|constant|named|defines|mixed|empty|computed|complex|parameter|perhaps|tensors|squeezed|negative)\((\w+)\)\s*(?:=\s*(.+))?",
    re.DOTALL,
)
_COMPARE_ATOM: Final = re.compile(r"(\w+)\s*(!=|<=|>=|=|<|>|\s+not\s+in\b|\s+in\b)\s*(.+)", re.DOTALL)
_ORDER: Final[dict[str, Callable[[Any, Any], Any]]] = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
_OF_USAGES: Final[dict[str, Callable[[Usage], bool]]] = {
    "statement": lambda usage: usage.statement,
    "network": lambda usage: usage.context == "network",
    "thawed": lambda usage: usage.thawed,
    "stepped": lambda usage: usage.stepped,
    "rewritten": lambda usage: usage.rewritten,
}


@dataclass(frozen=True, slots=True)
class TorchName:
    """A literal that is a torch constant, such as a dtype."""

    name: str


@dataclass(frozen=True, slots=True)
class Atom:
    """One condition; `parameter` is empty where it asks about the usage itself."""

    text: str
    test: str
    parameter: str = ""
    wanted: tuple[Any, ...] = ()
    negated: bool = False

    @property
    def decides(self) -> bool:
        """Whether its truth fixes the argument's value, so that the argument needs no place in the template."""
        return self.test == "equal" and not self.negated


class BadConditionError(ValueError):
    """A `when` that cannot be parsed."""


@lru_cache(maxsize=8192)
def parse(text: str) -> tuple[Atom, ...]:
    """The atoms of a `when` column. Raises BadConditionError, naming the atom."""
    return tuple(map(_atom, split(text, "&")))


def _atom(text: str) -> Atom:
    if text.startswith("not "):
        inner = _atom(text[4:].strip())
        return Atom(text, inner.test, inner.parameter, inner.wanted, not inner.negated)
    if text in _OF_USAGES:
        return Atom(text, text)
    if match := _CALL_ATOM.fullmatch(text):
        test, parameter, wanted = match.groups()
        words = tuple(word.strip() for word in (wanted or "").split("|") if word.strip())
        if (test in ("type", "rank", "dtype", "perhaps")) != bool(words):
            raise BadConditionError(text)
        return Atom(text, test, parameter, tuple(map(int, words)) if test == "rank" else words)
    if match := _COMPARE_ATOM.fullmatch(text):
        parameter, sign, wanted = match[1], match[2].strip(), match[3].strip()
        if parameter == "kind":
            return Atom(text, "kind", "", tuple(wanted.split("|")), sign == "!=")
        if sign in _ORDER:
            return Atom(text, sign, parameter, (literal(wanted),))
        choices = split(wanted.strip()[1:-1], ",") if sign.endswith("in") else [wanted]
        return Atom(text, "equal", parameter, tuple(map(literal, choices)), sign in ("!=", "not in"))
    raise BadConditionError(text)


def literal(text: str) -> Any:
    """A Python literal or a dotted torch name. Raises BadConditionError for anything else."""
    if text.startswith("torch."):
        return TorchName(text)
    if text in ("inf", "-inf"):
        return float(text)
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError) as error:
        raise BadConditionError(text) from error


def value_of(constant: Any) -> Value:
    """The value of a literal."""
    if isinstance(constant, TorchName):
        return Value(frozenset({"dtype"}), True, constant.name)
    items = tuple(map(value_of, constant)) if isinstance(constant, (tuple, list)) else None
    kind = "None" if constant is None else "ellipsis" if constant is ... else type(constant).__name__
    return Value(frozenset({kind}), True, constant, items, cause="const")


@lru_cache(maxsize=4096)
def default_value(text: str) -> Value:
    """The value of a default from its source text; "..." in a catalog is a default without source text."""
    if text == "...":
        return ANY
    try:
        return value_of(literal(text))
    except BadConditionError:
        return ANY


def argument_value(binding: Binding, name: str) -> Value:
    """The known value of a parameter in this call, from its argument or default."""
    if name == binding.spread:
        return _spread_value(binding)
    if name in binding.given:
        value = binding.given[name].value
        return ANY if value.optional else value
    parameter = binding.by_name.get(name)
    if binding.unseen or parameter is None or parameter.default is None:
        return ANY
    return default_value(parameter.default)


def _spread_value(binding: Binding) -> Value:
    values = [argument.value for argument in binding.variadic]
    if any(argument.star for argument in binding.variadic):
        return Value(frozenset({"tuple"}))
    if len(values) == 1 and (not values[0].types or values[0].types & SEQUENCES):
        return values[0]
    constant = all(value.constant for value in values)
    return Value(frozenset({"tuple"}), constant, tuple(value.literal for value in values) if constant else None, tuple(values))


def holds(atom: Atom, binding: Binding, usage: Usage) -> Truth:
    """Whether an atom is true of a call: True, False, or None if that cannot be decided."""
    truth = _plain(atom, binding, usage)
    return truth if truth is None or not atom.negated else not truth


def _plain(atom: Atom, binding: Binding, usage: Usage) -> Truth:
    if atom.test in _OF_USAGES:
        return _OF_USAGES[atom.test](usage)
    if atom.test == "named":
        return usage.result_named
    if atom.test == "kind":
        return usage.kind in atom.wanted
    if atom.test == "defines":
        return usage.receiver is not None and atom.parameter in usage.receiver.value.defines
    name = binding.canonical(atom.parameter)
    if atom.test == "given":
        return _is_given(binding, name)
    if atom.test == "unpacked":
        return name in binding.given and binding.given[name].star == "**"
    if atom.test == "empty":
        return argument_value(binding, name).empty
    if usage.kind in ("reference", "base", "decorator", "annotation") and name not in binding.given:
        return None
    value = argument_value(binding, name)
    if atom.test == "constant":
        return value.constant
    if atom.test == "equal":
        return any_of(equals(value, wanted) for wanted in atom.wanted)
    if atom.test == "computed":
        return value.computed
    if atom.test == "squeezed":
        return value.squeezed
    if atom.test == "negative":
        return any(_is_number(item) and item.literal < 0 for item in value.items or ())
    if atom.test == "complex":
        return value.complex
    if atom.test == "tensors":
        return value.tensors
    if atom.test == "perhaps":
        return any(_has_dtype(dtype, atom.wanted) for dtype in value.perhaps)
    if atom.test == "parameter":
        return value.parameter
    if atom.test == "type":
        return any_of_types(value, atom.wanted)
    if atom.test == "mixed":
        exact = [dtype for dtype in value.dtypes if dtype not in _DTYPE_FAMILIES]
        if value.items:
            return _may_differ(_dtypes(value.items)) if len(value.items) > 1 else False
        return len(exact) > 1 or None
    if atom.test == "rank":
        return None if value.rank is None else value.rank in atom.wanted
    if atom.test == "dtype":
        return _has_dtype(value.dtype, atom.wanted)
    return bool(_ORDER[atom.test](value.literal, atom.wanted[0])) if _is_number(value) else False if _never_number(value) else None


def _is_given(binding: Binding, name: str) -> Truth:
    """Whether a call passes a parameter; what a dict holds that may be without it is undecided."""
    if name in binding.given and binding.given[name].value.optional:
        return None
    return True if binding.is_given(name) else None if binding.unseen else False


def _is_number(value: Value) -> bool:
    return value.constant and isinstance(value.literal, (int, float))


def _never_number(value: Value) -> bool:
    return bool(value.types) and not value.types & NUMBERS and value.types.isdisjoint(("tensor", "numpy"))


def conjunction(truths: Iterable[Truth]) -> Truth:
    """Kleene's and: false if any is false, else unknown if any is unknown."""
    found = set(truths)
    return False if False in found else None if None in found else True


def any_of(truths: Iterable[Truth]) -> Truth:
    """Kleene's or."""
    found = set(truths)
    return True if True in found else None if None in found else False


def equals(value: Value, wanted: Any) -> Truth:
    """Whether a value is a certain constant. True is not 1, but 1.0 is."""
    if value.constant:
        return _same(value.literal, wanted)
    if isinstance(wanted, (tuple, list)) and value.items is not None:
        if len(value.items) != len(wanted):
            return False
        return conjunction(equals(item, part) for item, part in zip(value.items, wanted, strict=True))
    kinds = value_of(wanted).types
    if kinds & NUMBERS - {"bool"}:
        kinds |= {"int", "float"}
    if "tuple" in kinds:
        kinds |= {"size"}
    return False if value.types and not value.types & kinds else None


def _same(found: Any, wanted: Any) -> bool:
    if isinstance(wanted, TorchName):
        return bool(found == wanted.name)
    if isinstance(wanted, (tuple, list)):
        return (
            isinstance(found, (tuple, list))
            and len(found) == len(wanted)
            and all(_same(part, other) for part, other in zip(found, wanted, strict=True))
        )
    return isinstance(found, bool) == isinstance(wanted, bool) and bool(found == wanted)


def any_of_types(value: Value, wanted: Iterable[str]) -> Truth:
    """Whether a value's type is one of the type names of the language."""
    if not value.types:
        return None
    verdicts = {_type_is(value, kind, tuple(wanted)) for kind in value.types}
    return verdicts.pop() if len(verdicts) == 1 else None


def _type_is(value: Value, kind: str, wanted: tuple[str, ...]) -> Truth:
    return any_of(_one_type(value, kind, word) for word in wanted)


def _one_type(value: Value, kind: str, word: str) -> Truth:
    base = word.rstrip("0123456789")
    if kind not in _FAMILIES.get(base, {base}):
        return False
    if base == word:
        return True
    return None if value.items is None else len(value.items) == int(word[len(base) :])


def _dtypes(tensors: Iterable[Value]) -> set[str | None]:
    """The dtypes of several tensors, also those that they have in some cases only. None is among them if one is unknown."""
    found = {tensor.dtype or ("complex" if tensor.complex else None) for tensor in tensors}
    return found.union(*(tensor.perhaps for tensor in tensors if not tensor.dtype))


def _may_differ(dtypes: set[str | None]) -> Truth:
    """Whether tensors of these dtypes (None: unknown) may differ: yes if one is of integers, doubles or complex, and another is unknown."""
    known = {dtype for dtype in dtypes if dtype}
    if len(known) > 1 or (None in dtypes and any(dtype in _RARE for dtype in known)):
        return True
    return None if None in dtypes or not known.isdisjoint(_DTYPE_FAMILIES) else False


def _has_dtype(dtype: str | None, wanted: tuple[str, ...]) -> Truth:
    if dtype is None:
        return None
    if any(dtype == word or dtype in _DTYPE_FAMILIES.get(word, ()) for word in wanted):
        return True
    family = _DTYPE_FAMILIES.get(dtype)
    return None if family and any(word in family for word in wanted) else False
