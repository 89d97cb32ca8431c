"""Other references to the tensor that a local name is bound to: what it was taken from, what keeps it, another name.

An in-place change reaches them all in torch. Found in the syntax of a file alone.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Sequence

from mindaudit.classify.inplace import VIEWS
from mindaudit.model import Span
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes
from mindaudit.rewrite.usages.bindings import Binding, bindings, changed_in_place, gives_on, is_itself, pairs, reaching, sources, targets
from mindaudit.rewrite.usages.callers import need_argument
from mindaudit.rewrite.usages.choice import TENSOR
from mindaudit.rewrite.usages.containers import Function, is_container, is_plain_key, is_tensor_key
from mindaudit.rewrite.usages.sure_bindings import is_surely_bound
from mindaudit.sources.syntax import or_none, parse_enclosed
from mindaudit_data import views

WHOLE = "[...]"
"""All elements of a tensor."""
THROUGH = "[:]"
"""All elements of a view, and of what it is a view of: a store into `...` reaches the view alone. Not of a tensor without dimensions."""
_KEEPERS = frozenset({
    "append", "appendleft", "extend", "insert", "put", "put_nowait", "register_buffer", "setattr", "setdefault", "update",
})  # fmt: skip
"""Functions and methods that keep what they are given; classes, whose names begin with a capital, may, too."""


def index_of(name: str, change: Span, function: Function, places: Places) -> str:
    """The index that stores into all elements of the tensor of a name, so that all that holds it changes; "" if nothing is known to.

    `change` is where it is changed.
    """
    place = change[0]
    if any(_is_number(node.value) for node in bindings(name, function)):
        return ""  # a number has no elements
    found = (_index_into(*source, change, function, places) for source in sources(name, place, function, places))
    index = next(filter(None, found), "")
    bound = min((places.span(node)[1] for node in reaching(name, place, function, places) if places.span(node)[0] < place), default=0)
    until = max((end for start, end in _loops(place, function, places) if start >= bound), default=place)
    return index or (WHOLE if _is_kept(name, range(bound, until), change, function, places) else "")


def is_alias(name: str, place: int, function: Function, places: Places) -> bool:
    """Whether a name may be bound to the tensor of another name, or to what a method gives that changes it in place."""
    found = (changed_in_place(value) or value for _, _, value in sources(name, place, function, places))
    return any(isinstance(value, ast.Name) and value.id != name for value in found)


def is_item(name: str, place: int, function: Function, places: Places) -> bool:
    """Whether a name may be bound to an item of something, by a key of which nothing is known."""
    found = (changed_in_place(value) or value for _, _, value in sources(name, place, function, places))
    return any(isinstance(value, ast.Subscript) and not is_tensor_key(value.slice, function) for value in found)


def is_view(name: str, place: int, function: Function, places: Places) -> bool:
    """Whether a name may be bound to `.data`, or to what a method gives that shares a tensor's elements, or to a part of it.

    MindSpore loses stores into these while it records, unless a recipe makes them.
    """
    return any(_is_viewing(*source) for source in sources(name, place, function, places))


def _is_viewing(name: str, binding: Binding, value: ast.expr) -> bool:
    """Whether a value shares the elements of another tensor, or is a method that gives several parts, one of which the name gets."""
    match value:
        case ast.Attribute(attr="data"):
            return True
        case ast.Call(func=ast.Attribute(attr=called)):
            is_part = called in views.SEVERAL and not _is_whole_target(binding, name)
            return called in views.SHARED or called == "detach" or is_part
    return False


def _is_whole_target(binding: Binding, name: str) -> bool:
    """Whether an assignment binds a name to all of its value, and not to a part of it."""
    return any(isinstance(target, ast.Name) and target.id == name for target in targets(binding))


def view_in(target: str) -> str:
    """The text of what an item is taken of, where that is a view of a tensor that has no name: `x.T` of `x.T[1]`; "" for any other."""
    node = or_none(parse_enclosed, target)
    if not isinstance(node, ast.Subscript) or not _gives_view(node.value):
        return ""
    return ast.get_source_segment(f"({target}\n)", node.value) or ""


def _gives_view(node: ast.expr) -> bool:
    """Whether an expression is a method or an attribute that gives a view, or an item of one."""
    match node:
        case ast.Call(func=ast.Attribute(attr=called)):
            return called in views.SHARED
        case ast.Attribute(attr=attr):
            return attr in views.ATTRIBUTES - {"real", "imag"}
        case ast.Subscript(value=base):
            return _gives_view(base)
    return False


def has_views(name: str, change: Span, function: Function, places: Places) -> bool:
    """Whether a view of a name's tensor, made before a change, has a name that is read behind it, or is kept in an object."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign | ast.AnnAssign) and places.span(node)[0] < change[0]:
            for target, value in pairs(node):
                other = target.id if isinstance(target, ast.Name) else ""
                if other != name and _viewed(value, function) == name and (not other or _is_read(other, change, function, places)):
                    return True
    return False


