"""Identity comparisons of tensors, and with members of enumerations, that a graph compiler sees."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit, certain_enough
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.comparisons import comparisons
from mindaudit.hazards.queries.modules import module_level
from mindaudit.resolve.symbols.class_hierarchy import is_enumeration
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_IDENTITY: Final = re.compile(r"\bis(\s+not)?\b")


def check(view: FileView) -> Iterator[Hit]:
    """A hit is `is` or `is not` between two tensors or modules, or with a member of an enumeration, which may be compared by value."""
    for site, comparison in comparisons(view):
        if comparison.operators[0] in ("Is", "IsNot") and view.in_graph(site.function):
            level = certain_enough(*(view.tensor(operand) for operand in comparison.operands))
            of_modules = certain_enough(*(module_level(view, operand) for operand in comparison.operands))
            if level is not None:
                yield view.hit(site, level, None)
            elif of_modules is not None:
                yield view.hit(site, of_modules, None, variant="module", construct="module")
            elif len(comparison.operators) == 1 and any(_is_member(view, each) for each in comparison.operands):
                code = _IDENTITY.sub("!=" if comparison.operators[0] == "IsNot" else "==", view.source((site.start, site.end)), count=1)
                yield view.hit(site, v.CERTAIN, None, variant="enum", construct="enum", code=code)


def _is_member(view: FileView, index: int) -> bool:
    """Whether an operand is a member of an enumeration of the project, named as such."""
    e = view.expression(index)
    owner = v.only(view.value(e.base)) if isinstance(e, ex.Attribute) else None
    return isinstance(owner, at.Class) and is_enumeration(view.evaluator, owner.module, owner.number)
