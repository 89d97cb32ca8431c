"""Attributes of project classes, of their instances and of `super()`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.annotations import instance_of
from mindaudit.resolve.symbols.class_hierarchy import is_enumeration, is_network, project_ancestors, subclasses, torch_bases
from mindaudit.resolve.symbols.decorators import ACCESSORS, PROPERTIES, decorator_names, is_class_method, property_behind
from mindaudit.resolve.symbols.function_results import general_result
from mindaudit.resolve.symbols.keyed_stores import contents, has_allocation_site
from mindaudit.resolve.symbols.stub_methods import has_only_grown, is_stub, may_be_stub
from mindaudit.resolve.symbols.torch_attributes import bound
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value
from mindaudit.resolve.values.torch_catalog import APPLY, TENSOR
from mindaudit_data.catalog import Api

_Classes = Sequence[tuple[int, int]]
MOST_SUBCLASSES: Final = 12
"""In so many, and in their other bases, an attribute is looked for that the class itself lacks; what more of them say is seldom alike."""
MOST_OVERRIDING: Final = 24
"""Of so many subclasses methods are taken in place of a stub; each costs an evaluation at every call."""


def object_attribute(evaluator: Evaluator, instance: at.Object, name: str) -> Value:
    """An attribute of an instance of a project class."""
    found = evaluator.derived(_object_attribute, instance.module, instance.number, name)
    if found is not None and has_allocation_site(instance):
        return _of_one_site(evaluator, instance, name, found)
    return found if found is not None else v.BOTTOM


def _of_one_site(evaluator: Evaluator, instance: at.Object, name: str, general: Value) -> Value:
    """An attribute of an object with an allocation site: its methods are bound to it, and it has its own contents under keys."""
    if any(type(atom) is at.Grown for atom in general.atoms):
        own = evaluator.passed(*contents(instance, name))
        if own is not None:
            others = replace(general, atoms=frozenset([atom for atom in general.atoms if type(atom) is not at.Grown]))
            return v.join((others, own))
    bound = [replace(atom, receiver=instance) if type(atom) is at.Method else atom for atom in general.atoms]
    return replace(general, atoms=frozenset(bound))


def asked_attributes(evaluator: Evaluator) -> Iterator[tuple[int, int, str]]:
    """All attribute look-ups on instances: module, class and name."""
    return ((module, number, name) for module, number, name in evaluator.derived_keys(_object_attribute))


def _object_attribute(evaluator: Evaluator, module: int, number: int, name: str) -> Value:
    instance = at.Object(module, number)
    hierarchy = project_ancestors(evaluator, module, number)
    found = _stored(evaluator, hierarchy, instance, name)
    if found and may_be_stub(found[-1]):
        found += _overriding(evaluator, hierarchy, instance, name)
    if _is_left_open(found):
        below = subclasses(evaluator, module, number)[:MOST_SUBCLASSES]
        beside = dict.fromkeys(each for place in below for each in project_ancestors(evaluator, *place))
        others = [*below, *(place for place in beside if place not in hierarchy and place not in below)]
        found += [v.weaken(value, v.LIKELY) for value in _stored(evaluator, others, instance, name)]
    if found and not has_only_grown(found):
        return _as_set(evaluator, hierarchy, v.join(found))
    api = _of_torch_base(evaluator, module, number, name)
    if api is not None:
        return bound(evaluator, api, instance, v.CERTAIN)
    if found:  # it grew, and where it was made cannot be seen
        return v.join((*found, v.TOP))
    made = _made_on_demand(evaluator, hierarchy)
    if made is not None:
        return made
    starred = _stored(evaluator, hierarchy, instance, "*")
    return v.weaken(v.join([*starred, v.TOP]), v.LIKELY) if starred else v.TOP


def _made_on_demand(evaluator: Evaluator, hierarchy: _Classes) -> Value | None:
    """What a `__getattr__` of the project gives for any name; None if there is none, or if nothing of that is known."""
    bodies = ((m, evaluator.class_(m, c).body) for m, c in hierarchy)
    module, index = next(((m, body["__getattr__"]) for m, body in bodies if "__getattr__" in body), (-1, -1))
    if index < 0:
        return None
    functions = [atom for atom in v.in_order(evaluator.value(module, index).atoms) if isinstance(atom, at.Function)]
    value = v.join([general_result(evaluator, each.module, each.number) for each in functions])
    return v.weaken(value, v.LIKELY) if value.atoms else None


def _is_left_open(found: Sequence[Value]) -> bool:
    """Whether a class has no such attribute, or only None in it, so that those of its subclasses count."""
    return all(value.atoms and not value.open and all(map(v.is_none, value.atoms)) for value in found)


def _of_torch_base(evaluator: Evaluator, module: int, number: int, name: str) -> Api | None:
    """The catalog's row of an attribute that a project class inherits from torch."""
    apis = (evaluator.torch.method(base, name) for base in torch_bases(evaluator, module, number))
    return next((api for api in apis if api is not None), None)


def of_tensors(evaluator: Evaluator, instance: at.Object, name: str) -> Api | None:
    """The catalog's row of an attribute that an instance of a project class has as a tensor, unless the project sets it."""
    api = _of_torch_base(evaluator, instance.module, instance.number, name)
    if api is None or not api.name.startswith(f"{TENSOR}."):
        return None
    return None if _stored(evaluator, project_ancestors(evaluator, instance.module, instance.number), instance, name) else api


