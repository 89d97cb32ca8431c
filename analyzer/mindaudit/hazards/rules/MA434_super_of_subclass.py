"""`super()` in a network that has subclasses, and in a class that networks mix in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.class_hierarchy import is_network, subclasses
from mindaudit.resolve.values import domain as v

_CLASS_CHANGERS: Final[frozenset[str]] = frozenset({"weight_norm", "spectral_norm", "orthogonal", "register_parametrization"})
"""Functions of torch that give a network another class, derived from its own."""


def check(view: FileView) -> Iterator[Hit]:
    """A hit is `super()` without arguments in a method that an object of a subclass can run."""
    for site in view.facts.calls:
        if _is_super(view.expression(site.callee)) and not site.arguments and view.in_graph(site.function):
            method = view.facts.functions[site.function]
            if method.class_ >= 0 and method.params and _is_inherited(view, method.class_, method.name):
                class_ = view.facts.classes[method.class_]
                code = f"super({class_.name}, {method.params[0].name})" if class_.qualname == class_.name else ""
                yield view.hit(site, v.LIKELY, None, name=class_.name, code=code)


def _is_inherited(view: FileView, class_: int, method: str) -> bool:
    """Whether networks of another class may run a method: those of a subclass without, or that calls `super` itself."""
    evaluator = view.evaluator
    own = is_network(evaluator, view.module, class_)
    networks = [each for each in subclasses(evaluator, view.module, class_) if own or is_network(evaluator, *each)]
    return any(_passes_on(evaluator, *each, method) for each in networks) or (own and _changes_classes(view))


def _passes_on(evaluator: Evaluator, module: int, class_: int, method: str) -> bool:
    facts = evaluator.facts[module]
    own = {number for number, function in enumerate(facts.functions) if function.class_ == class_ and function.name == method}
    return not own or any(site.function in own and _is_super(facts.expressions[site.callee]) for site in facts.calls)


def _is_super(e: ex.Expression) -> bool:
    return isinstance(e, ex.Name) and e.name == "super"


def _changes_classes(view: FileView) -> bool:
    """Whether the project gives networks other classes."""
    return bool(view.evaluator.derived(_names_a_changer))


def _names_a_changer(evaluator: Evaluator) -> bool:
    return any(_names_one(e) for facts in evaluator.facts.values() for e in facts.expressions)


def _names_one(e: ex.Expression) -> bool:
    return isinstance(e, (ex.Attribute, ex.FromImport)) and e.name in _CLASS_CHANGERS
