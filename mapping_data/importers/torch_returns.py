"""Return annotations of torch put into the tables' grammar (mapping_data/README.md)."""

from __future__ import annotations

import ast
from collections.abc import Callable

from importers.torch_stubs import stub_classes

SIMPLE = {
    "Tensor": "tensor",
    "TensorBase": "tensor",
    "int": "int",
    "_int": "int",
    "SymInt": "int",
    "float": "float",
    "_float": "float",
    "bool": "bool",
    "_bool": "bool",
    "str": "str",
    "None": "none",
    "NoneType": "none",
    "Number": "scalar",
    "_Number": "scalar",
    "Size": "size",
    "_size": "size",
    "dtype": "dtype",
    "_dtype": "dtype",
    "device": "device",
    "_device": "device",
    "Self": "self",
    "T": "self",
    "Any": "any",
    "object": "any",
    "Callable": "any",
    "ndarray": "instance(numpy.ndarray)",
}
SEQUENCES = {"list": "list", "List": "list", "Sequence": "list", "Iterator": "iterator", "Iterable": "iterator", "Generator": "iterator"}
MAPPINGS = {"dict", "Dict", "Mapping", "OrderedDict", "MutableMapping"}
Resolver = Callable[[str], str]
"""Gives the public name of a torch class that an annotation mentions, or ""."""


def result_of(annotation: str, resolve: Resolver) -> str:
    """What an annotation's source says in the tables' grammar; "any" where it says nothing usable."""
    try:
        return _convert(ast.parse(annotation.strip(), mode="eval").body, resolve) if annotation else "any"
    except SyntaxError:
        return "any"


def _convert(node: ast.expr, resolve: Resolver) -> str:
    match node:
        case ast.Constant(value=None):
            return "none"
        case ast.Constant(value=str() as text):
            return result_of(text, resolve)
        case ast.Name() | ast.Attribute():
            return _named(ast.unparse(node), resolve)
        case ast.BinOp(op=ast.BitOr()):
            return _one_of([_convert(node.left, resolve), _convert(node.right, resolve)])
        case ast.Call(func=ast.Name(id="namedtuple")):
            return "namedtuple(" + ", ".join(f"{k.arg}={_field(k.arg or '', _convert(k.value, resolve))}" for k in node.keywords) + ")"
        case ast.Subscript():
            return _generic(ast.unparse(node.value).rpartition(".")[2], node.slice, resolve)
    return "any"


def _named(text: str, resolve: Resolver) -> str:
    last = text.rpartition(".")[2]
    if "return_types." in text:
        return _named_tuple(last, resolve)
    if last in SIMPLE:
        return SIMPLE[last]
    if last in MAPPINGS:
        return "dict(any, any)"
    public = resolve(text)
    if public:
        return f"instance({public})"
    return f"{SEQUENCES.get(last, 'list')}(any)" if last in SEQUENCES or last in ("tuple", "Tuple") else "any"


def _named_tuple(name: str, resolve: Resolver) -> str:
    node = stub_classes().get(f"return_types.{name}")
    fields = [item for item in node.body if isinstance(item, ast.FunctionDef) and item.decorator_list] if node else []
    parts = [f"{item.name}={_field(item.name, _convert(item.returns, resolve))}" for item in fields if item.returns]
    return f"namedtuple({', '.join(parts)})" if parts else "any"


def _field(name: str, result: str) -> str:
    return "tensor[int64]" if name == "indices" and result == "tensor" else result


def _generic(name: str, inner: ast.expr, resolve: Resolver) -> str:
    items = list(inner.elts) if isinstance(inner, ast.Tuple) else [inner]
    if name in ("tuple", "Tuple"):
        if len(items) == 2 and isinstance(items[1], ast.Constant) and items[1].value is ...:
            return f"list({_convert(items[0], resolve)})"
        return f"tuple({', '.join(_convert(item, resolve) for item in items)})"
    if name in SEQUENCES:
        return f"{SEQUENCES[name]}({_convert(items[0], resolve)})"
    if name in MAPPINGS and len(items) == 2:
        return f"dict({_convert(items[0], resolve)}, {_convert(items[1], resolve)})"
    if name == "Optional":
        return _one_of([_convert(items[0], resolve), "none"])
    if name == "Union":
        return _one_of([_convert(item, resolve) for item in items])
    return _convert(items[0], resolve) if name in ("Final", "ClassVar", "Annotated") else "any"


def _one_of(results: list[str]) -> str:
    """The only possibility apart from None; "any" when there are several."""
    some = {result for result in results if result != "none"}
    return some.pop() if len(some) == 1 else "any" if some else "none"
