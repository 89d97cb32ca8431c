"""Which torch API a call reaches: by the value of its callee, or by a method's name where only tensors have it."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from mindaudit.facts.records import CallSite, Expression, ModuleFacts
from mindaudit.resolve.solver.evaluator import Program
from mindaudit.resolve.symbols.libraries import NO_TENSORS, maker, may_be_tensor, may_have_tensors
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Value
from mindaudit.resolve.values.torch_catalog import Parameter

MOST_ALTERNATIVES: Final = 3
_OUTNUMBERED: Final = 3
"""So many other callables to one torch name, and the place is not named."""
_SHARED: Final = frozenset(name for kind in (str, bytes, dict, list, set, tuple, int, float, complex, range, slice) for name in dir(kind))
_ARRAY_NAMES: Final = frozenset({
    "all", "any", "argmax", "argmin", "argsort", "clip", "conj", "copy", "cumprod", "cumsum", "data", "device", "diagonal", "dot",
    "dtype", "fill", "flatten", "imag", "item", "max", "mean", "min", "ndim", "nonzero", "prod", "put", "ravel", "real", "repeat",
    "reshape", "resize", "round", "searchsorted", "shape", "size", "sort", "squeeze", "std", "strides", "sum", "swapaxes", "T", "mT",
    "take", "tolist", "trace", "transpose", "var", "view",
})  # fmt: skip
_MODULE_NAMES: Final = frozenset({"to", "cuda", "cpu", "xpu", "ipu", "float", "half", "double", "bfloat16", "requires_grad_"})
_CALCULATIONS: Final = frozenset({
    "abs", "add", "corrcoef", "cov", "diff", "div", "eq", "ge", "gt", "le", "lt", "ne", "mul", "sub", "pow", "median", "log", "exp",
    "quantile", "long", "bool", "int",
})  # fmt: skip
_COMMON_WORDS: Final = frozenset({
    "apply", "apply_", "type", "share_memory_", "register_hook", "backward", "mode", "name", "names", "norm", "rename", "select", "split",
    "where", "unique", "map_", "map2_", "align_to", "index", "is_shared",
})  # fmt: skip
_AMBIGUOUS: Final = _ARRAY_NAMES | _MODULE_NAMES | _CALCULATIONS | _COMMON_WORDS
_OF_MODULES: Final = frozenset(
    {"parameters", "named_parameters", "state_dict", "load_state_dict", "eval", "train", "modules", "children", "forward"}
)
_OF_ARRAYS: Final = frozenset({"astype", "tobytes"})
_ARRAY_LIBRARIES: Final = NO_TENSORS - sys.stdlib_module_names
_WITHOUT_ARGUMENTS: Final = frozenset({"backward", "requires_grad_"})
"""What others call so, engines and modules, they mostly call with an argument."""
_FRAME_LIBRARIES: Final = _ARRAY_LIBRARIES - {"numpy"}
"""numpy's arrays calculate by functions."""
_MOST_OF_ARRAYS: Final = {"size": 0, "flatten": 1, "view": 2, "repeat": 2}
"""So many arguments numpy's method takes; its size is no method."""
_OWN_KEYWORDS: Final = frozenset({"dim", "keepdim"})
"""numpy says axis and keepdims."""
_CALLED: Final = frozenset(
    {"torch", "bound", "class", "function", "method", "object", "instance", "partial", "external", "builtin", "container-method", "super"}
)


_OF_NO_MODULE: Final = "torch.nn.Module.forward"
"""It has no body: who calls it of an unknown module calls that module's."""


class Named(NamedTuple):
    """The torch names that a place can mean."""

    names: tuple[str, ...]
    level: int


