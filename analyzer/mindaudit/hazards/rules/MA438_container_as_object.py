"""Lists and dicts of modules that a network uses as objects."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import CallSite, Site
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.model import Span
from mindaudit.resolve.symbols.class_hierarchy import torch_bases
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.torch_catalog import MODULE

_DICT: Final = "torch.nn.ModuleDict"
_LIST: Final = "torch.nn.ModuleList"
_SEQUENTIAL: Final = "torch.nn.Sequential"
_CALLED: Final = frozenset({_LIST, _DICT})
_OWN: Final = frozenset({"keys", "values", "items"})
"""The attributes of a dict in graph mode."""


def check(view: FileView) -> Iterator[Hit]:
    """Hits: a module of a container that is read as an attribute, the forward of a class that derives from a container, a Sequential
    that is taken apart or whose truth is asked, and `isinstance` with a container's class, or with that of all modules where a container
    is asked.
    """
    for site in view.reads("attribute"):
        if view.in_graph(site.function):
            span = site.start, site.end
            yield from _attribute(view, span, site.expression, site)
            if _is_sequential(view, site.expression) and _is_test(view.syntax.at(span)):
                yield Hit(span, site.function, v.LIKELY, None, {}, "truth", "truth")
    for call in view.facts.calls:
        if view.in_graph(call.function):
            yield from _attribute(view, (call.callee_start, call.callee_end), call.callee, call)
    for number, function in enumerate(view.facts.functions):
        if function.name == "forward" and view.in_graph(number) and _derives_from_container(view, function.class_):
            span = function.start, function.start + view.text[function.start : function.end].index("forward") + len("forward")
            yield Hit(span, number, v.CERTAIN, None, {}, "call", "call")
    for span, index, caller in _taken_apart(view):
        if view.in_graph(caller) and _is_sequential(view, index):
            yield Hit(span, caller, v.LIKELY, None, {}, "sequence", "sequence")
    for test in view.calls_of("builtins.isinstance"):
        asked = [operand.expression for operand in test.operands]
        if len(asked) == 2 and view.in_graph(test.site.function) and _is_missed(view, *asked):
            yield view.hit(test, v.LIKELY, None, variant="test", construct="test")


def _attribute(view: FileView, span: Span, index: int, site: Site | CallSite) -> Iterator[Hit]:
    """The hit of an attribute that is a module of a dict, or of a list that was given it by name."""
    e = view.expression(index)
    if not isinstance(e, ex.Attribute):
        return
    if e.name not in _OWN and view.evaluator.torch.lookup(f"{MODULE}.{e.name}") is None and _is_plain(view, e.base, _DICT):
        base = view.source((site.base_start, site.base_end))
        yield Hit(span, site.function, v.CERTAIN, None, {"code": f'{base}["{e.name}"]'})
    elif not e.name.startswith("_") and not view.value(index).atoms and _is_plain(view, e.base, _LIST):
        yield Hit(span, site.function, v.CERTAIN, None, {"name": e.name}, "list")


def _is_test(path: Sequence[ast.AST]) -> bool:
    """Whether the truth of the first node of a path is all that is asked of it."""
    for inner, outer in pairwise(path):
        if not isinstance(outer, ast.BoolOp) and not (isinstance(outer, ast.UnaryOp) and isinstance(outer.op, ast.Not)):
            return isinstance(outer, ast.If | ast.IfExp | ast.While | ast.Assert) and outer.test is inner
    return False


def _is_plain(view: FileView, index: int, container: str) -> bool:
    """Whether an expression is a container of torch's own class."""
    atoms = view.value(index).atoms
    return bool(atoms) and all(isinstance(atom, at.Instance) and atom.torch_class == container for atom in atoms)


def _taken_apart(view: FileView) -> Iterator[tuple[Span, int, int]]:
    """What `zip` gets and what stands behind a star in a call: its place, its expression and the function that it is in."""
    for call in view.calls_of("builtins.zip"):
        yield from ((operand.span, operand.expression, call.site.function) for operand in call.operands)
    for site in view.facts.calls:
        yield from (((given.start, given.end), given.expression, site.function) for given in site.arguments if given.star == "*")


def _is_sequential(view: FileView, index: int) -> bool:
    """Whether an expression is a Sequential, also one of a class that derives from it."""
    atoms = view.value(index).atoms
    return bool(atoms) and all(_SEQUENTIAL in _bases(view, atom) for atom in atoms)


def _bases(view: FileView, atom: at.Atom) -> Collection[str]:
    match atom:
        case at.Instance(name):
            return (name,)
        case at.Object(module, class_):
            return torch_bases(view.evaluator, module, class_)
    return ()


def _derives_from_container(view: FileView, class_: int) -> bool:
    """Whether a class derives from a list or dict of modules."""
    return class_ >= 0 and not _CALLED.isdisjoint(torch_bases(view.evaluator, view.module, class_))


def _is_missed(view: FileView, asked: int, tested: int) -> bool:
    """Whether a test is for containers of modules, or for modules where it may get such a container."""
    classes = {atom.name for atom in _classes(view, tested) if isinstance(atom, at.Torch)}
    held = {atom.torch_class for atom in view.value(asked).atoms if isinstance(atom, at.Instance)}
    return not classes.isdisjoint(_CALLED) or (MODULE in classes and not held.isdisjoint(_CALLED))


def _classes(view: FileView, index: int) -> Iterator[at.Atom]:
    """The classes that a test names."""
    for atom in view.value(index).atoms:
        if isinstance(atom, at.Tuple):
            yield from (inner for item in atom.items for inner in item.atoms)
        else:
            yield atom
