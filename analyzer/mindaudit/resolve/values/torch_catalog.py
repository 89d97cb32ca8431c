"""The torch catalog for the resolver: public names, results of calls, methods of classes."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from msgspec.structs import replace

from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.atoms import Pair
from mindaudit.resolve.values.domain import Atom, Value
from mindaudit_data import torch_catalog
from mindaudit_data.catalog import Api

TENSOR: Final = "torch.Tensor"
MODULE: Final = "torch.nn.Module"
FUNCTION: Final = "torch.autograd.Function"
APPLY: Final = "torch.autograd.Function.apply"
CONTEXT: Final = "torch.autograd.function.FunctionCtx"
PYTHON_DTYPES: Final = {"bool": "torch.bool", "int": "torch.int64", "float": "torch.float64", "complex": "torch.complex128"}
"""The dtypes that Python's types stand for where torch is given one."""
_NAMES: Final = {"int": ("int",), "float": ("float",), "bool": ("bool",), "str": ("str",), "scalar": ("float", "int")}
_HOLDERS: Final[dict[str, v.Holder]] = {"list": at.List, "iterator": at.Iterator, "set": at.Set}


_SECOND_NAMES: Final = {
    "long": "int64", "int": "int32", "short": "int16", "float": "float32", "double": "float64", "half": "float16",
    "cfloat": "complex64", "cdouble": "complex128",
}  # fmt: skip


WHOLE_CLASSES: Final = {
    "BoolTensor": "bool", "ByteTensor": "uint8", "CharTensor": "int8", "ShortTensor": "int16", "IntTensor": "int32", "LongTensor": "int64",
}  # fmt: skip
"""The dtypes that classes of tensors stand for: those of whole numbers and truth values."""
_CLASSES: Final = {
    **WHOLE_CLASSES, "HalfTensor": "float16", "BFloat16Tensor": "bfloat16", "FloatTensor": "float32", "DoubleTensor": "float64",
}  # fmt: skip


def dtype_name(name: str) -> str:
    """The short name of a dtype of torch, or of what a type of Python or a class of tensors stands for.

    So `int64` of `torch.int64`, `torch.long`, `int` and `torch.cuda.LongTensor`.
    """
    short = PYTHON_DTYPES.get(name, name).removeprefix("torch.")
    return _SECOND_NAMES.get(short) or _CLASSES.get(short.removeprefix("cuda."), short)


class Torch:
    """Memoised questions to the catalog."""

    def __init__(self) -> None:
        catalog = torch_catalog()
        self.lookup = cache(catalog.lookup)
        self.method = cache(catalog.method)
        self.parameters = cache(catalog.parameters)
        self.external = cache(catalog.external)
        self.is_module = cache(catalog.is_module)
        self.ancestors = cache(self._ancestors)
        self.gives = cache(self._gives)

    def canonical(self, dotted: str) -> str:
        """The documented public name, or the name itself where the catalog has none."""
        api = self.lookup(dotted)
        return api.name if api else dotted

    def kind(self, name: str) -> str:
        """function, class, method, property, module, constant, dtype, or "" for a name that torch lacks."""
        api = self.lookup(name)
        return api.kind if api else "module" if self.is_module(name) else ""

    def _ancestors(self, name: str) -> tuple[str, ...]:
        """A class and its torch bases, nearest first."""
        api = self.lookup(name)
        bases = api.bases if api else ()
        return tuple(dict.fromkeys([name, *(a for base in bases for a in self._ancestors(base))]))

    def derives(self, name: str, base: str) -> bool:
        """Whether a torch class is a base or one of its subclasses."""
        return base in self.ancestors(name)

    def _gives(self, name: str) -> str:
        """The `returns` of a row; of a method that does not say, those of the nearest method that it overrides."""
        api = self.lookup(name)
        if api is None or api.kind != "method" or api.returns not in ("", "any"):
            return api.returns if api else ""
        owner, _, attribute = name.rpartition(".")
        overridden = (self.method(base, attribute) for base in self.ancestors(owner)[1:])
        return next((each.returns for each in overridden if each and each.returns not in ("", "any")), api.returns)

    def tensor_method(self, name: str) -> Api | None:
        """The row of a Tensor method or property."""
        return self.method(TENSOR, name)

    def returned(self, api: Api, overload: int = 0) -> tuple[Any, ...]:
        """What a call gives, parsed."""
        choices = parse_returns(self.gives(api.name) or api.returns)
        return choices[min(overload, len(choices) - 1)] if choices else ("any",)


