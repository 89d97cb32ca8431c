"""Calls of other libraries that take or give tensors."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mindaudit.facts.records import CallSite
from mindaudit.model import ThirdParty
from mindaudit.resolve.solver.evaluator import Program
from mindaudit.resolve.symbols.libraries import may_have_tensors


def third_party(program: Program, module: int, substitute: Callable[[str], str]) -> Iterator[ThirdParty]:
    """The calls of one file that leave the project and torch with a tensor, or reach a library known to work on tensors.

    `substitute(name)` says what is known to replace a call, "" when nothing is.
    """
    for site in program.facts[module].calls:
        names = _external_names(program, module, site)
        if not names:
            continue
        name = next(filter(substitute, names), names[0])
        replacement = substitute(name)
        if replacement or any(_is_tensor(program, module, argument.expression) for argument in site.arguments):
            yield ThirdParty((site.start, site.end), name, replacement)


def _external_names(program: Program, module: int, site: CallSite) -> list[str]:
    """The dotted names of a callee of another library that may work on tensors."""
    atoms = program.value(module, site.callee).atoms
    return sorted(str(a[1]) for a in atoms if a[0] == "external" and may_have_tensors(a[1]))


def _is_tensor(program: Program, module: int, index: int) -> bool:
    return any(atom[0] == "tensor" for atom in program.value(module, index).atoms)
