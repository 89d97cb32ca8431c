"""The result of a call: by the catalog for torch, by returned values for project functions, by `forward` for modules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from mindaudit.facts import expressions as ex
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.class_hierarchy import is_network, torch_bases
from mindaudit.resolve.symbols.keyed_stores import has_allocation_site, made_here
from mindaudit.resolve.symbols.libraries import ARRAY
from mindaudit.resolve.symbols.object_attributes import object_attribute
from mindaudit.resolve.transfer.arguments import Arguments, arguments_of
from mindaudit.resolve.transfer.builtin_calls import call_builtin
from mindaudit.resolve.transfer.container_methods import container_method
from mindaudit.resolve.transfer.containers import contained, element
from mindaudit.resolve.transfer.library_calls import call_external
from mindaudit.resolve.transfer.project_calls import MOST_MEANINGS, applied, function_result, inner_result, method_result_for
from mindaudit.resolve.transfer.torch_calls import returned, torch_instance
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value
from mindaudit.resolve.values.torch_catalog import APPLY, MODULE, value_of

_KEEPING: Final = frozenset(
    {"torch.jit.script", "torch.compile", "torch.jit.ignore", "torch.jit.unused", "torch.jit.export", "torch.jit.script_if_tracing"}
)
_CALLING: Final = frozenset(
    {
        "torch.utils.checkpoint.checkpoint",
        "torch.vmap",
        "torch.func.vmap",
        "torch.func.functional_call",
        "torch.nn.utils.stateless.functional_call",
    }
)
_DECORATING: Final = frozenset({"torch.no_grad", "torch.enable_grad", "torch.autocast", "torch.amp.autocast"})
_UNKNOWN_METHODS: Final = frozenset({"torch.nn.Module.get_submodule", "torch.nn.Module.__call__"})
_LISTING: Final = frozenset({"torch.nn.Module.children", "torch.nn.ModuleDict.values"})
_LISTING_NAMES: Final = frozenset({"torch.nn.Module.named_children", "torch.nn.ModuleDict.items"})
_SUPER: Final = frozenset((at.Builtin("super"),))
_ARRAY: Final = v.one(at.Made(ARRAY), level=v.LIKELY)
_PERHAPS_TENSOR: Final = replace(v.tensor(level=v.LIKELY), open=True)


def call(evaluator: Evaluator, module: int, e: ex.Call) -> Value:
    """The value of a call expression."""
    callee = evaluator.value(module, e.callee)
    if not callee.atoms:
        return _unseen(evaluator, module, e) if callee.open else v.BOTTOM
    if callee.atoms == _SUPER:
        return _super(evaluator, module, e)
    arguments = arguments_of(evaluator, module, e.arguments)
    if len(callee.atoms) == 1 and not callee.open:
        (only,) = callee.atoms
        if type(only) is at.Class:
            return v.one(made_here(evaluator, module, e, only), level=callee.level)
        return v.weaken(_called(evaluator, only, arguments, callee), callee.level)
    return v.weaken(v.join([*_each_called(evaluator, callee, arguments), *([v.TOP] if callee.open else [])]), callee.level)


def _unseen(evaluator: Evaluator, module: int, e: ex.Call) -> Value:
    """What the call of an unknown function gives: an array if it is `x.numpy()`, whatever `x` is."""
    method = evaluator.expression(module, e.callee)
    return _ARRAY if not e.arguments and isinstance(method, ex.Attribute) and method.name == "numpy" else v.TOP


def _super(evaluator: Evaluator, module: int, e: ex.Call) -> Value:
    """`super(Class, self)`: look-up begins after the class of this method."""
    if len(e.arguments) < 2:
        return v.TOP
    atoms = v.in_order(evaluator.value(module, e.arguments[0].expression).atoms)
    classes = [atom for atom in atoms if type(atom) is at.Class]
    receivers = [at.Super(atom.module, atom.number, at.Object(atom.module, atom.number)) for atom in classes]
    return v.join(map(v.one, receivers)) if receivers else v.TOP


def _each_called(evaluator: Evaluator, callee: Value, arguments: Arguments) -> list[Value]:
    """The joined results of calling each thing that a value can be; TOP if none is known."""
    return [_called(evaluator, atom, arguments, callee) for atom in v.in_order(callee.atoms)] or [v.TOP]


def _called(evaluator: Evaluator, atom: Atom, arguments: Arguments, callee: Value) -> Value:
    """The result of calling one thing."""
    call_of_kind = _CALLS.get(type(atom))
    if call_of_kind is not None:
        return call_of_kind(evaluator, atom, arguments, callee)
    return v.BOTTOM if v.is_none(atom) else v.TOP


def _function_call(evaluator: Evaluator, atom: at.Function, arguments: Arguments, callee: Value) -> Value:
    return inner_result(evaluator, atom, arguments) if atom.captured else function_result(evaluator, atom.module, atom.number, arguments)


def _method_call(evaluator: Evaluator, atom: at.Method, arguments: Arguments, callee: Value) -> Value:
    """What calling a method gives; if it can belong to many objects with allocation sites, the general result of all of them."""
    if sum(type(each) is at.Method and has_allocation_site(each.receiver) for each in callee.atoms) > MOST_MEANINGS:
        return function_result(evaluator, atom.module, atom.number, arguments, 1)
    return method_result_for(evaluator, atom, arguments)


def _external(evaluator: Evaluator, atom: at.External, arguments: Arguments, callee: Value) -> Value:
    if atom.name == "functools.reduce" and arguments.positional(0) is not None:
        return _reduced(evaluator, arguments)
    return call_external(evaluator, atom.name, arguments, atom.made or atom.name)


def _mapped(evaluator: Evaluator, arguments: Arguments) -> Value:
    """`map(function, xs)` calls the function with the elements."""
    function = arguments.positional(0)
    if function is None:
        return v.TOP
    elements = [element(evaluator, value) for key, value in arguments.items[1:] if key is None]
    return v.holder(at.Iterator, v.join(_each_called(evaluator, function, Arguments.positionals(*elements))))


def _reduced(evaluator: Evaluator, arguments: Arguments) -> Value:
    """`functools.reduce(function, xs, start)`: what the function gives for two of the elements, or the element that is alone."""
    function = arguments.positional(0) or v.TOP
    items = element(evaluator, arguments.positional(1) or v.TOP)
    start = arguments.positional(2) or items
    return v.join((start, *_each_called(evaluator, function, Arguments.positionals(start, items))))


def _torch_call(evaluator: Evaluator, atom: at.Torch, arguments: Arguments, callee: Value) -> Value:
    """What calling a torch function or class gives."""
    name, first = atom.name, arguments.positional(0)
    if evaluator.torch.kind(name) == "class":
        return torch_instance(evaluator, name, arguments)
    if name in _KEEPING:
        return first if first is not None else v.TOP
    if name in _CALLING and first is not None:
        return v.join(_each_called(evaluator, first, Arguments(arguments.items[1:])))
    api = evaluator.torch.lookup(name)
    if api is None:
        return v.TOP
    receiver = first or arguments.named("input") or v.TOP
    if v.is_unmade(receiver):
        return v.BOTTOM
    if api.kind == "method" and api.returns.startswith("self"):
        return receiver
    return returned(evaluator, api, receiver, arguments, callee.level)


def _torch_method_call(evaluator: Evaluator, atom: at.TorchMethod, arguments: Arguments, callee: Value) -> Value:
    """What calling a method of a torch object gives."""
    name, receiver = atom.name, atom.receiver
    api = evaluator.torch.lookup(name)
    if api is None or name in _UNKNOWN_METHODS:
        return v.TOP
    if name == APPLY and type(receiver) is at.Class:
        forward = applied(evaluator, receiver)
        return function_result(evaluator, forward[0], forward[1], arguments, forward[2]) if forward else v.TOP
    if type(receiver) is at.Instance and receiver.elements is not None and api.returns.startswith("iterator("):
        if name in _LISTING:
            return v.holder(at.Iterator, contained(receiver))
        if name in _LISTING_NAMES:
            return v.holder(at.Iterator, v.tuple_of((v.STRING, contained(receiver))))
    held = v.one(receiver, level=callee.level, cause=callee.cause)
    return returned(evaluator, api, held, arguments, callee.level)


def _object_call(evaluator: Evaluator, atom: at.Object, arguments: Arguments, callee: Value) -> Value:
    """Calling an instance of a project class: its `__call__`, or a network's forward."""
    for name in ("__call__", "forward"):
        value = object_attribute(evaluator, atom, name)
        targets = [each for each in v.in_order(value.atoms) if isinstance(each, (at.Method, at.Function))]
        if targets and (name == "__call__" or is_network(evaluator, atom.module, atom.number)):
            return v.join([_called(evaluator, each, arguments, value) for each in targets])
    if not is_network(evaluator, atom.module, atom.number):
        return v.TOP
    bases = torch_bases(evaluator, atom.module, atom.number)
    base = next((each for each in bases if each != MODULE and evaluator.torch.derives(each, MODULE)), None)
    return _PERHAPS_TENSOR if base is None else _instance_call(evaluator, at.Instance(base, None), arguments, callee)


