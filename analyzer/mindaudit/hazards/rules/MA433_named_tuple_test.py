"""Tests for named tuples, which are plain tuples in graph mode."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.symbols.class_hierarchy import project_ancestors
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_MAKERS = frozenset({"collections.namedtuple", "typing.NamedTuple"})


def check(view: FileView) -> Iterator[Hit]:
    """A hit is `isinstance` with one named tuple class, or several classes that all are such."""
    for call in view.calls_of("builtins.isinstance"):
        tested = call.operands[1].expression if len(call.operands) == 2 else -1
        if tested >= 0 and view.in_graph(call.site.function) and _is_named(view, view.module, tested):
            yield view.hit(call, v.LIKELY, None)


def _is_named(view: FileView, module: int, index: int) -> bool:
    """Whether an expression of a file is such a class, or a call or name that makes one."""
    e = view.evaluator.expression(module, index)
    if isinstance(e, ex.TupleDisplay):
        return bool(e.items) and all(_is_named(view, module, item) for item in e.items)
    if _makes(view, module, index) or (isinstance(e, ex.Call) and _makes(view, module, e.callee)):
        return True
    classes = [atom for atom in view.evaluator.value(module, index).atoms if isinstance(atom, at.Class)]
    return bool(classes) and all(_derives(view, each) for each in classes)


def _makes(view: FileView, module: int, index: int) -> bool:
    return any(isinstance(atom, at.External) and atom.name in _MAKERS for atom in view.evaluator.value(module, index).atoms)


def _derives(view: FileView, class_: at.Class) -> bool:
    ancestors = project_ancestors(view.evaluator, class_.module, class_.number)
    return any(_is_named(view, module, base) for module, number in ancestors for base in view.evaluator.class_(module, number).bases)