def call_names(program: Program, module: int, site: CallSite, reaches_torch: bool) -> Named | None:
    """The torch APIs that a call reaches, most likely first; None when it reaches none."""
    callee = program.value(module, site.callee)
    names, others = _callable_names(program, callee)
    names = [name for name in names if not name.endswith("__") and name != _OF_NO_MODULE]
    if names and others > _OUTNUMBERED * len(names):
        names = _by_default(program, module, site, names)
        return Named(tuple(names), v.LIKELY) if names else None
    if names:
        level = callee.level
        if others or callee.open or len(names) > 1:
            level = min(level, v.LIKELY)
        if callee.open and callee.level < v.CERTAIN and _is_containers(program, module, site):
            return None
        return Named(tuple(_by_use(program, names)[: MOST_ALTERNATIVES + 1]), level)
    if not reaches_torch or (others and next(iter(callee.atoms))[0] != "external"):
        return None
    return _by_name(program, module, site, callee if others else v.UNKNOWN)


def _by_default(program: Program, module: int, site: CallSite, names: list[str]) -> list[str]:
    """Which of these names the default of the parameter has that is called, if it is one."""
    e = program.expression(module, _root(program.facts[module], site.callee))
    if e[0] != "param":
        return []
    defaults = [p.default for p in program.function(module, e[1]).params if p.name == e[2] and p.default >= 0]
    given = {a[1] for index in defaults for a in program.value(module, index).atoms if a[0] == "torch"}
    return [name for name in names if name in given]


def _callable_names(program: Program, callee: Value) -> tuple[list[str], int]:
    """The torch names among a callee's atoms, and how many other things can be called."""
    names: dict[str, None] = {}
    others = 0
    for atom in v.in_order(callee.atoms):
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


def _is_containers(program: Program, module: int, site: CallSite) -> bool:
    """Whether a method of what may be a tensor may as well be a container's."""
    e = program.expression(module, site.callee)
    return e[0] == "attr" and e[2] in _SHARED and e[1] not in _tensor_like(program, module)


def _by_name(program: Program, module: int, site: CallSite, callee: Value) -> Named | None:
    """A method of something unknown, named as only tensors' methods are, or as tensors' are where little else is about that has it."""
    e = program.expression(module, site.callee)
    api = program.torch.tensor_method(e[2]) if e[0] == "attr" else None
    if api is None or api.kind != "method" or _is_shared(e[2], site) or not all(map(maker, callee.atoms)):
        return None
    strange = not all(may_have_tensors(maker(a)) for a in callee.atoms)
    if strange and not callee.open:
        return None
    base, name = program.value(module, e[1]), e[2]
    known = base.atoms and not base.open
    made = known and all(map(may_be_tensor, base.atoms))
    if (known and not made) or not _takes(program, api.name, site):
        return None
    if name not in _AMBIGUOUS and not api.until and name not in project_names(program):
        return Named((api.name,), v.LIKELY)
    if e[1] in _tensor_like(program, module) or (not made and not strange and _is_probable(program, module, site, e)):
        return Named((api.name,), v.POSSIBLE)
    return None


def _is_shared(name: str, site: CallSite) -> bool:
    """Whether built-in types have a method of this name that can be called so."""
    return name in _SHARED and not any(a.keyword in _OWN_KEYWORDS for a in site.arguments)


def _takes(program: Program, name: str, site: CallSite) -> bool:
    """Whether a torch callable has room for so many positional arguments."""
    signatures = program.torch.parameters(name)
    given = sum(1 for a in site.arguments if a.keyword is None and not a.star)
    return not signatures or any(
        any(p.kind == "*var" for p in signature) or given <= sum(1 for p in signature if p.kind in ("both", "positional"))
        for signature in signatures
    )


def _is_probable(program: Program, module: int, site: CallSite, e: Expression) -> bool:
    """Whether a name that others share is probably a tensor's, by how it is called and what the file imports."""
    if any(a.keyword in _OWN_KEYWORDS for a in site.arguments):
        return True
    name = e[2]
    if name in _WITHOUT_ARGUMENTS:
        return not any(a.keyword is None for a in site.arguments)
    if name in _COMMON_WORDS or site.statement or _root(program.facts[module], e[1]) in _module_like(program, module):
        return False
    if name in _MODULE_NAMES:
        return True
    if name in _MOST_OF_ARRAYS and sum(1 for a in site.arguments if a.keyword is None) > _MOST_OF_ARRAYS[name]:
        return True
    libraries = _ARRAY_LIBRARIES if name in _ARRAY_NAMES else _FRAME_LIBRARIES
    return not (_calls_into(program, module, site.function, libraries) or e[1] in _array_like(program, module))


