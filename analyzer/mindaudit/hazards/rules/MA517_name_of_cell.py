"""Names under which a Cell keeps its own parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.symbols.class_hierarchy import is_network, is_network_object
from mindaudit.resolve.values import domain as v

_STATE = frozenset({"_params", "_cells"})
_ASKED: Final = frozenset(
    {
        "cell_init_args", "cells_and_names", "check_names", "check_names_and_refresh_name", "compile_and_run", "compile_cache",
        "compile_phase", "generate_scope", "get_flags", "get_parameters", "get_scope", "init_parameters_data", "jit_config_dict",
        "name_cells", "parameters_and_names", "parameters_dict", "phase", "phase_cache",
    }
)  # fmt: skip
"""What MindSpore asks a Cell for when it compiles it, or calls."""
_FORWARD, _CONSTRUCT = "forward", "construct"


def check(view: FileView) -> Iterator[Hit]:
    """Hits: what a network stores as `_params` or `_cells`, or by a name that graph mode reads, and a `construct` beside `forward`."""
    for event in view.events("store_attribute"):
        if event.detail in _STATE | _ASKED and any(
            is_network_object(view.evaluator, atom) for atom in view.value(event.expressions[0]).atoms
        ):
            variant, construct = ("", "state") if event.detail in _STATE else ("graph", "graph")
            yield view.hit(event, v.CERTAIN, None, variant=variant, construct=construct, name=event.detail)
    methods = {(function.class_, function.name): (number, function) for number, function in enumerate(view.facts.functions)}
    for (owner, name), (number, function) in methods.items():
        if name == _CONSTRUCT and (owner, _FORWARD) in methods and owner >= 0 and is_network(view.evaluator, view.module, owner):
            start = view.text.find(_CONSTRUCT, function.start)
            yield Hit((start, start + len(_CONSTRUCT)), number, v.CERTAIN, None, {"name": name}, "method", "method")