def _as_set(evaluator: Evaluator, hierarchy: _Classes, value: Value) -> Value:
    """The value of an attribute; open if a `__setattr__` may store something else instead of an object."""
    if not any("__setattr__" in evaluator.class_(m, c).body for m, c in hierarchy):
        return value
    told = any(isinstance(a, at.Object) and not is_network(evaluator, a.module, a.number) for a in v.in_order(value.atoms))
    return v.weaken(replace(value, open=True), v.LIKELY) if told else value


def _overriding(evaluator: Evaluator, hierarchy: _Classes, instance: at.Object, name: str) -> list[Value]:
    """The methods of subclasses in place of a stub method."""
    defined = next((pair for pair in hierarchy if name in evaluator.class_(*pair).body), None)
    if defined is None or not is_stub(evaluator, defined[0], evaluator.class_(*defined).body[name]):
        return []
    below = [place for place in subclasses(evaluator, instance.module, instance.number) if name in evaluator.class_(*place).body]
    found = [_member(evaluator, m, evaluator.class_(m, c).body[name], at.Object(m, c)) for m, c in below[:MOST_OVERRIDING]]
    return [v.weaken(value, v.LIKELY) for value in found]


def _stored(evaluator: Evaluator, hierarchy: _Classes, receiver: Atom, name: str) -> list[Value]:
    """The values that methods and bodies of these classes give to an attribute; an entry in a body hides those of later classes."""
    found: list[Value] = []
    for m, c in hierarchy:
        class_ = evaluator.class_(m, c)
        found += [evaluator.value(m, index) for _, index in class_.stores.get(name, ())]
        if name in class_.annotations:  # a default, if there is one, can be overridden in an instance
            found.append(instance_of(evaluator, m, class_.annotations[name]))
        index = class_.body.get(name)
        if index is not None:
            found.append(_member(evaluator, m, index, receiver))
            break
    return found


def _member(evaluator: Evaluator, module: int, index: int, receiver: Atom) -> Value:
    """A class attribute seen through an instance: functions become methods, properties their value."""
    value = evaluator.value(module, index)
    answers = []
    for atom in v.in_order(value.atoms):
        if isinstance(atom, at.Function):
            answers.append(_function_member(evaluator, atom, receiver))
        else:
            answers.append(v.one(atom, level=value.level, cause=max(value.cause, v.CONFIG)))
    return v.join([*answers, *([v.TOP] if value.open else [])])


def _function_member(evaluator: Evaluator, function: at.Function, receiver: Atom) -> Value:
    """A function of a class body seen through an instance."""
    names = decorator_names(evaluator, function.module, function.number)
    if names & ACCESSORS:
        getter = property_behind(evaluator, function.module, function.number)
        return _member(evaluator, function.module, getter, receiver) if getter >= 0 else v.TOP
    if names & PROPERTIES:
        return general_result(evaluator, function.module, function.number)
    return v.one(function if "staticmethod" in names else at.Method(function.module, function.number, receiver))


def properties(evaluator: Evaluator, instance: at.Object, name: str) -> Iterator[at.Function]:
    """The functions that run where an attribute of an instance is read."""
    for m, c in project_ancestors(evaluator, instance.module, instance.number):
        index = evaluator.class_(m, c).body.get(name)
        if index is not None:
            yield from getters(evaluator, m, index)
            return


def getters(evaluator: Evaluator, module: int, member: int) -> Iterator[at.Function]:
    """The functions behind a member of a class, an expression, that is a property."""
    functions = (atom for atom in v.in_order(evaluator.value(module, member).atoms) if isinstance(atom, at.Function))
    return (each for each in functions if decorator_names(evaluator, each.module, each.number) & PROPERTIES)


def class_attribute(evaluator: Evaluator, class_: at.Class, name: str) -> Value:
    """An attribute of a project class itself."""
    for m, c in project_ancestors(evaluator, class_.module, class_.number):
        index = evaluator.class_(m, c).body.get(name)
        if index is not None:
            return _class_member(evaluator, m, index, class_)
    api = _of_torch_base(evaluator, class_.module, class_.number, name)
    if api is not None:
        return v.one(at.TorchMethod(api.name, class_) if api.name == APPLY else at.Torch(api.name))
    return v.plain("enum") if is_enumeration(evaluator, class_.module, class_.number) else v.TOP


def _class_member(evaluator: Evaluator, module: int, index: int, class_: at.Class) -> Value:
    """An attribute of a class body seen through the class: class methods are bound to it."""
    value = evaluator.value(module, index)
    answers = [v.one(_bound_to(evaluator, atom, class_), cause=v.CONFIG) for atom in v.in_order(value.atoms)]
    return v.join([*answers, *([v.TOP] if value.open else [])])


def _bound_to(evaluator: Evaluator, atom: Atom, class_: at.Class) -> Atom:
    if isinstance(atom, at.Function) and is_class_method(evaluator, atom.module, atom.number):
        return at.Method(atom.module, atom.number, class_)
    return atom


def super_attribute(evaluator: Evaluator, parent: at.Super, name: str) -> Value:
    """`super().name`: the look-up begins after the class."""
    found = _stored(evaluator, project_ancestors(evaluator, parent.module, parent.number)[1:], parent.receiver, name)
    if found:
        return v.join(found)
    api = _of_torch_base(evaluator, parent.module, parent.number, name)
    return bound(evaluator, api, parent.receiver, v.CERTAIN) if api is not None else v.TOP


def method_result(evaluator: Evaluator, instance: at.Object, name: str) -> Value | None:
    """The result of a method of a project object called without arguments; None when it has none."""
    value = object_attribute(evaluator, instance, name)
    methods = [atom for atom in v.in_order(value.atoms) if isinstance(atom, at.Method)]
    return v.join([general_result(evaluator, each.module, each.number) for each in methods]) if methods else None
