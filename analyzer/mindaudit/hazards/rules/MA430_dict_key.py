"""Dicts in which a network looks up keys that graph mode does not support."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import CallSite, Site
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.comparisons import comparisons
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.class_hierarchy import class_bases
from mindaudit.resolve.symbols.import_resolution import imports_of
from mindaudit.resolve.symbols.module_attributes import imported_from
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a look-up in a dict that is written in the network, by None, a dtype or a class, or by an Enum's member, also by `get`."""
    for site in view.reads("subscript"):
        e = view.expression(site.expression)
        if not view.in_graph(site.function) or not isinstance(e, ex.Subscript):
            continue
        table = view.unnarrowed(e.base)
        if isinstance(table, ex.DictDisplay) and any(item.key >= 0 and _is_refused(view, item.key) for item in table.items):
            yield view.hit(site, v.CERTAIN, None)
        elif _has_members(view, table):
            yield view.hit(site, v.CERTAIN, None, variant="enum", construct="enum")
    places: list[CallSite | Site] = [*_asked(view), *_tested(view)]
    yield from (view.hit(place, v.CERTAIN, None, variant="enum", construct="enum") for place in places)


def _asked(view: FileView) -> Iterator[CallSite]:
    """The calls of `get` on such a dict."""
    for site in view.facts.calls:
        callee = view.unnarrowed(site.callee)
        if not view.in_graph(site.function) or not isinstance(callee, ex.Attribute) or callee.name != "get":
            continue
        if _has_members(view, view.unnarrowed(callee.base), of_anything=True):
            yield site


def _tested(view: FileView) -> Iterator[Site]:
    """The tests whether something is a key of such a dict."""
    for site, compared in comparisons(view):
        is_meant = view.in_graph(site.function) and compared.operators in (("In",), ("NotIn",))
        if is_meant and _has_members(view, view.unnarrowed(compared.operands[1])):
            yield site


def _has_members(view: FileView, e: ex.Expression, of_anything: bool = False) -> bool:
    """Whether a key is a member of a plain Enum, named as such; a global dict counts if it holds functions or layers, or `of_anything`."""
    place = _written(view.evaluator, view.module, e)
    if place is None:
        return False
    module, table = place
    holds = of_anything or table is e or all(_is_called(view.evaluator, module, item.value) for item in table.items)
    return holds and any(item.key >= 0 and _is_member(view.evaluator, module, item.key) for item in table.items)


def _is_called(evaluator: Evaluator, module: int, index: int) -> bool:
    """Whether a value is a function or a layer: a dict of other values stays a Python object in graph mode."""
    atom = v.only(evaluator.value(module, index))
    if isinstance(atom, at.Torch):
        return evaluator.torch.kind(atom.name) == "function"
    return isinstance(atom, (at.Function, at.Instance))


def _written(evaluator: Evaluator, module: int, e: ex.Expression, steps: int = 4) -> tuple[int, ex.DictDisplay] | None:
    """The dict that a file writes for a global name, and the file's number; imports are followed for some steps."""
    if isinstance(e, ex.DictDisplay):
        return module, e
    if isinstance(e, ex.FromImport):
        source = v.only(imported_from(evaluator, module, e.module, e.level))
        found = imports_of(evaluator).module(source.place) if isinstance(source, at.Module) else None
        if found is None:
            return None
        module = found
    elif not isinstance(e, ex.Name):
        return None
    index = evaluator.facts[module].exports.get(e.name)
    return _written(evaluator, module, evaluator.expression(module, index), steps - 1) if index is not None and steps else None


def _is_member(evaluator: Evaluator, module: int, key: int) -> bool:
    """Whether a key is `Class.MEMBER` of an Enum that is no text or number as well: such members are fine."""
    e = evaluator.expression(module, key)
    owner = v.only(evaluator.value(module, e.base)) if isinstance(e, ex.Attribute) else None
    base = v.only(class_bases(evaluator, owner.module, owner.number)) if isinstance(owner, at.Class) else None
    return isinstance(base, at.External) and base.name == "enum.Enum"


def _is_refused(view: FileView, key: int) -> bool:
    value = view.value(key)
    return bool(value.atoms) and not value.open and all(_is_object(view, atom) for atom in value.atoms)


def _is_object(view: FileView, atom: Atom) -> bool:
    """Whether a key is no text, number or tuple."""
    if isinstance(atom, at.Torch):
        return view.evaluator.torch.kind(atom.name) in ("dtype", "class")
    return isinstance(atom, at.Class) or v.is_none(atom)
