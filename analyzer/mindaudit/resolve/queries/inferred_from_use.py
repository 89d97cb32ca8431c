"""Infers from the uses of an expression in its own file that it is a tensor, a module, or another library's array."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.facts.expressions import Expression
from mindaudit.facts.records import CallSite, ModuleFacts
from mindaudit.resolve.queries.method_names import AMBIGUOUS, SHARED, project_names
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.libraries import NO_TENSORS
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit_data.catalog import ApiParameter

ARRAY_LIBRARIES: Final = NO_TENSORS - sys.stdlib_module_names
FRAME_LIBRARIES: Final = ARRAY_LIBRARIES - {"numpy"}
"""numpy's arrays calculate by functions."""
_OF_MODULES: Final = frozenset(
    {"parameters", "named_parameters", "state_dict", "load_state_dict", "eval", "train", "modules", "children", "forward"}
)
_OF_ARRAYS: Final = frozenset({"astype", "tobytes"})
_TENSORS: Final = frozenset({"input", "tensors", "query", "key", "mat1", "mat2", "batch1", "batch2", "vec", "target"})
"""The parameters of torch's functions that take tensors only (or, the second, a list of them)."""
_SHAPES: Final = frozenset({"shape", "batch_shape", "event_shape"})
"""The attributes of tensors, layers and distributions that are shapes."""
_OF_ANYTHING: Final = frozenset(
    {"torch.nn.Module", "torch.nn.Identity", "torch.nn.DataParallel", "torch.nn.parallel.DistributedDataParallel"}
)
"""Modules whose instances accept whatever their inner modules accept."""


def tensor_like(evaluator: Evaluator, module: int) -> frozenset[int]:
    """The expressions that are used as only tensors can be: passed to torch, or by methods of tensors; and what is computed from these."""
    found: frozenset[int] | None = evaluator.once("tensor-like", module, lambda: _find_tensor_like(evaluator, module))
    return found or frozenset()


def _find_tensor_like(evaluator: Evaluator, module: int) -> frozenset[int]:
    facts = evaluator.facts[module]
    tensors = _given(evaluator, module) | _called_as_tensors(evaluator, facts)
    tensors |= _receivers(evaluator, facts, tensors)
    found: set[int] = set()
    for index, e in enumerate(facts.expressions):
        root = root_of(facts, index) if isinstance(e, (ex.Narrowed, ex.Phi)) else index
        if root in tensors or _is_made_of(evaluator, facts, e, found):
            found.add(index)
    return frozenset(found)


def _given(evaluator: Evaluator, module: int) -> set[int]:
    """The arguments that can only be tensors where torch takes them, also those in a list of tensors."""
    facts = evaluator.facts[module]
    calls = (e for e in facts.expressions if isinstance(e, ex.Call) and e.arguments)
    given = (index for call in calls for index in _tensors_among(evaluator, module, call))
    return {root_of(facts, each) for index in given for each in _displayed(facts, index)}


def _displayed(facts: ModuleFacts, index: int) -> Sequence[int]:
    """The items of a list or tuple; of anything else the thing itself."""
    e = facts.expressions[index]
    return e.items if isinstance(e, (ex.ListDisplay, ex.TupleDisplay)) else (index,)


def _called_as_tensors(evaluator: Evaluator, facts: ModuleFacts) -> set[int]:
    """The receivers of methods and properties that only tensors have, by name."""
    shared = AMBIGUOUS | SHARED | project_names(evaluator)
    sites: dict[int, list[CallSite]] = {}
    for site in facts.calls:
        sites.setdefault(site.callee, []).append(site)
    named = ((index, e) for index, e in enumerate(facts.expressions) if isinstance(e, ex.Attribute) and e.name not in shared)
    found = {root_of(facts, e.base) for index, e in named if _is_tensors(evaluator, e.name, sites.get(index, ()))}
    return {index for index in found if not is_shape(facts, index)}


def is_shape(facts: ModuleFacts, index: int) -> bool:
    """Whether an expression is written as a shape or a part of one: `x.shape`, `x.shape[1:]`, `x.size()`."""
    match facts.expressions[index]:
        case ex.Attribute(name=name) if name in _SHAPES:
            return True
        case ex.Subscript(base, key):
            return isinstance(facts.expressions[key], ex.Slice) and is_shape(facts, base)
        case ex.Call(callee, ()):
            method = facts.expressions[callee]
            return isinstance(method, ex.Attribute) and method.name == "size"
    return False


def _receivers(evaluator: Evaluator, facts: ModuleFacts, found: Collection[int]) -> set[int]:
    """The receivers of method chains that give these, which are of the same type."""
    behind: set[int] = set()
    for index in range(len(facts.expressions) - 1, -1, -1):
        e = facts.expressions[index]
        if isinstance(e, ex.Call) and (index in found or index in behind):
            callee = facts.expressions[e.callee]
            if isinstance(callee, ex.Attribute) and _makes_tensor(evaluator, callee.name, called=True):
                behind.add(root_of(facts, callee.base))
    return behind


def _makes_tensor(evaluator: Evaluator, name: str, called: bool) -> bool:
    """Whether tensors have an attribute of this name that gives a tensor: where it is `called` a method, else a property."""
    api = evaluator.torch.tensor_method(name)
    return api is not None and api.returns.startswith("tensor") and (api.kind == "method") == called


