"""Gradients that are stored into tensors, and tensors from which on everything is to be recorded."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.symbols.class_hierarchy import project_ancestors
from mindaudit.resolve.values import atoms as at

_GRADIENT, _FLAG = "grad", "requires_grad"
_PARAMETERS = frozenset({"torch.nn.Parameter", "torch.nn.parameter.Parameter"})
"""Classes whose objects have the flag in MindSpore, too."""


def check(view: FileView) -> Iterator[Hit]:
    """Hits: `x.grad = …`, `x.requires_grad = True` of what is no parameter of a network, and calls that make such a tensor."""
    for event in view.events("store_attribute"):
        owner, value = event.expressions
        level = view.tensor(owner) if event.detail in (_GRADIENT, _FLAG) else None
        if level is not None and (event.detail == _GRADIENT or (_is_made_here(view, owner) and not _is_false(view, value))):
            yield view.hit(event, level, None, variant=event.detail, construct=event.detail)
    for site in view.facts.calls:
        if any(each.keyword == _FLAG and _is_true(view, each.expression) for each in site.arguments):
            level = view.tensor(site.expression)
            names = {atom.name for atom in view.value(site.callee).atoms if isinstance(atom, at.Torch)}
            if level is not None and names and not names & _PARAMETERS:
                yield view.hit(site, level, None, variant="made", construct=_FLAG)


def _is_made_here(view: FileView, owner: int) -> bool:
    """Whether a tensor is what a call or an operator gives, what the function gets, or one of several that are written beside each other.

    Parameters have the flag in MindSpore, too.
    """
    for part in _met(view, owner):
        match view.unnarrowed(part):
            case ex.Element(several) | ex.Item(several) | ex.Subscript(several):
                if any(_is_computed(view, each) for each in _written(view, several)):
                    return True
            case ex.Call() | ex.Binary() | ex.Parameter():
                return True
    return False


def _met(view: FileView, index: int) -> Iterator[int]:
    """An expression, or those of which it is one: behind a branch, in a loop, by a condition."""
    waiting, seen = [index], set[int]()
    while waiting:
        part = waiting.pop()
        if part not in seen:
            seen.add(part)
            match e := view.unnarrowed(part):
                case ex.Join(parts):
                    waiting += parts
                case ex.Conditional():
                    waiting += (e.body, e.orelse)
                case ex.Phi(slot):
                    waiting += view.facts.slots[slot]
                case _:
                    yield part


def _written(view: FileView, several: int) -> Iterator[int]:
    """The members of a list, tuple or dict as far as they are written where it is made, and those that were added to it.

    Those of a container that an attribute keeps are what the class and its bases put in there, as far as they stand in this file.
    """
    match view.unnarrowed(several) if several >= 0 else None:
        case ex.ListDisplay(items) | ex.TupleDisplay(items):
            yield from items
        case ex.DictDisplay(pairs):
            yield from (each.value for each in pairs)
        case ex.Grown(container, how, value):
            yield from _written(view, value) if how == "items" else (value,)
            yield from _written(view, container)
        case ex.Attribute(base, name):
            for atom in view.value(base).atoms:
                for member in _kept(view, atom, name) if isinstance(atom, at.Object) else ():
                    yield from _written(view, member)


def _kept(view: FileView, instance: at.Object, name: str) -> Iterator[int]:
    """What the classes of an object store in an attribute, as far as they stand in this file."""
    for module, number in project_ancestors(view.evaluator, instance.module, instance.number):
        if module == view.module:
            yield from (store.value for store in view.facts.classes[number].stores.get(name, ()))


def _is_computed(view: FileView, member: int) -> bool:
    match view.unnarrowed(member):
        case ex.Call(callee):
            return not any(isinstance(atom, at.Torch) and atom.name in _PARAMETERS for atom in view.value(callee).atoms)
        case ex.Binary():
            return True
    return False


def _is_false(view: FileView, value: int) -> bool:
    e = view.expression(value)
    return isinstance(e, ex.Constant) and e.value is False


def _is_true(view: FileView, value: int) -> bool:
    e = view.expression(value)
    return isinstance(e, ex.Constant) and e.value is True