def _calls_into(program: Program, module: int, function: int, libraries: frozenset[str]) -> bool:
    """Whether a function calls one of these libraries, whose objects have methods like a tensor's."""
    found: dict[int, set[str]] | None = program.once("libraries", module, lambda: _libraries_called(program, module))
    return found is None or not libraries.isdisjoint(found.get(function, ()))


def _libraries_called(program: Program, module: int) -> dict[int, set[str]]:
    facts = program.facts[module]
    found: dict[int, set[str]] = {}
    if any(e[0] in ("import", "from") and e[1].partition(".")[0] in _ARRAY_LIBRARIES for e in facts.expressions):
        for site in facts.calls:
            names = (a[1].partition(".")[0] for a in program.value(module, site.callee).atoms if a[0] == "external")
            found.setdefault(site.function, set()).update(names)
    return found


def _module_like(program: Program, module: int) -> frozenset[int]:
    """The expressions that are called, or used by a method that modules have and tensors lack."""
    found: frozenset[int] | None = program.once("module-like", module, lambda: _find_module_like(program.facts[module]))
    return found or frozenset()


def _find_module_like(facts: ModuleFacts) -> frozenset[int]:
    used = (e[1] for e in facts.expressions if e[0] == "call" or (e[0] == "attr" and e[2] in _OF_MODULES))
    return frozenset(_root(facts, index) for index in used)


_TENSORS: Final = frozenset({"input", "tensors", "query", "key", "mat1", "mat2", "batch1", "batch2", "vec", "target"})
"""The parameters of torch's functions that take tensors only (or, the second, a list of them)."""
_OF_ANYTHING: Final = frozenset(
    {"torch.nn.Module", "torch.nn.Identity", "torch.nn.DataParallel", "torch.nn.parallel.DistributedDataParallel"}
)
"""Whose instances take whatever the modules in them take."""
_NARROWING: Final = frozenset({"narrow", "phi"})
_DERIVING: Final = frozenset({"binary", "unary", "sub", "call", "attr"})


def _tensor_like(program: Program, module: int) -> frozenset[int]:
    """The expressions that are used as only tensors are: given to torch or by a method of a tensor's name; and what is made of these."""
    found: frozenset[int] | None = program.once("tensor-like", module, lambda: _find_tensor_like(program, module))
    return found or frozenset()


def _find_tensor_like(program: Program, module: int) -> frozenset[int]:
    facts = program.facts[module]
    tensors = _given(program, module) | _called_as_tensors(program, facts)
    tensors |= _receivers(program, facts, tensors)
    found: set[int] = set()
    for index, e in enumerate(facts.expressions):
        root = _root(facts, index) if e[0] in _NARROWING else index
        if root in tensors or (e[0] in _DERIVING and _is_made_of(program, facts, e, found)):
            found.add(index)
    return frozenset(found)


def _given(program: Program, module: int) -> set[int]:
    """The arguments that can only be tensors where torch takes them, also those in a list of tensors."""
    facts = program.facts[module]
    given = (index for e in facts.expressions if e[0] == "call" and e[2] for index in _tensors_among(program, module, e))
    displays = (facts.expressions[index][1] if facts.expressions[index][0] in ("list", "tuple") else (index,) for index in given)
    return {_root(facts, each) for display in displays for each in display}


