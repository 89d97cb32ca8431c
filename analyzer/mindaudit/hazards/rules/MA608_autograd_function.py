"""Classes that write their own backward."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.symbols.class_hierarchy import torch_bases

_BASE = "torch.autograd.Function"


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the name of such a class where it is defined."""
    for number, class_ in enumerate(view.facts.classes):
        if _BASE in torch_bases(view.evaluator, view.module, number):
            start = view.text.find(class_.name, class_.start)
            yield Hit((start, start + len(class_.name)), class_.parent, 2, None, {})
