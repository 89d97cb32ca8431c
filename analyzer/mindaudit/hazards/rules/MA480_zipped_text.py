"""Texts and dicts that a network zips with tensors, over which a graph does not iterate as Python does."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts.records import CallSite
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Value


def check(view: FileView) -> Iterator[Hit]:
    """A hit is what is a text or a dict, beside another argument of `zip` that may hold tensors or modules."""
    for call in view.calls_of("builtins.zip"):
        if view.in_graph(call.site.function) and not _all_plain(view, call.site):
            for argument in call.site.arguments:
                if not argument.star and not argument.keyword and _is_refused(view.value(argument.expression)):
                    span = argument.start, argument.end
                    yield Hit(span, call.site.function, call.level, None, {}, replaces=span)


def _is_refused(value: Value) -> bool:
    """Whether something is known to be a text or a dict."""
    return bool(value.atoms) and not value.open and all(isinstance(atom, at.Dict) or v.type_name(atom) == "str" for atom in value.atoms)


def _all_plain(view: FileView, site: CallSite) -> bool:
    """Whether a call zips nothing but constants, which the compiler does itself."""
    return all(_is_plain(view.value(argument.expression)) for argument in site.arguments)


def _is_plain(value: Value) -> bool:
    """Whether something is a number or a text, or holds nothing else."""
    return not value.open and all(_is_plain_atom(atom) for atom in value.atoms)


def _is_plain_atom(atom: v.Atom) -> bool:
    match atom:
        case at.Constant() | at.Plain():
            return True
        case at.Tuple(items) | at.Items(items):
            return all(map(_is_plain, items))
        case at.List(elements) | at.Iterator(elements):
            return _is_plain(elements)
    return False
