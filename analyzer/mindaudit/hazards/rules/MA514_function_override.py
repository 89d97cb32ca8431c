"""Classes that take over torch's functions, which MindSpore never asks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import domain as v

_OVERRIDES: Final = ("__torch_function__", "__torch_dispatch__")


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the name of such a method."""
    for number, function in enumerate(view.facts.functions):
        if function.name in _OVERRIDES and function.class_ >= 0:
            name, _, method = function.qualname.rpartition(".")
            yield Hit((function.start, function.start + len(method)), number, v.CERTAIN, None, {"name": name, "method": method})
