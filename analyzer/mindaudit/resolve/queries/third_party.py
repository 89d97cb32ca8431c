"""Calls of other libraries that take or return tensors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from mindaudit.facts.records import CallSite
from mindaudit.model import ThirdParty
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.libraries import may_have_tensors
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_OF_CONTAINERS: Final = frozenset(name for kind in (dict, list, set, str, tuple) for name in dir(kind) if not name.startswith("_"))


def third_party(evaluator: Evaluator, module: int, substitute: Callable[[str], str]) -> Iterator[ThirdParty]:
    """The calls of one file that leave the project and torch with a tensor, or reach a library known to work on tensors.

    `substitute(name)` says what is known to replace a call, "" when nothing is.
    """
    for site in evaluator.facts[module].calls:
        names = external_names(evaluator, module, site)
        if not names:
            continue
        name = next(filter(substitute, names), names[0])
        replacement = substitute(name)
        if replacement or any(v.can_be_tensor(evaluator.value(module, argument.expression)) for argument in site.arguments):
            yield ThirdParty((site.start, site.end), name, replacement)


def external_names(evaluator: Evaluator, module: int, site: CallSite) -> list[str]:
    """The dotted names of a callee of another library that may work on tensors."""
    atoms = evaluator.value(module, site.callee).atoms
    return sorted(a.name for a in atoms if isinstance(a, at.External) and may_have_tensors(a.name) and not _is_of_container(a))


def _is_of_container(external: at.External) -> bool:
    """Whether the name is that of a container's or string's method on a call's result: `load_file(path).pop` is a dict's."""
    return external.made is not None and external.name.rpartition(".")[2] in _OF_CONTAINERS
