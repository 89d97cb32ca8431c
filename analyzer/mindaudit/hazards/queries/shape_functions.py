"""Functions whose result depends only on sizes, dtypes and settings, so that it can be computed at compile time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import CallSite
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.solver.dependence import operands, values_behind
from mindaudit.resolve.symbols.class_hierarchy import project_ancestors
from mindaudit.resolve.symbols.decorators import decorator_names
from mindaudit.resolve.symbols.object_attributes import getters
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value

_KNOWN_BY_SHAPE: Final = frozenset({
    "shape", "size", "dim", "ndim", "ndimension", "numel", "nelement", "dtype", "device", "is_cuda", "layout", "element_size", "itemsize",
    "new_zeros", "new_ones", "new_full", "new_empty", "new_tensor", "is_floating_point", "is_complex", "get_device", "type",
})  # fmt: skip
"""Attributes, methods and functions that depend only on the shape, dtype and device of a tensor."""
_TAKING_SHAPE: Final = frozenset({
    "zeros_like", "ones_like", "full_like", "empty_like", "rand_like", "len", "isinstance", "hasattr", "to", "type_as", "view_as",
    "expand_as", "reshape_as", "is_tensor", "finfo", "iinfo",
})  # fmt: skip
"""Functions and methods that use only these of an argument."""
_RANDOM: Final = re.compile(
    r"rand|dropout|normal_?$|uniform|bernoulli|multinomial|poisson|exponential_|gumbel|cauchy|geometric_|\bshuffle|\btime\b"
)
_OWN_FLAGS: Final = frozenset({"async", "lambda", "generator"})
_DECORATORS: Final = frozenset({"staticmethod", "no_grad", "inference_mode", "lru_cache", "cache", "unused", "ignore", "export"})
_PLAIN: Final = (at.Constant, at.Plain)
_OF_SETTINGS: Final = frozenset({"torch.device", "torch.dtype", "torch.Size"})


def shape_parameters(view: FileView, number: int) -> tuple[str, ...] | None:
    """The parameters of a function that may be tensors and of which only shape and dtype count; None if more decides its result."""
    function = view.facts.functions[number]
    names = decorator_names(view.evaluator, view.module, number)
    if function.flags & _OWN_FLAGS or function.parent or function.name.startswith("__") or not names <= _DECORATORS:
        return None
    inner = _inside(view, number)
    if not all(_is_settled(view, site, number) for site in view.facts.calls if site.function in inner):
        return None
    if not all(_reads_settings(view, site.expression, number) for site in view.reads("attribute") if site.function in inner):
        return None
    given = [param.name for param in function.params if param.name != _receiver(view, number)]
    found = [(name, _parameter(view, number, name)) for name in given]
    read = [(name, index) for name, index in found if index >= 0]
    shapes = tuple(name for name, index in read if _only_shape(view, index))
    known = all(name in shapes or _is_plain(view.value(index)) for name, index in read)
    return shapes if known and all(param.kind != "**" for param in function.params) else None


def _receiver(view: FileView, number: int) -> str:
    """The name of a method's receiver; "" for functions and static methods."""
    is_static = "staticmethod" in decorator_names(view.evaluator, view.module, number)
    return "" if is_static else view.evaluator.receiver_of(view.module, number)


def _inside(view: FileView, number: int) -> frozenset[int]:
    """A function and those inside it."""
    outer = view.facts.functions[number]
    found = enumerate(view.facts.functions)
    return frozenset(each for each, function in found if outer.start <= function.start and function.end <= outer.end)


def _parameter(view: FileView, number: int, name: str) -> int:
    """The expression of a parameter; -1 for one that is never read."""
    wanted = ex.Parameter(number, name)
    return next((index for index, e in enumerate(view.facts.expressions) if e == wanted), -1)


def _only_shape(view: FileView, index: int) -> bool:
    """Whether everything that has an expression among its operands asks for shape, dtype or device, or whether it is None."""
    events = (event for event in view.facts.events if index in event.expressions and event.kind not in ("annotated", "bool", "not"))
    if any(True for _ in events) or any(index in function.results for function in view.facts.functions):
        return False
    users = [(number, e) for number, e in enumerate(view.facts.expressions) if index in operands(e)]
    return all(_asks_for_shape(view, number, e, index) for number, e in users)


def _asks_for_shape(view: FileView, number: int, e: ex.Expression, index: int) -> bool:
    match e:
        case ex.Attribute(_, name):
            return name in _KNOWN_BY_SHAPE
        case ex.Call(callee):
            called = view.expression(callee)
            return callee != index and isinstance(called, (ex.Attribute, ex.Name, ex.FromImport)) and called.name in _TAKING_SHAPE
        case ex.Narrowed():
            return _only_shape(view, number)
        case ex.Comparison(operators):
            return all(sign in ("Is", "IsNot") for sign in operators)
    return False


