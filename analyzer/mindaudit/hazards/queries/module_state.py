"""Writes to attributes of a network in its own methods, while the graph runs."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import CallSite, Event
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.statements import compiled
from mindaudit.resolve.symbols.class_hierarchy import project_ancestors
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v


class Write(NamedTuple):
    """A statement that gives an attribute of a module another value."""

    event: Event
    owner: int
    """The expression of the module."""
    name: str


def writes(view: FileView) -> Iterator[Write]:
    """The compiled writes to attributes of self, except those to parameters and to what is registered as one."""
    for write in _attribute_writes(view):
        if is_network(view, write.owner) and not is_registered(view, write.event.function, write.name):
            yield write


def writes_to_objects(view: FileView) -> Iterator[Write]:
    """The compiled writes to attributes of other objects of the project than self, apart from items, of which MA457 tells."""
    for write in _attribute_writes(view):
        is_named = not isinstance(view.unnarrowed(write.owner), ex.Subscript)
        if is_named and not _is_parameter(view, write.owner) and _classes(view, write.owner):
            yield write


def _attribute_writes(view: FileView) -> Iterator[Write]:
    for event in compiled(view, "store_attribute", "augmented"):
        target = view.expression(event.expressions[0])
        if event.kind == "store_attribute":
            yield Write(event, event.expressions[0], event.detail)
        elif isinstance(target, ex.Attribute):
            yield Write(event, target.base, target.name)


def used_elsewhere(view: FileView, write: Write, among: Sequence[Write]) -> bool:
    """Whether another function of the graph reads the attribute of an object of the same class, or is among those that write it."""
    if any(_is_same(view, write, other.event.function, other.owner, other.name) for other in among):
        return True
    for site in view.reads("attribute"):
        e = view.expression(site.expression)
        if isinstance(e, ex.Attribute) and view.in_graph(site.function) and _is_same(view, write, site.function, e.base, e.name):
            return True
    return False


def outlasts(view: FileView, event: Event, container: ex.Attribute) -> bool:
    """Whether an item that a graph stores is read again later than in the rest of its function, as the state of a network.

    So it is if another function reads the container, or this one before the store. What asks for the key first keeps what it can
    compute again, and functions that are no methods are hooks, of which MA609 tells.
    """
    path = view.syntax.at((event.start, event.end))
    target = view.text[event.start : event.end].partition("[")[0]
    if view.facts.functions[event.function].class_ < 0 or any(_asks_for_keys(node, target) for node in path):
        return False
    is_changed = any(isinstance(node, ast.Assign) and _mentions(node.value, target) for node in path)
    return is_changed or _read_before(view, event, container) or used_elsewhere(view, Write(event, container.base, container.name), ())


def _asks_for_keys(function: ast.AST, container: str) -> bool:
    """Whether a function tests whether something is in a container."""
    tests = (node for node in ast.walk(function) if isinstance(node, ast.Compare)) if isinstance(function, ast.FunctionDef) else ()
    return any(isinstance(test.ops[0], ast.In | ast.NotIn) and ast.unparse(test.comparators[0]) == container for test in tests)


def _mentions(value: ast.expr, container: str) -> bool:
    return any(isinstance(node, ast.Attribute) and ast.unparse(node) == container for node in ast.walk(value))


def _read_before(view: FileView, event: Event, container: ex.Attribute) -> bool:
    """Whether a function reads a container before it stores an item of it."""
    sites = (site for site in view.reads("attribute") if site.function == event.function and site.start < event.start)
    before = [view.expression(site.expression) for site in sites]
    return any(isinstance(e, ex.Attribute) and e.name == container.name and is_network(view, e.base) for e in before)


def is_network(view: FileView, owner: int) -> bool:
    """Whether an expression is the module whose method this is."""
    return _is_parameter(view, owner) and any(isinstance(atom, at.Object) for atom in view.value(owner).atoms)


def _is_parameter(view: FileView, index: int) -> bool:
    """Whether an expression is a parameter, as it is or where branches that test it meet."""
    waiting, seen = [index], set[int]()
    while waiting:
        number = waiting.pop()
        match view.unnarrowed(number):
            case ex.Join(parts):
                waiting += [part for part in parts if part not in seen]
            case ex.Phi(slot):
                waiting += [part for part in view.facts.slots[slot] if part not in seen]
            case ex.Parameter():
                pass
            case ex.Name(function, name) if _is_of_function_around(view, function, name):
                pass
            case _:
                return False
        seen.add(number)
    return True


def _is_of_function_around(view: FileView, function: int, name: str) -> bool:
    """Whether a name in a function is a parameter of one around it."""
    around = view.facts.functions[function].parent
    while around > 0:
        if any(parameter.name == name for parameter in view.facts.functions[around].params):
            return True
        around = view.facts.functions[around].parent
    return False


def _is_same(view: FileView, write: Write, function: int, owner: int, name: str) -> bool:
    if function == write.event.function or name != write.name:
        return False
    ours, theirs = _classes(view, owner), _classes(view, write.owner)
    return not ours.isdisjoint(_with_bases(view, theirs)) or not theirs.isdisjoint(_with_bases(view, ours))


def _with_bases(view: FileView, classes: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Classes of the project with all their bases in it, whose methods their objects have."""
    return classes.union(*(project_ancestors(view.evaluator, module, number) for module, number in classes))


