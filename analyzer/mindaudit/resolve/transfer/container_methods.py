"""Method calls on instances of built-in types: strings, dicts, lists."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.transfer.arguments import Arguments
from mindaudit.resolve.transfer.containers import element
from mindaudit.resolve.transfer.operators import concatenated, texts
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value

_FOLDED: Final = frozenset({
    "lower", "upper", "strip", "title", "capitalize", "casefold", "replace", "lstrip", "rstrip", "removeprefix", "removesuffix",
})  # fmt: skip
_LISTS_OF_TEXTS: Final = frozenset({"split", "rsplit", "splitlines", "partition", "rpartition"})
_NUMBERS_OF_TEXTS: Final = {
    "find": "int", "index": "int", "count": "int", "startswith": "bool", "endswith": "bool", "isdigit": "bool", "isidentifier": "bool",
}  # fmt: skip
_LISTS: Final = (at.List, at.Items, at.Set, at.Tuple, at.Grown)
_COPYING: Final = frozenset({"copy", "union", "intersection", "difference"})
_CHANGING: Final = frozenset({"append", "extend", "insert", "sort", "reverse", "remove", "clear", "add", "update", "discard"})


def container_method(evaluator: Evaluator, atom: Atom, name: str, arguments: Arguments, callee: Value) -> Value:
    """What a method of a built-in type's instance gives."""
    if type(atom) is at.Dict:
        return _dict_method(atom, name, arguments)
    type_name = v.type_name(atom)
    if isinstance(atom, _LISTS) or type_name in ("list", "set", "tuple"):
        return _list_method(evaluator, atom, name)
    match type_name:
        case "str" | "bytes":
            return _folded_text(atom, name, arguments) or _filled(atom, name, arguments) or _text_method(name, callee)
        case "dict":
            return _dict_method(at.Dict((), v.TOP), name, arguments)
        case "size":
            return v.plain("int", callee.cause)
        case "int" | "float":
            return v.plain(type_name, callee.cause)
    return v.TOP


def _folded_text(atom: Atom, name: str, arguments: Arguments) -> Value | None:
    """A pure method of a known string with known arguments."""
    given = [v.only(value) for _, value in arguments.items]
    known = [each.value for each in given if type(each) is at.Constant]
    if type(atom) is not at.Constant or name not in _FOLDED or len(known) < len(given):
        return None
    try:
        return v.constant(getattr(atom.value, name)(*known))
    except (TypeError, ValueError):
        return None


def _filled(atom: Atom, name: str, arguments: Arguments) -> Value | None:
    """`"Conv{}d".format(n)` with known n."""
    template = atom.value if type(atom) is at.Constant else None
    if not isinstance(template, str) or name != "format" or len(arguments.unnamed) < len(arguments.items):
        return None
    pieces = template.split("{}")
    if len(pieces) != len(arguments.items) + 1 or any(set(piece) & set("{}") for piece in pieces):
        return None
    filled = [part for piece, value in zip(pieces, arguments.unnamed, strict=False) for part in (v.constant(piece), texts(value))]
    return concatenated([*filled, v.constant(pieces[-1])])


def _text_method(name: str, callee: Value) -> Value:
    if name in _LISTS_OF_TEXTS:
        return v.holder(at.List, v.STRING)
    return v.plain(_NUMBERS_OF_TEXTS.get(name, "bytes" if name == "encode" else "str"), callee.cause)


def _dict_method(atom: at.Dict, name: str, arguments: Arguments) -> Value:
    match name:
        case "get" | "pop" | "setdefault":
            return _taken(atom, name, arguments)
        case "values":
            return v.holder(at.Iterator, _any_value(atom))
        case "items":
            return v.holder(at.Iterator, v.tuple_of((replace(v.STRING, open=not atom.pairs), _any_value(atom))))
        case "keys":
            return v.holder(at.Iterator, v.join([v.constant(pair.key) for pair in atom.pairs]) if atom.pairs else v.TOP)
        case "copy":
            return v.one(atom)
    return v.TOP


def _taken(atom: at.Dict, name: str, arguments: Arguments) -> Value:
    """What `get`, `pop` or `setdefault` gives."""
    first, default = arguments.positional(0), arguments.positional(1)
    missing = [default] if default is not None else [v.NONE] if name == "get" else []
    key = v.only(first) if first is not None else None
    if key is None:
        return v.join((_any_value(atom), *missing))
    found = next((pair.value for pair in atom.pairs if type(key) is at.Constant and pair.key == key.value), None)
    if found is None:
        return v.join((atom.others, *missing))
    others = [atom.others] if atom.others.atoms else []
    return v.join((v.present(found), *others, *(missing if v.ABSENT in found.atoms else ())))


def _any_value(atom: at.Dict) -> Value:
    return v.present(v.join(v.held_values(atom)))


def _list_method(evaluator: Evaluator, atom: Atom, name: str) -> Value:
    if name == "pop":
        return element(evaluator, v.one(atom))
    if name in ("index", "count"):
        return v.plain("int")
    if name in _COPYING:
        return v.one(atom)
    return v.NONE if name in _CHANGING else v.TOP