def _viewed(value: ast.expr, function: Function) -> str:
    """The name of the tensor that an expression gives a view of; "" for none."""
    match value:
        case ast.Call(func=ast.Attribute(value=base, attr=called)) if called in views.SINGLE | views.SEVERAL:
            pass
        case ast.Attribute(value=base, attr=attr) if attr == "data" or attr in views.ATTRIBUTES:
            pass
        case ast.Subscript(value=base, slice=key) if is_plain_key(key, base, function):
            pass
        case _:
            return ""
    return base.id if isinstance(base, ast.Name) else _viewed(base, function)


def _is_number(value: ast.expr | None) -> bool:
    return isinstance(value, ast.Constant) and isinstance(value.value, int | float)


def _index_into(name: str, binding: Binding, value: ast.expr, change: Span, function: Function, places: Places) -> str:
    """The index that stores into all elements of a value that a name is bound to; "" if nothing else is known to hold that."""
    if isinstance(binding, ast.Assign) and any(isinstance(target, ast.Attribute | ast.Subscript) for target in binding.targets):
        return WHOLE
    if any(_is_read(other, change, function, places) for other in _bound_with(name, binding)):
        return WHOLE
    match changed_in_place(value) or value:
        case ast.Name(id=other) if other != name:
            return WHOLE if _is_held_by(other, name, change, function, places) else ""
        case given if _is_item(given, function):
            return WHOLE
        case ast.Call(func=ast.Name(id="getattr" | "max" | "min" | "next")):
            return WHOLE
        case ast.Subscript(value=base):
            return WHOLE if is_container(base, function, places.tree) else ""
        case ast.Call(func=ast.Attribute(attr=attr)) if attr in views.SINGLE | views.SEVERAL:
            return THROUGH
        case ast.Call(func=ast.Name(id=called) | ast.Attribute(value=ast.Name(id="self"), attr=called)) as call:
            comes_back = _may_give_back(call, called, places) and _takes_held(call, places.span(binding)[0], function, places)
            return WHOLE if comes_back or _hands_out(called, places) else ""
    return ""


def _bound_with(name: str, binding: Binding) -> set[str]:
    """The other names that a binding gives the same value: of `a = b = x` and `a = (b := x)`."""
    given: set[str] = {target.id for target in targets(binding) if isinstance(target, ast.Name)}
    value = binding.value if isinstance(binding, ast.Assign | ast.AnnAssign) else None
    while isinstance(value, ast.NamedExpr):
        given |= {value.target.id}
        value = value.value
    return given - {name}


def _may_give_back(call: ast.Call, called: str, places: Places) -> bool:
    """Whether the function that a call names may return what it gets: one of the file does, or it is another file's."""
    if called[:1].isupper() or hasattr(builtins, called) or places.full_name(call.func):
        return False
    found = [node for node in nodes(places.tree) if isinstance(node, Function) and node.name == called]
    return not found or any(_names(each) & given_back(each) for each in found)


def _names(function: Function) -> set[str]:
    """The parameters of a function."""
    return {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}


def _takes_held(call: ast.Call, place: int, function: Function, places: Places) -> bool:
    """Whether an argument is an item or an attribute, or a name of one, which something holds on to."""
    given = [*call.args, *(each.value for each in call.keywords)]
    named = (value for each in given if isinstance(each, ast.Name) for _, _, value in sources(each.id, place, function, places))
    return any(_is_item(each, function) for each in (*given, *named))


def _is_item(value: ast.expr, function: Function) -> bool:
    """Whether an expression takes something out of an object or a container that goes on holding it, or held it."""
    match value:
        case ast.Attribute(attr=attr):
            return f"{TENSOR}{attr}" not in VIEWS  # MindSpore copies these
        case ast.Subscript(value=base, slice=key):
            return is_plain_key(key, base, function)
        case ast.Call(func=ast.Attribute(attr="get" | "pop" | "setdefault")):
            return True
    return False


def _is_held_by(other: str, name: str, change: Span, function: Function, places: Places) -> bool:
    """Whether another name of a tensor is read later, or is a parameter, whose tensor the caller needs, and not as what it gets back."""
    comes_back = given_back(function) & {other, name} and not need_argument(function, other, places)
    is_own = is_parameter(other, change[0], function, places) and not comes_back
    return is_own or _is_read(other, change, function, places)


def given_back(function: Function) -> set[str]:
    """The names of what a function returns as it is."""
    values = [node.value for node in returns(function.body) if node.value is not None]
    return {part.id for value in values for part in _parts(value)}


