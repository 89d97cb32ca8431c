"""Which torch API a call reaches: by the value of its callee, or by a method's name where only tensors have it."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from mindaudit.facts import CallSite, ModuleFacts
from mindaudit.resolve import values as v
from mindaudit.resolve.program import Program
from mindaudit.resolve.values import Value

MOST_ALTERNATIVES = 3
_OUTNUMBERED = 3
"""So many other callables to one torch name, and the place is not named."""
_SHARED = frozenset(name for kind in (str, bytes, dict, list, set, tuple, int, float, complex, range, slice) for name in dir(kind))
_AMBIGUOUS = frozenset({
    # numpy arrays' names
    "all", "any", "argmax", "argmin", "argsort", "clip", "conj", "copy", "cumprod", "cumsum", "data", "device", "diagonal", "dot",
    "dtype", "fill", "flatten", "imag", "item", "max", "mean", "min", "ndim", "nonzero", "prod", "put", "ravel", "real", "repeat",
    "reshape", "resize", "round", "searchsorted", "shape", "size", "sort", "squeeze", "std", "strides", "sum", "swapaxes", "T", "mT",
    "take", "tolist", "trace", "transpose", "var", "view",
    # modules' names
    "to", "cuda", "cpu", "xpu", "ipu", "float", "half", "double", "bfloat16", "type", "apply", "apply_", "requires_grad_",
    "share_memory_", "register_hook",
    # words that other libraries use
    "abs", "add", "backward", "corrcoef", "cov", "diff", "div", "eq", "ge", "gt", "le", "lt", "ne", "mul", "sub", "pow", "median",
    "mode", "log", "exp", "name", "names", "rename", "norm", "numpy", "quantile", "select", "split", "where", "unique", "map_", "map2_",
    "align_to", "index", "is_shared", "int", "bool", "long",
})  # fmt: skip
_CALLED = frozenset(
    {"torch", "bound", "class", "function", "method", "object", "instance", "partial", "external", "builtin", "container-method", "super"}
)


class Named(NamedTuple):
    """The torch names that a place can mean."""

    names: tuple[str, ...]
    level: int


def call_names(program: Program, module: int, site: CallSite, reaches_torch: bool) -> Named | None:
    """The torch APIs that a call reaches, most likely first; None when it reaches none."""
    callee = program.value(module, site.callee)
    names, others = _callable_names(program, callee)
    names = [name for name in names if not name.endswith("__")]
    if names and others > _OUTNUMBERED * len(names):
        return None
    if names:
        level = callee.level
        if others or callee.open or len(names) > 1:
            level = min(level, v.LIKELY)
        return Named(tuple(_by_use(program, names)[: MOST_ALTERNATIVES + 1]), level)
    if others or not reaches_torch:
        return None
    return _by_name(program, module, site)


def _callable_names(program: Program, callee: Value) -> tuple[list[str], int]:
    """The torch names among a callee's atoms, and how many other things can be called."""
    names: dict[str, None] = {}
    others = 0
    for atom in sorted(callee.atoms, key=v.spelled) if len(callee.atoms) > 1 else callee.atoms:
        match atom[0]:
            case "torch" if program.torch.kind(atom[1]) != "module":
                names[atom[1]] = None
            case "bound":
                names[atom[1]] = None
            case "partial":
                inner, more = _callable_names(program, atom[1])
                names.update(dict.fromkeys(inner))
                others += more
            case "class" | "function":
                others += 1
            case kind if kind in _CALLED:
                others = max(others, 1)
    return sorted(names), others


def _by_use(program: Program, names: list[str]) -> list[str]:
    """The names that the project itself writes most first."""
    if len(names) < 2:
        return names
    counts = use_counts(program)
    return sorted(names, key=lambda name: (-counts[name.rpartition(".")[2]], name))


def use_counts(program: Program) -> Counter[str]:
    """In how many files an attribute's name is written."""
    counts: Counter[str] = program.once("use", None, lambda: _use_counts(program))
    return counts


def _use_counts(program: Program) -> Counter[str]:
    return Counter(name for facts in program.facts.values() for name in written(facts))


def written(facts: ModuleFacts) -> set[str]:
    """The names of attributes that a file writes."""
    return {e[2] for e in facts.expressions if e[0] == "attr"}


def _by_name(program: Program, module: int, site: CallSite) -> Named | None:
    """A method of something unknown, named as only tensors' methods are."""
    e = program.expression(module, site.callee)
    if e[0] != "attr" or not program.value(module, e[1]).open:
        return None
    name = e[2]
    api = program.torch.tensor_method(name)
    if api is None or api.kind != "method" or name in _SHARED or name in project_names(program):
        return None
    if name not in _AMBIGUOUS:
        return Named((api.name,), v.LIKELY)
    return Named((api.name,), v.POSSIBLE) if e[1] in _tensor_like(program, module) else None


def _tensor_like(program: Program, module: int) -> frozenset[int]:
    """The expressions of unknown type that are used as only tensors are: by a method of theirs, or as a torch function's first argument."""
    found: frozenset[int] | None = program.once("tensor-like", module, lambda: _find_tensor_like(program, module))
    return found or frozenset()


def _find_tensor_like(program: Program, module: int) -> frozenset[int]:
    facts = program.facts[module]
    found = set()
    for e in facts.expressions:
        if (
            e[0] == "attr"
            and e[2] not in _AMBIGUOUS
            and e[2] not in _SHARED
            and program.torch.tensor_method(e[2])
            and e[2] not in project_names(program)
        ):
            found.add(_root(facts, e[1]))
        elif e[0] == "call" and e[2] and e[2][0][0] is None and _takes_tensor(program, module, e[1]):
            found.add(_root(facts, e[2][0][1]))
    for index, e in enumerate(facts.expressions):
        if _root(facts, index) in found or _comes_from(program, facts, e, found):
            found.add(index)
    return frozenset(found)


def _comes_from(program: Program, facts: ModuleFacts, e: tuple[Any, ...], found: set[int]) -> bool:
    """Whether an expression is a tensor made by a tensor's own method or property."""
    attr = facts.expressions[e[1]] if e[0] == "call" else e
    if attr[0] != "attr" or attr[1] not in found:
        return False
    api = program.torch.tensor_method(attr[2])
    return api is not None and api.returns.startswith("tensor") and (api.kind == "method") == (e[0] == "call")


def _root(facts: ModuleFacts, index: int) -> int:
    """The expression behind narrowings."""
    while True:
        e = facts.expressions[index]
        if e[0] == "narrow":
            index = e[1]
        elif e[0] == "phi" and len(facts.slots[e[1]]) == 1 and facts.slots[e[1]][0] < index:
            index = facts.slots[e[1]][0]
        else:
            return index


def _takes_tensor(program: Program, module: int, callee: int) -> bool:
    """Whether a callee is a torch function that gives a tensor from a tensor."""
    atom = v.only(program.value(module, callee))
    if atom is None or atom[0] != "torch":
        return False
    short = atom[1].rpartition(".")[2]
    return program.torch.kind(atom[1]) == "function" and program.torch.tensor_method(short) is not None and not short.startswith("new_")


def project_names(program: Program) -> frozenset[str]:
    """The method names of all project classes."""
    found: frozenset[str] = program.once("methods", None, lambda: frozenset(n for f in program.facts.values() for n in method_names(f)))
    return found


def method_names(facts: ModuleFacts) -> set[str]:
    """The names of the methods that a file defines."""
    return {f.name for f in facts.functions if f.class_ >= 0}