def _classes(view: FileView, owner: int) -> set[tuple[int, int]]:
    """The classes of the project whose objects an expression can be, by module and number."""
    return {(atom.module, atom.number) for atom in view.value(owner).atoms if isinstance(atom, at.Object)}


def changed_tensors(view: FileView) -> Iterator[tuple[Event | CallSite, int]]:
    """The items that graphs store into tensors which a module keeps outside of its checkpoint, and methods in place of these; how sure."""
    for event in compiled(view, "store_item"):
        if _is_unsaved(view, event.function, event.expressions[0]):
            yield event, v.LIKELY
    for call in view.calls_below("torch.Tensor."):
        receiver = call.argument("input") if all(name.endswith("_") for name in call.names) else None
        if receiver and view.in_graph(call.site.function) and _is_unsaved(view, call.site.function, receiver.expression):
            yield call.site, call.level


def _is_unsaved(view: FileView, function: int, index: int) -> bool:
    """Whether an expression is a tensor that self keeps, or its `.data`: a buffer that is not saved, or one that is no buffer."""
    e = view.unnarrowed(index)
    if isinstance(e, ex.Attribute) and e.name == "data":
        e = view.unnarrowed(e.base)
    class_ = view.facts.functions[function].class_
    if not isinstance(e, ex.Attribute) or class_ < 0 or not is_network(view, e.base):
        return False
    persistent = _persistent(view, class_, e.name)
    if persistent is not None:
        return not persistent
    stores = [value for _, value in view.facts.classes[class_].stores.get(e.name, ())]
    return any(view.tensor(value) is not None for value in stores) and not any(_makes_parameter(view, value) for value in stores)


def is_registered(view: FileView, function: int, name: str) -> bool:
    """Whether an attribute is a Parameter, or a buffer that belongs to the checkpoint and is one, too: a graph can assign it.

    The class of the function and its bases in the same file are asked.
    """
    class_ = view.facts.functions[function].class_
    family = project_ancestors(view.evaluator, view.module, class_) if class_ >= 0 else ()
    return any(_registers(view, number, name) for module, number in family if module == view.module)


def _registers(view: FileView, class_: int, name: str) -> bool:
    persistent = _persistent(view, class_, name)
    if persistent is not None:
        return persistent
    values = [value for _, value in view.facts.classes[class_].stores.get(name, ())]
    may_be_none = any(v.type_name(atom) == "NoneType" for value in values for atom in view.value(value).atoms)
    return not may_be_none and any(_makes_parameter(view, value) for value in values)


def _persistent(view: FileView, class_: int, name: str) -> bool | None:
    """Whether a class registers a name as a parameter or as a buffer of the checkpoint; None if it registers none."""
    for call in view.calls_of("torch.nn.Module.register_buffer", "torch.nn.Module.register_parameter"):
        registered = call.argument("name")
        same_class = view.facts.functions[call.site.function].class_ == class_
        if same_class and registered and v.constants(view.value(registered.expression), "str") == [name]:
            persistent = call.argument("persistent")
            return persistent is None or v.constants(view.value(persistent.expression), "bool") != [False]
    return None


def _makes_parameter(view: FileView, index: int) -> bool:
    e = view.expression(index)
    return isinstance(e, ex.Call) and at.Torch("torch.nn.Parameter") in view.value(e.callee).atoms
