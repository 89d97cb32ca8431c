"""What an index takes out: an item of a list or dict, or elements that a tensor goes on sharing. Found in the syntax of a file alone.

An index that is a tensor copies instead, so what is not known here is left alone.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import lru_cache

Function = ast.FunctionDef | ast.AsyncFunctionDef
_CONTAINERS = frozenset({
    "DefaultDict", "Deque", "Dict", "List", "Mapping", "MutableMapping", "MutableSequence", "OrderedDict", "Sequence", "Tuple",
    "defaultdict", "deque", "dict", "list", "tuple",
})  # fmt: skip
"""Classes and annotations of lists, tuples and dicts."""
_METHODS = frozenset({"append", "extend", "get", "insert", "items", "keys", "popitem", "setdefault", "update"})
"""Methods that lists and dicts have and tensors do not."""
_DISPLAYS = (ast.List, ast.Tuple, ast.Dict, ast.ListComp, ast.DictComp)
_COUNTING = frozenset({"id", "int", "len", "str"})
"""Functions whose results are numbers or texts."""
_KEYS = frozenset({"int", "str"})
"""Annotations of numbers and texts."""
_TENSORS = frozenset({"Tensor", "LongTensor", "BoolTensor"})
_SAME_ITEMS = frozenset({"enumerate", "iter", "list", "reversed", "sorted", "tuple"})
"""Functions that go over what they are given."""


@lru_cache(maxsize=8)
def as_function(tree: ast.Module) -> ast.FunctionDef:
    """What a file runs itself, as a function without parameters: its statements without its functions and classes."""
    body = [node for node in tree.body if not isinstance(node, Function | ast.ClassDef)]
    none = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    return ast.FunctionDef(name="", args=none, body=body, decorator_list=[])


def is_container(base: ast.expr, function: Function, tree: ast.Module) -> bool:
    """Whether an expression of a function is known to be a list, a tuple or a dict, by its bindings, its annotation or its use."""
    if _is_used_as_container(base, function):
        return True
    match base:
        case ast.Name(id=name):
            return _is_annotated(name, function, _CONTAINERS) or _all_made(_bindings(function, lambda target: _is_name(target, name)))
        case ast.Attribute(attr=attr):
            return _all_made(_bindings(tree, lambda target: isinstance(target, ast.Attribute) and target.attr == attr))
        case ast.Subscript(slice=ast.Constant(value=str() as key)):
            set_here = list(_bindings(tree, lambda target: _is_at(target, key)))
            return not set_here or _all_made(iter(set_here))
    return False


def is_plain_key(key: ast.expr, base: ast.expr, function: Function) -> bool:
    """Whether an index of `base` consists of slices, numbers and texts, so that what it takes shares its elements."""
    match key:
        case ast.Tuple(elts=parts):
            return all(is_plain_key(part, base, function) for part in parts)
        case ast.Slice() | ast.Constant() | ast.JoinedStr():
            return True
        case ast.UnaryOp(operand=operand):
            return is_plain_key(operand, base, function)
        case ast.BinOp(left=left, right=right):
            return is_plain_key(left, base, function) and is_plain_key(right, base, function)
        case ast.Call(func=ast.Name(id=called)):
            return called in _COUNTING
        case ast.Name(id=name):
            return _is_annotated(name, function, _KEYS) or _is_counter(name, function) or _goes_over(name, base, function)
    return False


def is_tensor_key(key: ast.expr, function: Function) -> bool:
    """Whether an index is known to be a tensor: what it takes out is a copy."""
    match key:
        case ast.Compare() | ast.UnaryOp(op=ast.Invert()) | ast.BinOp(op=ast.BitAnd() | ast.BitOr()):
            return True
        case ast.Name(id=name):
            return _is_annotated(name, function, _TENSORS)
    return False


def _is_used_as_container(base: ast.expr, function: Function) -> bool:
    """Whether a function calls a method on an expression that only lists and dicts have, or reads an item of it by a text."""
    text = ast.dump(base)
    for node in ast.walk(function):
        match node:
            case ast.Call(func=ast.Attribute(value=owner, attr=attr)) if attr in _METHODS and _same(owner, text):
                return True
            case ast.Subscript(value=owner, slice=ast.Constant(value=str())) if _same(owner, text):
                return True
    return False


def _same(node: ast.expr, text: str) -> bool:
    """Whether an expression reads what another one reads, whose dump is given."""
    return ast.dump(node) == text


def _is_annotated(name: str, function: Function, classes: frozenset[str]) -> bool:
    """Whether a function's parameter is annotated with one of these classes, or with Optional of it."""
    arguments = (node for node in ast.walk(function.args) if isinstance(node, ast.arg) and node.arg == name)
    return any(node.annotation is not None and _head(node.annotation) in classes for node in arguments)


