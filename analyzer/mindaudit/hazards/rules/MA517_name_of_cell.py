"""Names under which a Cell keeps its own parts."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.names_of_cells import kind_of_definition, kind_of_store
from mindaudit.model import Span
from mindaudit.resolve.symbols.class_hierarchy import is_network, is_network_object
from mindaudit.resolve.values import domain as v

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def check(view: FileView) -> Iterator[Hit]:
    """Hits: attributes that a network stores by such a name, and what its class defines by one."""
    for event in view.events("store_attribute"):
        kind = kind_of_store(event.detail)
        if kind and any(is_network_object(view.evaluator, atom) for atom in view.value(event.expressions[0]).atoms):
            variant = "" if kind == "state" else kind
            yield view.hit(event, v.CERTAIN, None, variant=variant, construct=kind, name=event.detail)
    for number, class_ in enumerate(view.facts.classes):
        kinds = {name: kind_of_definition(view.evaluator, view.module, number, name) for name in class_.body}
        if any(kinds.values()) and is_network(view.evaluator, view.module, number):
            for name, span in _defined(view, class_.start):
                if kind := kinds.get(name, ""):
                    variant = "" if kind == "state" else kind
                    yield Hit(span, view.function_at(span[0]), v.CERTAIN, None, {"name": name}, variant, kind)


def _defined(view: FileView, start: int) -> Iterator[tuple[str, Span]]:
    """The names that the body of a class binds, with their places."""
    before = [each for each in view.syntax.nodes(ast.ClassDef) if view.syntax.span(each)[0] <= start]
    node = max(before, key=lambda each: view.syntax.span(each)[0], default=None)
    for statement in node.body if node else ():
        if isinstance(statement, _FUNCTIONS):
            place = view.text.find(statement.name, view.text.find("def", view.syntax.span(statement)[0]))
            yield statement.name, (place, place + len(statement.name))
        targets = (
            statement.targets if isinstance(statement, ast.Assign) else [statement.target] if isinstance(statement, ast.AnnAssign) else []
        )
        yield from ((target.id, view.syntax.span(target)) for target in targets if isinstance(target, ast.Name))
