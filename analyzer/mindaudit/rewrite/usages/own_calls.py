"""Calls of the method's own object, `self(x)`, as calls of its method: the graph compiler does not know how to call it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.symbols.class_hierarchy import is_network
from mindaudit.rewrite.text.change import Change
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes


def own_calls(view: FileView, places: Places) -> Iterator[Change]:
    """`self(x)` in functions of graphs as `self.__call__(x)`, in networks as `self.forward(x)`."""
    for node in nodes(places.tree):
        match node:
            case ast.Call(func=ast.Name("self") as owner):
                (start, end), (_, behind) = places.span(node), places.span(owner)
                function = view.function_at(start)
                if view.in_graph(function) and (number := view.facts.functions[function].class_) >= 0:
                    method = "forward" if is_network(view.evaluator, view.module, number) else "__call__"
                    yield Change((start, end), (((start, start), ""), ((behind, behind), f".{method}"), ((end, end), "")))
