"""The torch APIs that a call reaches: by the value of its callee, or else by a method name that only tensors have."""

from __future__ import annotations

from typing import Final, NamedTuple

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import CallSite
from mindaudit.resolve.queries.inferred_from_use import (
    ARRAY_LIBRARIES,
    FRAME_LIBRARIES,
    array_like,
    calls_into,
    is_shape,
    module_like,
    root_of,
    takes,
    tensor_like,
)
from mindaudit.resolve.queries.method_names import (
    AMBIGUOUS,
    ARRAY_NAMES,
    COMMON_WORDS,
    MODULE_NAMES,
    SCALED,
    SHARED,
    project_names,
    use_counts,
)
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.libraries import maker, may_be_tensor, may_have_tensors
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Value

MOST_ALTERNATIVES: Final = 3
_OUTNUMBERED: Final = 3
"""So many other callables to one torch name, and the place is not named."""
_WITHOUT_ARGUMENTS: Final = frozenset({"backward", "requires_grad_"})
"""What others call so, engines and modules, they mostly call with an argument."""
_MOST_OF_ARRAYS: Final = {"size": 0, "flatten": 1, "view": 2, "repeat": 2}
"""So many arguments numpy's method takes; its size is no method."""
_METHODS_OF_ARRAYS: Final = ARRAY_NAMES - {"size"}
_HELD: Final = frozenset({"data", "grad"})
"""Attributes of parameters that are tensors."""
_OWN_KEYWORDS: Final = frozenset({"dim", "keepdim"})
"""numpy says axis and keepdims."""
_CALLED: Final = frozenset({at.Torch, at.Method, at.Object, at.Instance, at.External, at.Builtin, at.ContainerMethod, at.Super})
"""What can be called besides the project's classes and functions; it counts once, however many there are."""
_SHAPE: Final = "torch.Size"
_OF_NO_MODULE: Final = "torch.nn.Module.forward"
"""It has no body: who calls it of an unknown module calls that module's."""


class Named(NamedTuple):
    """The torch names that a place may refer to."""

    names: tuple[str, ...]
    level: int


def call_names(evaluator: Evaluator, module: int, site: CallSite, reaches_torch: bool) -> Named | None:
    """The torch APIs that a call reaches, most likely first; None when it reaches none."""
    callee = evaluator.value(module, site.callee)
    names, others = _callable_names(evaluator, callee)
    names = [name for name in names if not name.endswith("__") and name != _OF_NO_MODULE]
    if names and others > _OUTNUMBERED * len(names):
        names = _by_default(evaluator, module, site, names)
        return Named(tuple(names), v.LIKELY) if names else None
    if names:
        level = callee.level
        if others or callee.open or len(names) > 1:
            level = min(level, v.LIKELY)
        if callee.open and callee.level < v.CERTAIN and _is_containers(evaluator, module, site):
            return None
        return Named(tuple(_by_use(evaluator, names)[: MOST_ALTERNATIVES + 1]), level)
    return _by_name(evaluator, module, site, callee if others else v.TOP) if reaches_torch else None


def _by_default(evaluator: Evaluator, module: int, site: CallSite, names: list[str]) -> list[str]:
    """Those of the names that are defaults of the called parameter; empty if the callee is no parameter."""
    e = evaluator.expression(module, root_of(evaluator.facts[module], site.callee))
    if not isinstance(e, ex.Parameter):
        return []
    defaults = [p.default for p in evaluator.function(module, e.function).params if p.name == e.name and p.default >= 0]
    given = {a.name for index in defaults for a in evaluator.value(module, index).atoms if isinstance(a, at.Torch)}
    return [name for name in names if name in given]


def _callable_names(evaluator: Evaluator, callee: Value) -> tuple[list[str], int]:
    """The torch names among a callee's atoms, and how many other things can be called."""
    names: dict[str, None] = {}
    others = 0
    for atom in v.in_order(callee.atoms):
        if type(atom) is at.TorchMethod or (type(atom) is at.Torch and evaluator.torch.kind(atom.name) != "module"):
            names[atom.name] = None
        elif type(atom) is at.Partial:
            inner, more = _callable_names(evaluator, atom.function)
            names.update(dict.fromkeys(inner))
            others += more
        elif type(atom) is at.Class or type(atom) is at.Function:
            others += 1
        elif type(atom) in _CALLED:
            others = max(others, 1)
    return sorted(names), others


