"""The names in substitutions, such as `nn` and `ops`, to which a file gives another meaning."""

from __future__ import annotations

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import ModuleFacts

NAMES = frozenset({"mindspore", "ms", "mint", "ops", "nn", "Tensor", "np"})
"""What substitutions take for granted; recipes go by their own names."""

_REPLACED = ("torch", "mindspore", "numpy")
"""Packages whose imports a migration rewrites or keeps, so that binding these names to them shadows nothing."""


def shadowed_names(facts: ModuleFacts) -> frozenset[str]:
    """The names among `NAMES` that a file binds to anything but a torch, MindSpore or numpy object, at module level or as a parameter."""
    exported = {name for name, value in facts.exports.items() if name in NAMES and _origin(facts, value) not in _REPLACED}
    parameters = {parameter.name for function in facts.functions for parameter in function.params}
    nested = {name for function in facts.functions for name in function.bindings}
    return frozenset(exported | (NAMES & (parameters | (nested - facts.exports.keys()))))


def _origin(facts: ModuleFacts, value: int) -> str:
    """The top-level package that an expression is imported from, or ""."""
    e = facts.expressions[value]
    while isinstance(e, ex.Attribute):
        e = facts.expressions[e.base]
    match e:
        case ex.Import(module) | ex.FromImport(module, 0):
            return module.split(".")[0]
    return ""