def _instance_call(evaluator: Evaluator, atom: at.Instance, arguments: Arguments, callee: Value) -> Value:
    """Calling an instance of a torch class: a module's forward, or a context manager that decorates."""
    name, torch = atom.torch_class, evaluator.torch
    first = arguments.positional(0)
    if not torch.derives(name, MODULE):
        return first if name in _DECORATING and first is not None else v.TOP
    if torch.derives(name, "torch.nn.Sequential"):
        return _sequential_call(evaluator, contained(atom), arguments)
    if name == "torch.nn.Identity":
        return first if first is not None else v.TOP
    dynamic = first is not None and any(type(each) is at.Tensor and each.dynamic for each in first.atoms)
    forward = torch.method(name, "forward")
    if name == MODULE or forward is None or forward.name.startswith(MODULE) or not forward.returns or forward.returns == "any":
        return _PERHAPS_TENSOR
    return value_of(torch.returned(forward), first or v.TOP, v.CERTAIN, v.DATA, dynamic)


def _sequential_call(evaluator: Evaluator, inner: Value, arguments: Arguments) -> Value:
    """The result of one module in a Sequential."""
    results = [_called(evaluator, atom, arguments, inner) for atom in v.in_order(inner.atoms) if _is_known_module(atom)]
    return v.join([*results, *([_PERHAPS_TENSOR] if inner.open or not results else [])])


def _is_known_module(atom: Atom) -> bool:
    """Whether an atom is an instance of a class whose result of a call is known."""
    return type(atom) is at.Object or (type(atom) is at.Instance and atom.torch_class != MODULE)


_CALLS: Final[dict[type, Callable[[Evaluator, Any, Arguments, Value], Value]]] = {
    at.TorchMethod: _torch_method_call, at.Torch: _torch_call, at.Instance: _instance_call, at.Object: _object_call, at.External: _external,
    at.Builtin: lambda ev, atom, given, _: _mapped(ev, given) if atom.name == "map" else call_builtin(ev, atom.name, given),
    at.ContainerMethod: lambda ev, atom, given, callee: container_method(ev, atom.container, atom.name, given, callee),
    at.Class: lambda ev, atom, given, callee: v.one(at.Object(atom.module, atom.number)),
    at.Function: _function_call,
    at.Method: _method_call,
    at.Partial: lambda ev, atom, given, callee: v.join(_each_called(ev, atom.function, given.behind(atom.arguments))),
}  # fmt: skip
"""What calling each kind of atom gives; nothing is known of the others. A table, since `match` tries one kind after another."""