@cache
def parse_returns(text: str) -> tuple[tuple[Any, ...], ...]:
    """A `returns` cell as nested tuples, one for each overload: "tuple(tensor, int)" gives ("tuple", ("tensor", None), ("int",))."""
    return tuple(_parse(part.strip()) for part in _split(text, "|") if part.strip())


def _parse(text: str) -> tuple[Any, ...]:
    if text.startswith("tensor"):
        return ("tensor", text[7:-1].lstrip("@") or None) if text.startswith("tensor[") else ("tensor", None)
    head, bracket, inner = text.partition("(")
    if not bracket:
        return (text,)
    inner = inner.removesuffix(")")
    if head == "instance":
        return ("instance", inner)
    if head == "namedtuple":
        pairs = (part.partition("=") for part in _split(inner, ","))
        return ("namedtuple", *((name.strip(), _parse(kind.strip())) for name, _, kind in pairs))
    if head == "dict":
        return ("dict", *(_entry(part.strip()) for part in _split(inner, ",")))
    return (head, *(_parse(part.strip()) for part in _split(inner, ",")))


def _entry(text: str) -> tuple[Any, ...]:
    """A part of a dict: `params=list(tensor)` is what one key holds, else what any key or value is."""
    name, equals, kind = text.partition("=")
    return ("entry", name, _parse(kind)) if equals and name.isidentifier() else _parse(text)


def _split(text: str, separator: str) -> list[str]:
    """Parts between separators outside parentheses and brackets."""
    parts, depth, start = [], 0, 0
    for i, char in enumerate(text):
        if char in "([":
            depth += 1
        elif char in ")]":
            depth -= 1
        elif char == separator and not depth:
            parts.append(text[start:i])
            start = i + 1
    return [*parts, text[start:]]


def value_of(returned: tuple[Any, ...], receiver: Value, level: int, cause: int, dynamic: bool = False) -> Value:
    """The value that a parsed `returns` stands for; `receiver` is what `self` means."""

    def inner(part: tuple[Any, ...]) -> Value:
        return value_of(part, receiver, level, cause, dynamic)

    match returned:
        case ("tensor", dtype):
            return v.tensor(dtype, None, dynamic, level, cause)
        case ("self",):
            return v.weaken(receiver, level)
        case ("any",):
            return replace(v.TOP, cause=cause)
        case ("none",):
            return v.NONE
        case ("instance", name):
            return v.one(_instance(name), level=level, cause=cause)
        case ("namedtuple", *_):
            return Value(frozenset((at.Fields(tuple(Pair(name, inner(kind)) for name, kind in returned[1:])),)), False, level, cause, 1)
        case ("tuple", *_):
            return v.tuple_of(inner(item) for item in returned[1:])
        case ("dict",):
            return v.plain("dict")
        case ("dict", *_, others):
            entries = [(part[1], inner(part[2])) for part in returned[1:] if part[0] == "entry"]
            return v.dict_of(entries, inner(others))
        case ("list" | "iterator" | "set" as kind, elements):
            return v.holder(_HOLDERS[kind], inner(elements))
    return _plain(returned[0], level, cause)


def _plain(kind: str, level: int, cause: int) -> Value:
    """An instance of a built-in type, or of one of those that a word of the catalog stands for."""
    if kind not in _NAMES:
        return v.one(at.Plain(kind), level=level, cause=cause)
    return replace(v.join(v.plain(name, cause) for name in _NAMES[kind]), cause=cause, level=level)


def _instance(name: str) -> Atom:
    """An instance of a torch class, a tensor, or another library's object."""
    if name in (TENSOR, "torch.nn.Parameter"):
        return at.Tensor(None, None, False)
    return at.Instance(name, None) if name.startswith("torch.") else at.Made(name)
