"""What a call gives: torch functions by the catalog, project functions by their returns, modules by their forward."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mindaudit.facts.records import Expression
from mindaudit.resolve.solver.evaluator import Program
from mindaudit.resolve.symbols.attributes import object_attribute
from mindaudit.resolve.symbols.class_hierarchy import is_network, torch_bases
from mindaudit.resolve.transfer.arguments import Arguments, arguments_of
from mindaudit.resolve.transfer.builtin_calls import call_builtin, call_external, container_method
from mindaudit.resolve.transfer.containers import contained
from mindaudit.resolve.transfer.project_calls import applied, function_result
from mindaudit.resolve.transfer.torch_calls import returned, torch_instance
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value
from mindaudit.resolve.values.torch_catalog import APPLY, MODULE, value_of

_KEEPING: Final = frozenset(
    {"torch.jit.script", "torch.compile", "torch.jit.ignore", "torch.jit.unused", "torch.jit.export", "torch.jit.script_if_tracing"}
)
_CALLING: Final = frozenset({"torch.utils.checkpoint.checkpoint", "torch.vmap", "torch.func.vmap", "torch.func.functional_call"})


def call(program: Program, module: int, e: Expression) -> Value:
    """The value of a call expression."""
    callee = program.value(module, e[1])
    if not callee.atoms:
        return v.UNKNOWN if callee.open else v.NEVER
    if callee.atoms == frozenset((("builtin", "super"),)):
        return _super(program, module, e)
    arguments = arguments_of(program, module, e[2])
    if len(callee.atoms) == 1 and not callee.open:
        (only,) = callee.atoms
        return v.weaken(called(program, module, only, arguments, callee), callee.level)
    answers = [called(program, module, atom, arguments, callee) for atom in v.in_order(callee.atoms)]
    return v.weaken(v.join([*answers, *([v.UNKNOWN] if callee.open else [])]), callee.level)


def called(program: Program, module: int, atom: Atom, arguments: Arguments, callee: Value) -> Value:
    """What calling one thing gives."""
    match atom[0]:
        case "torch":
            return _torch_call(program, module, atom[1], arguments, callee)
        case "bound":
            return _bound_call(program, module, atom, arguments, callee)
        case "function":
            return function_result(program, atom[1], atom[2], arguments, 0)
        case "method":
            return function_result(program, atom[1], atom[2], arguments, 1)
        case "class":
            return v.one("object", atom[1], atom[2])
        case "object":
            return _module_call(program, module, atom, arguments)
        case "instance":
            return _instance_call(program, module, atom, arguments, callee)
        case "partial":
            inner: Value = atom[1]
            held = Arguments((*atom[2], *arguments.items)) if len(atom) > 2 else arguments
            return v.join([called(program, module, a, held, inner) for a in v.in_order(inner.atoms)] or [v.UNKNOWN])
        case "builtin":
            return call_builtin(program, module, atom[1], arguments)
        case "external":
            return call_external(program, module, atom[1], arguments, atom[-1])
        case "container-method":
            return container_method(program, atom[1], atom[2], arguments, callee)
        case "constant" if atom[1] == "NoneType":
            return v.NEVER
    return v.UNKNOWN


def _super(program: Program, module: int, e: Expression) -> Value:
    """`super(Class, self)`: look-up starts behind the class whose method this is."""
    if len(e[2]) >= 2:
        for atom in program.value(module, e[2][0][1]).atoms:
            if atom[0] == "class":
                receiver = ("object", atom[1], atom[2])
                return v.one("super", atom[1], atom[2], receiver)
    return v.UNKNOWN


def _torch_call(program: Program, module: int, name: str, arguments: Arguments, callee: Value) -> Value:
    torch = program.torch
    first = arguments.positional(0)
    if torch.kind(name) == "class":
        return torch_instance(program, name, arguments)
    if name in _KEEPING:
        return first if first is not None else v.UNKNOWN
    if name in _CALLING and first is not None:
        return v.join([called(program, module, a, Arguments(arguments.items[1:]), first) for a in v.in_order(first.atoms)] or [v.UNKNOWN])
    api = torch.lookup(name)
    if api is None:
        return v.UNKNOWN
    receiver = first if first is not None else arguments.named("input")
    receiver = v.UNKNOWN if receiver is None else receiver
    if api.kind == "method" and api.returns.startswith("self"):
        return receiver
    return returned(program, api, receiver, arguments, callee.level)


def _bound_call(program: Program, module: int, atom: Atom, arguments: Arguments, callee: Value) -> Value:
    _, name, receiver = atom
    api = program.torch.lookup(name)
    if api is None:
        return v.UNKNOWN
    if name == "torch.nn.Module.get_submodule" or name == "torch.nn.Module.__call__":
        return v.UNKNOWN
    if name == APPLY and receiver[0] == "class":
        forward = applied(program, receiver)
        return function_result(program, forward[0], forward[1], arguments, forward[2]) if forward else v.UNKNOWN
    held = v.one(*receiver, level=callee.level, cause=callee.cause)
    if (
        receiver[0] in ("object", "instance")
        and api.returns.startswith("iterator(")
        and receiver[0] == "instance"
        and receiver[2] is not None
    ):
        if name in ("torch.nn.Module.children", "torch.nn.ModuleDict.values"):
            return v.holder("iterator", contained(receiver))
        if name in ("torch.nn.Module.named_children", "torch.nn.ModuleDict.items"):
            return v.holder("iterator", v.tuple_of((v.STRING, contained(receiver))))
    return returned(program, api, held, arguments, callee.level)


def _module_call(program: Program, module: int, atom: Atom, arguments: Arguments) -> Value:
    """Calling an instance: its class's `__call__`, or a network's forward."""
    for name in ("__call__", "forward"):
        value = object_attribute(program, atom, name)
        targets = [a for a in v.in_order(value.atoms) if a[0] in ("method", "function")]
        if targets and (name == "__call__" or is_network(program, atom[1], atom[2])):
            return v.join(called(program, module, a, arguments, value) for a in targets)
    if is_network(program, atom[1], atom[2]):
        for base in _concrete(program, atom):
            return _instance_call(program, module, ("instance", base, None), arguments, v.UNKNOWN)
        return v.tensor(level=v.LIKELY)._replace(open=True)
    return v.UNKNOWN


def _concrete(program: Program, atom: Atom) -> Sequence[str]:
    return [b for b in torch_bases(program, atom[1], atom[2]) if b != MODULE and program.torch.derives(b, MODULE)][:1]


def _instance_call(program: Program, module: int, atom: Atom, arguments: Arguments, callee: Value) -> Value:
    """Calling an instance of a torch class."""
    _, name, held = atom
    torch = program.torch
    first = arguments.positional(0)
    if not torch.derives(name, MODULE):
        return first if name in ("torch.no_grad", "torch.enable_grad", "torch.autocast", "torch.amp.autocast") and first else v.UNKNOWN
    if torch.derives(name, "torch.nn.Sequential"):
        inner = held if held is not None else v.UNKNOWN
        modules = [a for a in v.in_order(inner.atoms) if a[0] == "object" or (a[0] == "instance" and a[1] != MODULE)]
        results = [called(program, module, a, arguments, inner) for a in modules]
        return v.join([*results, *([v.tensor(level=v.LIKELY)._replace(open=True)] if inner.open or not results else [])])
    if name == "torch.nn.Identity":
        return first if first is not None else v.UNKNOWN
    dynamic = first is not None and any(a[0] == "tensor" and a[3] for a in first.atoms)
    forward = torch.method(name, "forward")
    if name == MODULE or forward is None or forward.name.startswith(MODULE) or not forward.returns or forward.returns == "any":
        return v.tensor(level=v.LIKELY)._replace(open=True)
    return value_of(torch.returned(forward), first or v.UNKNOWN, v.CERTAIN, v.DATA, dynamic)