def array_like(evaluator: Evaluator, module: int) -> frozenset[int]:
    """The expressions that are used by methods which arrays have and tensors lack, and the receivers of such chains."""
    found: frozenset[int] | None = evaluator.once("array-like", module, lambda: _find_array_like(evaluator, module))
    return found or frozenset()


def _find_array_like(evaluator: Evaluator, module: int) -> frozenset[int]:
    facts = evaluator.facts[module]
    found = {root_of(facts, e.base) for e in facts.expressions if isinstance(e, ex.Attribute) and e.name in _OF_ARRAYS}
    return frozenset(found | _receivers(evaluator, facts, found))


def module_like(evaluator: Evaluator, module: int) -> frozenset[int]:
    """The expressions that are called, or used by a method that modules have and tensors lack."""
    found: frozenset[int] | None = evaluator.once("module-like", module, lambda: _find_module_like(evaluator.facts[module]))
    return found or frozenset()


def _find_module_like(facts: ModuleFacts) -> frozenset[int]:
    called = (e.callee for e in facts.expressions if isinstance(e, ex.Call))
    used = (e.base for e in facts.expressions if isinstance(e, ex.Attribute) and e.name in _OF_MODULES)
    return frozenset(root_of(facts, index) for indices in (called, used) for index in indices)


def calls_into(evaluator: Evaluator, module: int, function: int, libraries: frozenset[str]) -> bool:
    """Whether a function calls one of these libraries, whose objects have methods like a tensor's."""
    found: dict[int, set[str]] | None = evaluator.once("libraries", module, lambda: _libraries_called(evaluator, module))
    return found is None or not libraries.isdisjoint(found.get(function, ()))


def _libraries_called(evaluator: Evaluator, module: int) -> dict[int, set[str]]:
    facts = evaluator.facts[module]
    imports = (e.module for e in facts.expressions if isinstance(e, (ex.Import, ex.FromImport)))
    if not any(name.partition(".")[0] in ARRAY_LIBRARIES for name in imports):
        return {}
    found: dict[int, set[str]] = {}
    for site in facts.calls:
        names = (a.name.partition(".")[0] for a in evaluator.value(module, site.callee).atoms if isinstance(a, at.External))
        found.setdefault(site.function, set()).update(names)
    return found


def _is_tensors(evaluator: Evaluator, name: str, sites: Collection[CallSite]) -> bool:
    """Whether tensors have an attribute of this name, a method that takes what these calls pass."""
    api = evaluator.torch.tensor_method(name)
    return api is not None and not api.until and (api.kind != "method" or all(takes(evaluator, api.name, site) for site in sites))


def takes(evaluator: Evaluator, name: str, site: CallSite) -> bool:
    """Whether a torch callable accepts so many positional arguments."""
    signatures = evaluator.torch.parameters(name)
    given = sum(1 for a in site.arguments if a.keyword is None and not a.star)
    return not signatures or any(
        any(p.kind == "*var" for p in signature) or given <= sum(1 for p in signature if p.kind in ("both", "positional"))
        for signature in signatures
    )


def _is_made_of(evaluator: Evaluator, facts: ModuleFacts, e: Expression, found: Collection[int]) -> bool:
    """Whether an expression computes a tensor from one of these, by an operator, a method or a property."""
    match e:
        case ex.Binary(_, left, right):
            return left in found or right in found
        case ex.Unary(operator, operand):
            return operator != "Not" and operand in found
        case ex.Subscript(base):
            return base in found
        case ex.Attribute(base, name):
            return base in found and _makes_tensor(evaluator, name, called=False)
        case ex.Call(callee):
            method = facts.expressions[callee]
            return isinstance(method, ex.Attribute) and method.base in found and _makes_tensor(evaluator, method.name, called=True)
    return False


def root_of(facts: ModuleFacts, index: int) -> int:
    """The expression behind narrowings."""
    while True:
        match facts.expressions[index]:
            case ex.Narrowed(value):
                index = value
            case ex.Phi(slot) if len(facts.slots[slot]) == 1 and facts.slots[slot][0] < index:
                index = facts.slots[slot][0]
            case _:
                return index


def _tensors_among(evaluator: Evaluator, module: int, call: ex.Call) -> Iterator[int]:
    """The arguments of a call of a torch function or layer that are tensors and nothing else."""
    places = [(place if each.keyword is None else each.keyword, each.expression) for place, each in enumerate(call.arguments)]
    match v.only(evaluator.value(module, call.callee)):
        case at.Instance(name, None) if name.startswith("torch.nn.") and name not in _OF_ANYTHING:
            yield from (index for place, index in places if place in (0, "input"))
        case at.Torch(name) if evaluator.torch.kind(name) == "function":
            signatures = evaluator.torch.parameters(name)
            yield from (index for place, index in places if signatures and all(_is_of_tensors(s, place) for s in signatures))


def _is_of_tensors(signature: Sequence[ApiParameter], place: int | str) -> bool:
    """Whether an argument, by position or keyword, is bound to a parameter that takes only tensors."""
    if isinstance(place, str):
        return place in _TENSORS and any(each.name == place for each in signature)
    return place < len(signature) and signature[place].name in _TENSORS and signature[place].kind in ("positional", "both")