def _by_use(evaluator: Evaluator, names: list[str]) -> list[str]:
    """The names, those that the project itself writes most often first."""
    if len(names) < 2:
        return names
    counts = use_counts(evaluator)
    return sorted(names, key=lambda name: (-counts[name.rpartition(".")[2]], name))


def _is_containers(evaluator: Evaluator, module: int, site: CallSite) -> bool:
    """Whether a method of a possible tensor may as well be a container's."""
    e = evaluator.expression(module, site.callee)
    return isinstance(e, ex.Attribute) and _is_shared(e.name, site) and e.base not in tensor_like(evaluator, module)


def _by_name(evaluator: Evaluator, module: int, site: CallSite, callee: Value) -> Named | None:
    """A method of an unknown value, by a name that only tensors have, or that is probably a tensor's by its use."""
    e = evaluator.expression(module, site.callee)
    if not isinstance(e, ex.Attribute):
        return None
    if is_shape(evaluator.facts[module], e.base):
        of_shapes = evaluator.torch.method(_SHAPE, e.name)
        return Named((of_shapes.name,), v.LIKELY) if of_shapes is not None and of_shapes.kind == "method" else None
    api = evaluator.torch.tensor_method(e.name)
    if api is not None and _is_scaled(evaluator, module, e, site):
        return Named((api.name,), v.POSSIBLE)
    if api is None or api.kind != "method" or _is_shared(e.name, site) or not all(map(maker, callee.atoms)):
        return None
    strange = not all(may_have_tensors(maker(a)) for a in callee.atoms)
    if strange and not callee.open:
        return None
    base = evaluator.value(module, e.base)
    known = base.atoms and not base.open
    made = known and all(map(may_be_tensor, base.atoms))
    if (known and not made) or not takes(evaluator, api.name, site):
        return None
    if e.name not in AMBIGUOUS and not api.until and e.name not in project_names(evaluator):
        return Named((api.name,), v.LIKELY)
    if e.base in tensor_like(evaluator, module) or (not made and not strange and _is_probable(evaluator, module, site, e)):
        return Named((api.name,), v.LIKELY if _is_beyond_arrays(e.name, site) and e.name not in project_names(evaluator) else v.POSSIBLE)
    return None


def _is_shared(name: str, site: CallSite) -> bool:
    """Whether built-in types have a method of this name that can be called so."""
    return name in SHARED and not any(a.keyword in _OWN_KEYWORDS for a in site.arguments)


def _is_scaled(evaluator: Evaluator, module: int, e: ex.Attribute, site: CallSite) -> bool:
    """Whether a call is probably that of a parameter's data with a factor and another tensor."""
    base = evaluator.expression(module, e.base)
    is_held = isinstance(base, ex.Attribute) and base.name in _HELD and evaluator.value(module, e.base).open
    return is_held and e.name in SCALED and [each.keyword for each in site.arguments] == [None, None]


def _is_beyond_arrays(name: str, site: CallSite) -> bool:
    """Whether a call passes more arguments than NumPy's method of that name takes."""
    positional = sum(1 for a in site.arguments if a.keyword is None)
    return positional > _MOST_OF_ARRAYS.get(name, positional)


def _is_probable(evaluator: Evaluator, module: int, site: CallSite, e: ex.Attribute) -> bool:
    """Whether a name that others share is probably a tensor's, by how it is called and what the file imports."""
    if any(a.keyword in _OWN_KEYWORDS for a in site.arguments):
        return True
    if e.name in _WITHOUT_ARGUMENTS:
        return all(a.keyword is not None for a in site.arguments)
    if e.name in COMMON_WORDS or site.statement or root_of(evaluator.facts[module], e.base) in module_like(evaluator, module):
        return False
    if e.name in MODULE_NAMES or _is_beyond_arrays(e.name, site):
        return True
    libraries = ARRAY_LIBRARIES if e.name in _METHODS_OF_ARRAYS else FRAME_LIBRARIES
    return not (calls_into(evaluator, module, site.function, libraries) or e.base in array_like(evaluator, module))
