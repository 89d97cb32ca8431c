"""Modules that are also objects of a type written in C, such as dict."""

from __future__ import annotations

import builtins
import re
import sys
from collections.abc import Iterator
from typing import Final

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.symbols.class_hierarchy import class_bases, is_network, project_ancestors
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit_data.counterparts import module_for

_OF_PYTHON: Final = frozenset(
    {"OrderedDict", "defaultdict", "deque", "Counter", "array", "datetime", "date", "timedelta", "Enum", "IntEnum"}
)
"""Types of Python's library that are written in C, or derive from such."""
_OF_PYTHON_BY_NAME: Final = re.compile(r"_*(?:Base|Abstract)[A-Z_]\w*|\w*(?:Mixin|Mixins|MixIn|Base|ABC|Protocol|Interface)")
"""Names of classes that others derive from beside a class of their own."""


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the name of the first class of a family that has a module and such a type among its bases."""
    for number, class_ in enumerate(view.facts.classes):
        own = _base(view, view.module, number)
        if own and not any(_base(view, *each) for each in project_ancestors(view.evaluator, view.module, number)[1:]):
            name, level = own
            start = view.text.find(class_.name, class_.start)
            variant, construct = ("", "builtin") if level == v.CERTAIN else ("library", "library")
            span = start, start + len(class_.name)
            yield Hit(span, class_.parent, level, None, {"name": class_.name, "base": name}, variant, construct)


def _base(view: FileView, module: int, number: int) -> tuple[str, int] | None:
    """The type beside the module among the bases of a class and its ancestors, and how sure it is that it does not go with a Cell."""
    if not is_network(view.evaluator, module, number):
        return None
    families = project_ancestors(view.evaluator, module, number)
    bases = [atom for family in families for atom in v.in_order(class_bases(view.evaluator, *family).atoms)]
    found = [each for each in map(_judged, bases) if each]
    return max(found, key=lambda each: each[1], default=None)


def _judged(base: v.Atom) -> tuple[str, int] | None:
    match base:
        case at.Builtin(name=name) if name != "object" and isinstance(getattr(builtins, name, None), type):
            return name, v.CERTAIN
        case at.External(name=name):
            root, last = name.partition(".")[0], name.rpartition(".")[2]
            if root in sys.stdlib_module_names:
                return (last, v.CERTAIN) if last in _OF_PYTHON else None
            is_plain = module_for(name) is not None or _OF_PYTHON_BY_NAME.fullmatch(last) is not None
            return None if is_plain else (name, v.LIKELY)
    return None