def is_parameter(name: str, place: int, function: Function, places: Places) -> bool:
    """Whether a name may be bound at a place to what its function got under it. `x += 1` and `x = x.add_(1)` change what is bound."""
    if name not in _names(function):
        return False
    changed: set[ast.expr] = {node.target for node in ast.walk(function) if isinstance(node, ast.AugAssign)}
    assigned = (node for node in ast.walk(function) if isinstance(node, ast.Assign))
    given_on = (node for node in assigned if is_itself(node.value, name) or gives_on(node, name))
    changed |= {target for node in given_on for target in node.targets}
    stores = [node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)]
    before = [node for node in stores if node not in changed and places.span(node)[0] < place]
    return not is_surely_bound(before, place, function.body, places)


def _hands_out(called: str, places: Places) -> bool:
    """Whether the one function of the file with this name returns what its object or a container goes on holding."""
    found = [node for node in nodes(places.tree) if isinstance(node, Function) and node.name == called]
    given = [node.value for node in returns(found[0].body) if node.value is not None] if len(found) == 1 else []
    return any(_is_held(value, found[0], places) for value in given)


def _is_held(value: ast.expr, function: Function, places: Places) -> bool:
    """Whether an expression reads an attribute of the object, or an item of a container."""
    match value:
        case ast.Attribute(value=ast.Name(id="self"), attr=attr):
            return f"{TENSOR}{attr}" not in VIEWS
        case ast.Subscript(value=base):
            return is_container(base, function, places.tree)
    return False


def returns(body: Sequence[ast.AST]) -> Iterator[ast.Return]:
    """The return statements of a function, without those of functions inside it."""
    for node in body:
        if isinstance(node, ast.Return):
            yield node
        elif not isinstance(node, Function | ast.ClassDef | ast.Lambda):
            yield from returns(list(ast.iter_child_nodes(node)))


def is_shared_outside(name: str, function: Function, places: Places) -> bool:
    """Whether a function changes a name of the code around it, whose tensor something in the file also holds."""
    declared = (node for node in ast.walk(function) if isinstance(node, ast.Nonlocal | ast.Global))
    if not any(name in node.names for node in declared):
        return False
    kept = (each for node in nodes(places.tree) for each in kept_by(node))
    return any(keeper != name and any(part.id == name for part in _parts(value)) for value, keeper in kept)


def _is_kept(name: str, between: range, change: Span, function: Function, places: Places) -> bool:
    """Whether something that is read later holds the tensor of a name, and came to do so between two places."""
    for node in ast.walk(function):
        for value, keeper in kept_by(node):
            is_there = any(part.id == name and places.span(part)[0] in between for part in _parts(value))
            if is_there and keeper != name and (not keeper or _is_read(keeper, change, function, places)):
                return True
    return False


def kept_by(node: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """What a statement or a call keeps, with the name of what holds it; "" for an object, which others may hold."""
    match node:
        case ast.Assign() | ast.AnnAssign():
            yield from ((value, target.id if isinstance(target, ast.Name) else "") for target, value in pairs(node))
        case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called)) if called in _KEEPERS or called[:1].isupper():
            yield from ((value, "") for value in [*node.args, *(keyword.value for keyword in node.keywords)])
        case ast.Yield(value=ast.expr() as value):
            yield value, ""


def _parts(value: ast.expr) -> Iterator[ast.Name]:
    """The names that a value holds as they are: itself, or what a list, a tuple or a dict that is written there has."""
    match value:
        case ast.Name():
            yield value
        case ast.NamedExpr(target=target, value=inner):
            yield from (target, *_parts(inner))
        case ast.List(elts=inner) | ast.Tuple(elts=inner):
            yield from (name for part in inner for name in _parts(part))
        case ast.IfExp(body=one, orelse=other):
            yield from (*_parts(one), *_parts(other))
        case ast.Starred(value=inner):
            yield from _parts(inner)
        case ast.Dict(values=inner):
            yield from (name for part in inner for name in _parts(part))
        case ast.Call(func=ast.Name(id="dict"), keywords=keywords):
            yield from (name for keyword in keywords for name in _parts(keyword.value))


def _is_read(name: str, change: Span, function: Function, places: Places) -> bool:
    """Whether a function reads a name behind a change, or anywhere in a loop around it."""
    since = min((start for start, _ in _loops(change[0], function, places)), default=change[1])
    reads = (node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load))
    return any(places.span(node)[0] >= since for node in reads)


def _loops(place: int, function: Function, places: Places) -> list[Span]:
    """The loops of a function around a place: what one iteration keeps, the next one changes."""
    spans = (places.span(node) for node in ast.walk(function) if isinstance(node, ast.For | ast.While))
    return [(start, end) for start, end in spans if start <= place < end]
