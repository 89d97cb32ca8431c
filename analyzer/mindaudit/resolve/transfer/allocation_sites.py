"""Objects distinguished by allocation site: what calls store in them under keys, and what look-ups in them return."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from mindaudit.facts import expressions as ex
from mindaudit.resolve.solver.evaluator import Evaluator, Parameters
from mindaudit.resolve.symbols.function_results import joined_results
from mindaudit.resolve.symbols.keyed_stores import contents, has_allocation_site, keyed_stores
from mindaudit.resolve.symbols.object_attributes import object_attribute
from mindaudit.resolve.transfer.arguments import Arguments, arguments_of, bind
from mindaudit.resolve.transfer.project_calls import bound_to, method_result_for
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Value

_DEEPEST: Final = 4
"""Methods of an object that call each other until something is stored."""
Kept = tuple[Parameters, Value]
"""What an attribute of an object gets: a dict of one key."""


def item_of_object(evaluator: Evaluator, atom: at.Object, key: Value) -> Value:
    """`object[key]`, by its `__getitem__`."""
    return v.join(_results(evaluator, atom, "__getitem__", key)) or v.TOP


def computed_attribute(evaluator: Evaluator, atom: at.Object, name: str) -> Value:
    """What `__getattr__` returns for a name that nothing else has. It may also raise an error, which is ignored here."""
    found = v.join(_results(evaluator, atom, "__getattr__", v.constant(name)))
    return v.weaken(replace(found, open=False), v.LIKELY) if found.atoms else v.TOP


def _results(evaluator: Evaluator, atom: at.Object, name: str, argument: Value) -> list[Value]:
    methods = [each for each in v.in_order(object_attribute(evaluator, atom, name).atoms) if type(each) is at.Method]
    return [method_result_for(evaluator, each, Arguments.positionals(argument)) for each in methods]


def kept(evaluator: Evaluator, module: int, callee: int, arguments: Arguments) -> list[Kept]:
    """What a call, or a decorator that is called, stores in such objects; `callee` is an expression of the module."""
    found: list[Kept] = []
    for method in _methods(evaluator, module, callee):
        found += _by_method(evaluator, method, arguments, _DEEPEST)
    e = evaluator.expression(module, callee)
    if type(e) is ex.Call:
        for method in _methods(evaluator, module, e.callee):
            found += _by_inner_function(evaluator, method, arguments_of(evaluator, module, e.arguments), arguments)
    return found


def _methods(evaluator: Evaluator, module: int, index: int) -> list[at.Method]:
    """The methods of such objects among the values of an expression."""
    atoms = v.in_order(evaluator.value(module, index).atoms)
    return [atom for atom in atoms if type(atom) is at.Method and has_allocation_site(atom.receiver)]


def _by_method(evaluator: Evaluator, method: at.Method, arguments: Arguments, deepest: int) -> list[Kept]:
    """What one call of a method stores in its object."""
    with evaluator.assuming(method.module, method.number, bound_to(evaluator, method, arguments)):
        return list(_in_function(evaluator, method, method.module, method.number, deepest))


def _by_inner_function(evaluator: Evaluator, method: at.Method, arguments: Arguments, inner_arguments: Arguments) -> list[Kept]:
    """The same for a call of the inner function that a method returns: `@registry.register("name")`."""
    found: list[Kept] = []
    module = method.module
    with evaluator.assuming(module, method.number, bound_to(evaluator, method, arguments)):
        for atom in v.in_order(joined_results(evaluator, module, method.number).atoms):
            if type(atom) is at.Function and atom.module == module and evaluator.function(module, atom.number).parent == method.number:
                bound = bind(evaluator, module, evaluator.function(module, atom.number), inner_arguments, 0)
                with evaluator.assuming(module, atom.number, bound):
                    found += _in_function(evaluator, method, module, atom.number, _DEEPEST)
    return found


def _entry(evaluator: Evaluator, module: int, display: int) -> Value:
    """The dict of stored values, each under every key that it can have."""
    e = evaluator.expression(module, display)
    assert type(e) is ex.DictDisplay
    return v.join([_item(evaluator, module, each) for each in e.items])


def _item(evaluator: Evaluator, module: int, stored: ex.DictItem) -> Value:
    """The dict of one item; the mapping after `**` is a dict already."""
    value = evaluator.value(module, stored.value)
    if stored.key < 0:
        return value
    key = evaluator.value(module, stored.key)
    keys = [atom.value for atom in v.in_order(key.atoms) if type(atom) is at.Constant]
    if key.open or len(keys) < len(key.atoms):
        return v.dict_of((), value)
    return v.dict_of([(each, value) for each in keys], v.BOTTOM) if value.atoms or value.open else v.BOTTOM


def _in_function(evaluator: Evaluator, method: at.Method, module: int, number: int, deepest: int) -> Iterator[Kept]:
    """What a function stores in the object in the current call context, by itself or through other methods."""
    assert type(method.receiver) is at.Object
    for attribute, display in keyed_stores(evaluator, module).get(number, ()):
        yield contents(method.receiver, attribute), _entry(evaluator, module, display)
    for site in evaluator.facts[module].invocations if deepest else ():
        e = evaluator.expression(module, site.expression)
        if site.function != number or type(e) is not ex.Call:
            continue
        for atom in v.in_order(evaluator.value(module, site.callee).atoms):
            if type(atom) is at.Method and atom.receiver == method.receiver:
                yield from _by_method(evaluator, atom, arguments_of(evaluator, module, e.arguments), deepest - 1)