def _called_as_tensors(program: Program, facts: ModuleFacts) -> set[int]:
    """What has methods and properties called that are named as tensors' and nobody else's."""
    shared = _AMBIGUOUS | _SHARED | project_names(program)
    sites: dict[int, list[CallSite]] = {}
    for site in facts.calls:
        sites.setdefault(site.callee, []).append(site)
    named = ((index, e) for index, e in enumerate(facts.expressions) if e[0] == "attr" and e[2] not in shared)
    return {_root(facts, e[1]) for index, e in named if _is_tensors(program, e[2], sites.get(index, ()))}


def _receivers(program: Program, facts: ModuleFacts, found: Collection[int]) -> set[int]:
    """What gives these by methods of a tensor's names, directly or through further such calls: of the same kind."""
    behind: set[int] = set()
    for index in range(len(facts.expressions) - 1, -1, -1):
        e = facts.expressions[index]
        if e[0] == "call" and (index in found or index in behind) and _makes_tensor(program, facts.expressions[e[1]]):
            behind.add(_root(facts, facts.expressions[e[1]][1]))
    return behind


def _makes_tensor(program: Program, e: Expression) -> bool:
    """Whether a callee is named as a method that gives a tensor."""
    api = program.torch.tensor_method(e[2]) if e[0] == "attr" else None
    return api is not None and api.kind == "method" and api.returns.startswith("tensor")


def _array_like(program: Program, module: int) -> frozenset[int]:
    """The expressions that are used by what arrays have and tensors lack, and what gives these."""
    found: frozenset[int] | None = program.once("array-like", module, lambda: _find_array_like(program, module))
    return found or frozenset()


def _find_array_like(program: Program, module: int) -> frozenset[int]:
    facts = program.facts[module]
    found = {_root(facts, e[1]) for e in facts.expressions if e[0] == "attr" and e[2] in _OF_ARRAYS}
    return frozenset(found | _receivers(program, facts, found))


def _is_tensors(program: Program, name: str, sites: Collection[CallSite]) -> bool:
    """Whether tensors have an attribute of this name, a method that takes what these calls pass."""
    api = program.torch.tensor_method(name)
    return api is not None and not api.until and (api.kind != "method" or all(_takes(program, api.name, site) for site in sites))


def _is_made_of(program: Program, facts: ModuleFacts, e: Expression, found: Collection[int]) -> bool:
    """Whether an expression makes a tensor from one of these, by an operator, a method or a property."""
    match e[0]:
        case "binary":
            return e[2] in found or e[3] in found
        case "unary":
            return e[1] != "Not" and e[2] in found
        case "sub":
            return e[1] in found
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


def _tensors_among(program: Program, module: int, call: Expression) -> Iterator[int]:
    """The arguments of a call of a torch function or layer that are tensors and nothing else."""
    atom = v.only(program.value(module, call[1]))
    arguments = [(place if key is None else key, index) for place, (key, index) in enumerate(call[2])]
    match atom:
        case ("instance", name, None) if name.startswith("torch.nn.") and name not in _OF_ANYTHING:
            yield from (index for argument, index in arguments if argument in (0, "input"))
        case ("torch", name) if program.torch.kind(name) == "function":
            signatures = program.torch.parameters(name)
            yield from (index for argument, index in arguments if signatures and all(_is_of_tensors(s, argument) for s in signatures))


def _is_of_tensors(signature: Sequence[Parameter], argument: int | str) -> bool:
    """Whether an argument, by place or keyword, arrives at a parameter that torch calls as it calls tensors."""
    if isinstance(argument, str):
        return argument in _TENSORS and any(each.name == argument for each in signature)
    return argument < len(signature) and signature[argument].name in _TENSORS and signature[argument].kind in ("positional", "both")


def project_names(program: Program) -> frozenset[str]:
    """The method names of all project classes."""
    found: frozenset[str] = program.once("methods", None, lambda: frozenset(n for f in program.facts.values() for n in method_names(f)))
    return found


def method_names(facts: ModuleFacts) -> set[str]:
    """The names of the methods that a file defines."""
    return {f.name for f in facts.functions if f.class_ >= 0}
