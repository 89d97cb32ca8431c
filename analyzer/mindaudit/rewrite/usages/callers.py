"""What the callers of a function do with a tensor that they gave it and that it returns. Found in the syntax, by names, without values."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes
from mindaudit.rewrite.usages.bindings import sources
from mindaudit.rewrite.usages.containers import Function, as_function
from mindaudit_data import views

FORWARDS = frozenset({"forward", "__call__"})
"""Methods whose callers go on with what they return."""


def need_argument(function: Function, name: str, places: Places, asked: frozenset[ast.AST] = frozenset()) -> bool:
    """Whether a caller goes on using what it gave a function under a parameter's name, beside what the function returns.

    The callers of a `forward` or `__call__` are those that call an object of its class; those of a method are sought in its own file.
    Where no caller is seen, the function's name tells: torch ends those of functions that change their argument with an underscore.
    Who calls a function that is handed on as an object, in a table or as an argument, is not seen.
    """
    if function in asked:
        return False
    if _is_handed_on(function, places):
        return True
    if not any(_given(function, name, places)):
        return function.name.endswith("_") and not function.name.endswith("__")
    return is_needed_by_callers(function, name, places, asked)


def _is_handed_on(function: Function, places: Places) -> bool:
    """Whether the name of a function, not of a method, stands somewhere else than in front of the arguments of a call."""
    if places.around(places.span(function)[0], ast.ClassDef):
        return False
    for file in _files(function, places):
        called = {node.func for node in nodes(file.tree) if isinstance(node, ast.Call)}
        named = (node for node in nodes(file.tree) if isinstance(node, ast.Name) and node.id == function.name)
        if any(isinstance(node.ctx, ast.Load) and node not in called for node in named):
            return True
    return False


def is_needed_by_callers(function: Function, name: str, places: Places, asked: frozenset[ast.AST] = frozenset()) -> bool:
    """Whether a caller that is seen goes on using what it gave a function under a parameter's name."""
    return any(_is_needed(*each, asked | {function}) for each in _given(function, name, places))


def _files(function: Function, places: Places) -> Iterator[Places]:
    """The files in which a function may be named: its own, and others for one that is in no class or function."""
    yield places
    if function in places.tree.body:
        yield from places.others(function.name)


def _given(function: Function, name: str, places: Places) -> Iterator[tuple[ast.Call, ast.expr, Places]]:
    """The calls of what has a function's name, with what they give a parameter and the file in which they stand."""
    objects = _objects(function, places)
    for file in _files(function, places):
        yield from ((call, argument, file) for call, argument in _given_in(file, function, name, objects))


def _given_in(places: Places, function: Function, name: str, objects: set[str]) -> Iterator[tuple[ast.Call, ast.expr]]:
    names = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
    for node in nodes(places.tree):
        if isinstance(node, ast.Call) and _last_name(node.func) in {function.name, *objects}:
            is_bound = isinstance(node.func, ast.Attribute) or _last_name(node.func) in objects
            bound = names[1:] if names[:1] in (["self"], ["cls"]) and is_bound else names
            by_name = {keyword.arg: keyword.value for keyword in node.keywords}
            given = by_name.get(name) or dict(zip(bound, node.args, strict=False)).get(name)
            if given is not None:
                yield node, given


def _objects(function: Function, places: Places) -> set[str]:
    """The names of objects of a class whose `forward` or `__call__` a function is, and of lists of them; its own, for `Net()(x)`."""
    around = places.around(places.span(function)[0], ast.ClassDef)
    if function.name not in FORWARDS or not around:
        return set()
    made = {around[-1].name}
    for node in nodes(places.tree):
        match node:
            case ast.Assign(targets=[target], value=value) | ast.AnnAssign(target=target, value=ast.expr() as value) if _makes(value, made):
                made.add(_last_name(target))
            case ast.Call(func=ast.Attribute(value=holder, attr="append" | "add_module"), args=[*_, value]) if _makes(value, made):
                made.add(_last_name(holder))
    looped = [node for node in nodes(places.tree) if isinstance(node, ast.For | ast.comprehension)]
    items = {_last_name(part) for node in looped if _names(node.iter) & made for part in ast.walk(node.target)}
    return (made | items) - {""}


def _makes(value: ast.expr, classes: set[str]) -> bool:
    """Whether a value is an object of a class or a list of such; one in a Sequential gets what another gives, and does not count."""
    calls = [_last_name(node.func) for node in ast.walk(value) if isinstance(node, ast.Call)]
    return not classes.isdisjoint(calls) and "Sequential" not in calls


def _names(expression: ast.expr) -> set[str]:
    """The last parts of the names in an expression."""
    return {_last_name(node) for node in ast.walk(expression)}


def _last_name(node: ast.AST) -> str:
    """The last part of a dotted name, in front of indices and of the arguments of a call; "" for anything else."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(value=held) | ast.Call(func=held):
            return _last_name(held)
    return ""


def _is_needed(call: ast.Call, argument: ast.expr, places: Places, asked: frozenset[ast.AST]) -> bool:
    """Whether something reads the argument of a call later, or holds it."""
    match argument:
        case ast.Name(id=name):
            around: list[Function] = places.around(places.span(call)[0], ast.FunctionDef, ast.AsyncFunctionDef)
            caller = around[-1] if around else as_function(places.tree)
            is_needed = _is_read_later(name, call, places) or _is_held(name, call, caller, places)
            return is_needed or (bool(around) and _is_passed_on(name, caller, places, asked))
        case ast.Attribute() | ast.Subscript():
            return not _is_taken_back(call, argument, places)
    return False


def _is_held(name: str, call: ast.Call, caller: Function, places: Places) -> bool:
    """Whether an object or a container holds what the caller gives under a name: `g = p.grad`, `x = kept["a"]`."""
    values = [value for _, _, value in sources(name, places.span(call)[0], caller, places)]
    attributes = {each.attr for each in values if isinstance(each, ast.Attribute)} - views.ATTRIBUTES
    return bool(attributes) or any(isinstance(each, ast.Subscript) and isinstance(each.slice, ast.Constant) for each in values)


def _is_taken_back(call: ast.Call, argument: ast.expr, places: Places) -> bool:
    """Whether the result of a call is assigned to its argument: `x = f(x)`."""
    around = places.around(places.span(call)[0], ast.Assign)
    return any(node.value is call and ast.unparse(target) == ast.unparse(argument) for node in around for target in node.targets)


def _is_read_later(name: str, call: ast.Call, places: Places) -> bool:
    """Whether a name is read behind a call and not assigned what the call gives; in a loop, also in front of it."""
    start, end = places.span(call)
    inside = places.around(start, ast.FunctionDef, ast.AsyncFunctionDef)
    scope = inside[-1] if inside else places.tree
    if _is_taken_back(call, ast.Name(name, ast.Load()), places):
        return False
    reads = (node for node in ast.walk(scope) if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load))
    loops = [node for node in places.around(start, ast.For, ast.While) if not inside or places.span(node)[0] > places.span(inside[-1])[0]]
    since = min((places.span(node)[0] for node in loops), default=end)
    return any(since <= place and not start <= place < end for place in (places.span(node)[0] for node in reads))


def _is_passed_on(name: str, caller: Function, places: Places, asked: frozenset[ast.AST]) -> bool:
    """Whether the caller got the argument from its own caller, which needs it."""
    names = {node.arg for node in ast.walk(caller.args) if isinstance(node, ast.arg)}
    return name in names and need_argument(caller, name, places, asked)