def _head(annotation: ast.expr) -> str:
    """The class that an annotation names, without its parameters and without Optional; "" for others."""
    match annotation:
        case ast.Subscript(value=ast.Name(id="Optional") | ast.Attribute(attr="Optional"), slice=inner):
            return _head(inner)
        case ast.Subscript(value=owner):
            return _head(owner)
        case ast.BinOp(left=left, right=ast.Constant(value=None)):
            return _head(left)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _bindings(scope: ast.AST, is_target: Callable[[ast.expr], bool]) -> Iterator[ast.expr | None]:
    """The values that assignments give to a target; None for one that is not assigned a value of its own."""
    for node in ast.walk(scope):
        match node:
            case ast.Assign(targets=targets, value=value):
                yield from (value for target in targets if is_target(target))
                parts = (part for target in targets if isinstance(target, ast.Tuple | ast.List) for part in target.elts)
                yield from (None for part in parts if is_target(part))
            case ast.AnnAssign(target=target, value=ast.expr() as value) if is_target(target):
                yield value
            case ast.For(target=target) if any(is_target(part) for part in ast.walk(target) if isinstance(part, ast.expr)):
                yield None


def _is_name(target: ast.expr, name: str) -> bool:
    return isinstance(target, ast.Name) and target.id == name


def _is_at(target: ast.expr, key: str) -> bool:
    """Whether a target is what something holds under a text."""
    return isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Constant) and target.slice.value == key


def _all_made(values: Iterator[ast.expr | None]) -> bool:
    """Whether there are values, and all that are not the constant None make a list, a tuple or a dict."""
    found = [value for value in values if not (isinstance(value, ast.Constant) and value.value is None)]
    return bool(found) and all(value is not None and _makes_container(value) for value in found)


def _makes_container(value: ast.expr) -> bool:
    match value:
        case ast.BinOp(left=left, op=ast.Mult() | ast.Add()):
            return _makes_container(left)
        case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called)):
            return called in _CONTAINERS or called == "sorted"
    return isinstance(value, _DISPLAYS)


def _is_counter(name: str, function: Function) -> bool:
    """Whether a name is bound by loops over numbers, by numbers and texts, and by nothing else."""
    values = list(_bindings(function, lambda target: _is_name(target, name)))
    loops = [node for node in ast.walk(function) if isinstance(node, ast.For)]
    counted = sum(_counts(loop, name) for loop in loops)
    return bool(values) and values.count(None) == counted and all(value is None or isinstance(value, ast.Constant) for value in values)


def _counts(loop: ast.For, name: str) -> bool:
    """Whether a loop gives a name numbers, or the keys of a dict."""
    match loop.target, loop.iter:
        case ast.Name(id=bound), ast.Call(func=ast.Name(id="range") | ast.Attribute(attr="keys")):
            return bound == name
        case ast.Tuple(elts=[ast.Name(id=bound), *_]), ast.Call(func=ast.Name(id="enumerate") | ast.Attribute(attr="items")):
            return bound == name
    return False


def _goes_over(name: str, base: ast.expr, function: Function) -> bool:
    """Whether a loop gives a name the keys of `base`: what is looked up in it by what it holds is an item of a dict."""
    text = ast.dump(base)
    for node in ast.walk(function):
        if isinstance(node, ast.For) and _is_name(node.target, name):
            source = node.iter
            while isinstance(source, ast.Call) and isinstance(source.func, ast.Name) and source.func.id in _SAME_ITEMS and source.args:
                source = source.args[0]
            if _same(source, text):
                return True
    return False
