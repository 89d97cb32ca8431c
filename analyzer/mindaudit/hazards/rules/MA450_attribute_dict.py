"""Attributes of dict subclasses, which are plain dicts in graph mode."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.symbols.class_hierarchy import class_bases, project_ancestors
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom

_LIBRARIES: Final = frozenset({"easydict.EasyDict", "addict.Dict", "addict.addict.Dict", "munch.Munch"})
_DICTS: Final = frozenset({"dict", "collections.OrderedDict"})
_LINKING: Final = frozenset({"__getattr__", "__getattribute__", "__setattr__"})


def check(view: FileView) -> Iterator[Hit]:
    """A hit is an attribute of such a dict that its class does not define, with the attributes of what it holds."""
    for site in view.reads("attribute"):
        e = view.expression(site.expression)
        if view.in_graph(site.function) and isinstance(e, ex.Attribute) and _is_key(view, e):
            chain = _chain(view.syntax.at((site.start, site.end)))
            if chain:
                base = view.source((site.base_start, site.base_end))
                code = "".join((base, *(f'["{node.attr}"]' for node in chain)))
                yield Hit(view.syntax.span(chain[-1]), site.function, v.LIKELY, None, {"code": code})


def _chain(path: Sequence[ast.AST]) -> list[ast.Attribute]:
    """An attribute and those that are read off it, without a method that is called."""
    found = list[ast.Attribute]()
    for node, around in pairwise(path):
        if not isinstance(node, ast.Attribute) or (isinstance(around, ast.Call) and around.func is node):
            break
        found.append(node)
    return found


def _is_key(view: FileView, attribute: ex.Attribute) -> bool:
    """Whether an attribute is a key of a dict; a plain dict has none."""
    atoms = [atom for atom in view.value(attribute.base).atoms if not isinstance(atom, at.Dict | at.Grown)]
    return bool(atoms) and all(_is_dict(view, atom) and not _defines(view, atom, attribute.name) for atom in atoms)


def _is_dict(view: FileView, atom: Atom) -> bool:
    """Whether something is an object of a class that derives from dict."""
    match atom:
        case at.Object(module, number):
            ancestors = project_ancestors(view.evaluator, module, number)
            bases = [base for each in ancestors for base in class_bases(view.evaluator, *each).atoms]
            names = {base.name.removeprefix("builtins.") for base in bases if isinstance(base, at.Builtin | at.External)}
            return not names.isdisjoint(_LIBRARIES) or (not names.isdisjoint(_DICTS) and any(_links(view, *each) for each in ancestors))
        case at.Made(name):
            return name in _LIBRARIES
    return False


def _links(view: FileView, module: int, number: int) -> bool:
    """Whether a class makes attributes of its keys."""
    found = view.evaluator.class_(module, number)
    return not _LINKING.isdisjoint(found.body) or "__dict__" in found.stores


def _defines(view: FileView, atom: Atom, name: str) -> bool:
    """Whether the class has or sets an attribute of that name, or every dict has one."""
    ancestors = project_ancestors(view.evaluator, atom.module, atom.number) if isinstance(atom, at.Object) else ()
    classes = [view.evaluator.class_(*each) for each in ancestors]
    return hasattr(dict, name) or any(name in each.body or name in each.stores for each in classes)
