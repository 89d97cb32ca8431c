"""Properties of networks that compute tensors, where a graph leaves them to Python."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Site
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.symbols.class_hierarchy import is_network_object, subclasses
from mindaudit.resolve.symbols.decorators import PROPERTIES, decorator_names
from mindaudit.resolve.symbols.object_attributes import properties
from mindaudit.resolve.values import atoms as at


def check(view: FileView) -> Iterator[Hit]:
    """A hit reads a property of a network that the compiler does not see: one of a base class, or in another property.

    What returns an attribute as it is is no hit: the compiler knows parameters that Python hands to it.
    """
    for site in view.reads("attribute"):
        e = view.expression(site.expression)
        if not isinstance(e, ex.Attribute) or not view.in_graph(site.function) or view.tensor(site.expression) is None:
            continue
        owners = [atom for atom in view.value(e.base).atoms if isinstance(atom, at.Object) and is_network_object(view.evaluator, atom)]
        found = {each: owner for owner in owners for each in properties(view.evaluator, owner, e.name)}
        is_nested = bool(decorator_names(view.evaluator, view.module, site.function) & PROPERTIES)
        is_unseen = any(_computes(view, each) and (is_nested or _is_inherited(view, each, owner)) for each, owner in found.items())
        if is_unseen and len(owners) == len(view.value(e.base).atoms):
            yield view.hit(site, view.value(e.base).level, None, code=_code(view, site, found))


def _is_inherited(view: FileView, found: at.Function, owner: at.Object) -> bool:
    """Whether an object's class may be another than that of the property."""
    defining = found.module, view.evaluator.function(found.module, found.number).class_
    return defining != (owner.module, owner.number) or bool(subclasses(view.evaluator, *defining))


def _computes(view: FileView, found: at.Function) -> bool:
    """Whether a property gives more than an attribute of its object."""
    results = view.evaluator.function(found.module, found.number).results
    return any(not isinstance(view.evaluator.expression(found.module, each), ex.Attribute) for each in results)


def _code(view: FileView, site: Site, found: Iterable[at.Function]) -> str:
    """A call of the function behind the property, which the compiler reads; "" if the object's text calls something."""
    is_plain = all("property" in decorator_names(view.evaluator, each.module, each.number) for each in found)
    match view.syntax.at((site.start, site.end))[:1]:
        case [ast.Attribute(value=ast.Name() | ast.Attribute() as owner, attr=name)] if is_plain:
            text = view.syntax.source(owner)
            return "" if "(" in text else f"type({text}).{name}.fget({text})"
    return ""
