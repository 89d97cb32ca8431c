"""Container methods that fail or give other results in graph mode."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindaudit.hazards.framework.call import Call
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.syntax import nodes_in
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.dicts import PAIRS, enclosed, entries
from mindaudit.resolve.values.domain import Value

_POP = "list.pop"
_CHANGES = ("list.append", "list.extend", "list.insert", "list.clear", "dict.update")
"""They work as statements alone."""
_REMOVE = "list.remove"
_METHODS = ("dict.pop", "dict.setdefault", "dict.update", "list.sort")
_MISSING = ("dict.popitem", "dict.move_to_end")
"""Methods that dicts of a graph do not have, or that leave the dict as it was; a dict in an attribute is still Python's own."""


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a method of dicts or lists that graph mode runs differently, or a change that is no statement of its own."""
    for call in view.calls_of(_POP):
        if view.in_graph(call.site.function):
            variant = "inner" if not _is_assigned(view, call) else "stored" if _is_stored_into(view, call) else "popped"
            yield view.hit(call, call.level, None, variant=variant, construct=f"{variant}_pop", **_texts(view, call))
    for call in view.calls_of(*_CHANGES):
        if view.in_graph(call.site.function) and not call.site.statement and not _is_read(view, call):
            yield view.hit(call, call.level, None, variant="dropped", construct="dropped", **_texts(view, call))
    for call in view.calls_of(_REMOVE):
        if view.in_graph(call.site.function):
            yield view.hit(call, call.level, None, variant="removed", construct="remove", **_texts(view, call))
    for call in view.calls_of(*_MISSING):
        if view.in_graph(call.site.function) and _is_named(view, call):
            yield view.hit(call, call.level, None, variant="missing", **_texts(view, call))
    for call in view.calls_of(*_METHODS):
        if not view.in_graph(call.site.function):
            continue
        name = next(name for name in _METHODS if name in call.names).partition(".")[2]
        variant = _variant(view, call, name)
        if variant:
            yield view.hit(call, call.level, None, variant=variant, construct=name, **_texts(view, call))


def _is_named(view: FileView, call: Call) -> bool:
    """Whether a name holds what the method is called on."""
    match view.syntax.at(call.span)[:1]:
        case [ast.Call(func=ast.Attribute(value=ast.Name()))]:
            return True
    return False


def _is_assigned(view: FileView, call: Call) -> bool:
    """Whether what a call gives is dropped, or assigned to a name."""
    match view.syntax.at(call.span)[1:2]:
        case [ast.Expr()] | [ast.Assign(targets=[ast.Name()])]:
            return True
    return False


def _is_read(view: FileView, call: Call) -> bool:
    """Whether what a call gives is unpacked, or an item or attribute of it is read: then it is no list or dict, whose methods give None."""
    match view.syntax.at(call.span)[1:2]:
        case [ast.Assign(targets=[ast.Tuple() | ast.List()]) | ast.Attribute() | ast.Subscript() | ast.Starred()]:
            return True
    return False


def _is_stored_into(view: FileView, call: Call) -> bool:
    """Whether the function around stores items into the list, which has a name."""
    around = view.syntax.at(call.span)
    function = next((node for node in around if isinstance(node, ast.FunctionDef)), None)
    match around[:1]:
        case [ast.Call(func=ast.Attribute(value=ast.Name(name)))] if function:
            stores = (node.value for node in nodes_in(function) if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store))
            return any(isinstance(owner, ast.Name) and owner.id == name for owner in stores)
    return False


def _texts(view: FileView, call: Call) -> dict[str, str]:
    """What the page's templates may mention."""
    receiver = view.source((call.site.base_start, call.site.base_end))
    first, second = view.text_of(call.operand(0)), view.text_of(call.operand(1))
    return {
        "receiver": receiver,
        "key": first,
        "value": second,
        "pairs": enclosed(first) if len(call.site.arguments) == 1 else "…",
        "arguments": ", ".join(filter(None, [receiver, view.arguments_text(call.site)])),
        "updates": _updates(view, call, receiver),
    }


def _variant(view: FileView, call: Call, method: str) -> str:
    """Which wording of the page fits; "" where the call is fine."""
    match method:
        case "update":
            return _update(view, call) if call.site.statement else ""
        case "pop":
            return ("pop" if len(call.operands) == 1 else "default") if _is_last(view, call) else "kept"
    return method if call.site.statement else "kept"


def _is_last(view: FileView, call: Call) -> bool:
    """Whether the dict is a local name that its function uses nowhere else, so that it does not matter what stays in it."""
    around = view.syntax.at(call.span)
    function = next((node for node in around if isinstance(node, ast.FunctionDef)), None)
    match around[:1]:
        case [ast.Call(func=ast.Attribute(value=ast.Name(name)))] if function:
            return sum(isinstance(node, ast.Name) and node.id == name for node in nodes_in(function)) == 1
    return False


def _update(view: FileView, call: Call) -> str:
    """In which way an update fails: by keywords, by pairs, or not at all."""
    arguments = call.site.arguments
    if any(argument.keyword or argument.star == "**" for argument in arguments):
        return "keywords"
    values = [view.value(argument.expression) for argument in arguments]
    return "pairs" if any(map(_holds_pairs, values)) else ""


def _holds_pairs(value: Value) -> bool:
    return bool(value.atoms) and not value.open and all(isinstance(atom, PAIRS) for atom in value.atoms)


def _updates(view: FileView, call: Call, receiver: str) -> str:
    """The same by updates with one dict each."""
    dicts = [view.source((argument.start, argument.end)) for argument in call.site.arguments if not argument.keyword]
    named = entries(view, call)
    return "; ".join(f"{receiver}.update({each})" for each in (*dicts, *([f"{{{named}}}"] if named else [])))