def _is_plain(value: Value) -> bool:
    """Whether a value is known to hold no tensor: numbers, texts, sizes, dtypes, devices."""
    return not value.open and bool(value.atoms) and all(map(_is_plain_atom, value.atoms))


def _is_plain_atom(atom: Atom) -> bool:
    if isinstance(atom, at.Instance):
        return atom.torch_class in _OF_SETTINGS
    if isinstance(atom, at.Torch):
        return atom.name.startswith("torch.") and atom.name.count(".") == 1
    return isinstance(atom, _PLAIN) or (isinstance(atom, (at.Tuple, at.Items, at.List)) and all(map(_is_plain, v.held_values(atom))))


def _is_settled(view: FileView, site: CallSite, number: int) -> bool:
    """Whether a call runs no network, draws nothing at random and calls nothing unknown."""
    callee = view.value(site.callee)
    if not callee.atoms:
        return _is_method_of_a_value(view, site.callee, number)
    return all(_is_harmless(view, atom) for atom in callee.atoms)


def _is_method_of_a_value(view: FileView, callee: int, number: int) -> bool:
    """Whether an unknown callee is a method of something that is neither the receiver nor read off it."""
    e = view.unnarrowed(callee)
    if not isinstance(e, ex.Attribute):
        return False
    receiver = _receiver(view, number)
    return not any(isinstance(each, ex.Parameter) and each.name == receiver for each in _behind(view, e.base))


def _behind(view: FileView, index: int) -> Iterator[ex.Expression]:
    """An expression and all that it is made from in its function."""
    waiting, seen = [index], set[int]()
    while waiting:
        number = waiting.pop()
        if number < 0 or number in seen:
            continue
        seen.add(number)
        e = view.expression(number)
        yield e
        waiting += values_behind(view.facts, e)


def _is_harmless(view: FileView, atom: Atom) -> bool:
    match atom:
        case at.Torch(name) | at.TorchMethod(name):
            is_layer = name.startswith("torch.nn.") and not name.startswith("torch.nn.functional.")
            return not is_layer and not _RANDOM.search(name)
        case at.External(name) | at.Builtin(name):
            return not _RANDOM.search(name)
        case at.Function(module, called) | at.Method(module, called):
            return bool(view.evaluator.once("settled", (module, called), lambda: _is_settled_function(view, module, called)))
        case at.ContainerMethod():
            return True
    return False


def _is_settled_function(view: FileView, module: int, number: int) -> bool:
    """Whether a function of the project can run at compile time; False for a recursive one."""
    if module != view.module:
        view = FileView(view.project, next(name for name, each in view.project.names.items() if each == module), "")
    inner = _inside(view, number)
    calls = (site for site in view.facts.calls if site.function in inner)
    reads = (site for site in view.reads("attribute") if site.function in inner)
    return all(_is_settled(view, site, number) for site in calls) and all(_reads_settings(view, site.expression, number) for site in reads)


def _reads_settings(view: FileView, index: int, number: int) -> bool:
    """Whether an attribute, if it is one of the receiver, holds neither a parameter nor a network."""
    e = view.expression(index)
    function = view.facts.functions[number]
    receiver = _receiver(view, number)
    if not isinstance(e, ex.Attribute) or view.unnarrowed(e.base) != ex.Parameter(number, receiver) or function.class_ < 0:
        return True
    if any(isinstance(atom, at.Instance | at.Object) and not _is_plain_atom(atom) for atom in view.value(index).atoms):
        return False
    return _is_stored_setting(view, function.class_, e.name)


def _is_stored_setting(view: FileView, class_: int, name: str) -> bool:
    """Whether an attribute is a method, a property that needs no more, or what the project stores or registers and is no parameter."""
    evaluator = view.evaluator
    for m, c in project_ancestors(evaluator, view.module, class_):
        found = evaluator.class_(m, c)
        if name in found.body:
            return all(_is_harmless(view, each) for each in getters(evaluator, m, found.body[name]))
        if name == "training":
            return True
        stores = found.stores.get(name, ())
        if any(_makes_parameter(view, m, store.value) for store in stores):
            return False
        if stores:
            return True
    return _is_buffer(view, name)


def _makes_parameter(view: FileView, module: int, index: int) -> bool:
    e = view.evaluator.expression(module, index)
    return isinstance(e, ex.Call) and at.Torch("torch.nn.Parameter") in view.evaluator.value(module, e.callee).atoms


def _is_buffer(view: FileView, name: str) -> bool:
    """Whether the file registers a buffer of that name."""
    names = (call.argument("name") for call in view.calls_of("torch.nn.Module.register_buffer"))
    return any(each and name in v.constants(view.value(each.expression), "str") for each in names)
