"""Classes that write their own backward."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Site
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.symbols.class_hierarchy import torch_bases
from mindaudit.resolve.values import domain as v

_BASE = "torch.autograd.Function"


def check(view: FileView) -> Iterator[Hit]:
    """Hits: the name of such a class where it is defined, and in graphs what its forward reads of the context."""
    own = {number for number in range(len(view.facts.classes)) if _BASE in torch_bases(view.evaluator, view.module, number)}
    for number in sorted(own):
        class_ = view.facts.classes[number]
        start = view.text.find(class_.name, class_.start)
        yield Hit((start, start + len(class_.name)), class_.parent, v.CERTAIN, None, {})
    for site in view.reads("attribute") if own else ():
        function = view.facts.functions[site.function]
        if function.name == "forward" and function.class_ in own and view.in_graph(site.function) and _is_of_context(view, site):
            yield view.hit(site, v.LIKELY, None, variant="context", construct="context")


def _is_of_context(view: FileView, site: Site) -> bool:
    """Whether an attribute is one of the parameter that a forward gets for its context, by its usual name."""
    e = view.expression(site.expression)
    base = view.expression(e.base) if isinstance(e, ex.Attribute) else None
    return isinstance(base, ex.Parameter) and base.name == "ctx"
