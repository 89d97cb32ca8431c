"""What asks or sets the runtime, such as its device or its seed, in a network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

import mindaudit_data
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView

_REFUSED: Final = (
    "get_context",
    "set_context",
    "set_seed",
    "manual_seed",
    "runtime.empty_cache",
    "runtime.memory_allocated",
    "runtime.synchronize",
    "hal.device_count",
)
"""MindSpore's functions that do not compile at one level of syntax or both, by the probes of these names."""
_CALLED: Final = re.compile(rf"\bmindspore\.({'|'.join(map(re.escape, _REFUSED))})\(")


def check(view: FileView) -> Iterator[Hit]:
    """Hits: calls that the mapping table replaces by such a function."""
    for call in view.calls:
        constructs = {_asked(name) for name in call.names}
        if view.in_graph(call.site.function) and len(constructs) == 1 and (construct := constructs.pop()):
            yield view.hit(call, call.level, None, construct=construct)


@cache
def _asked(name: str) -> str:
    """The function in question that stands for a torch API, or that its recipe calls, by its first row; "" for any other."""
    table = mindaudit_data.load()
    api, first = table.torch_api(name), next(iter(table.mappings(name)), None)
    if api is None or api.kind == "class":
        return ""  # a device is mostly made for an argument that goes
    if first is None:
        return ""
    used = table.recipe_apis(first.template.partition("(")[0])
    written = " ".join((first.template, *(f"{each}(" for each in used)))
    found = _CALLED.search(written)
    return found[1] if found else ""
