"""What torch functions, methods and constructors give, by the catalog and by their arguments."""

from __future__ import annotations

from typing import Final

from mindaudit.resolve.solver.evaluator import Program
from mindaudit.resolve.transfer.annotations import instance_of_torch
from mindaudit.resolve.transfer.arguments import Arguments
from mindaudit.resolve.transfer.containers import element
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value
from mindaudit.resolve.values.torch_catalog import Api, value_of

_CONTAINERS: Final = (
    "torch.nn.Sequential",
    "torch.nn.ModuleList",
    "torch.nn.ModuleDict",
    "torch.nn.ParameterList",
    "torch.nn.ParameterDict",
)
_WRAPPING: Final = frozenset({"torch.nn.DataParallel", "torch.nn.parallel.DistributedDataParallel"})
_SAME_DTYPE: Final = frozenset({
    "view", "reshape", "flatten", "unsqueeze", "squeeze", "transpose", "permute", "expand", "expand_as", "repeat", "clone",
    "contiguous", "detach", "t", "cuda", "cpu", "view_as", "reshape_as", "chunk", "split", "unbind", "narrow", "select", "index_select",
    "gather", "flip", "roll", "movedim", "cat", "stack", "swapaxes", "repeat_interleave", "masked_fill", "logical_not", "tril", "triu",
    "unflatten", "zeros_like", "ones_like", "full_like", "empty_like", "new_zeros", "new_ones", "to", "masked_select", "broadcast_to",
    "tile", "bitwise_not",
})  # fmt: skip
_CASTS: Final = {
    "bool": "bool",
    "long": "int64",
    "int": "int32",
    "float": "float32",
    "half": "float16",
    "double": "float64",
    "byte": "uint8",
    "bfloat16": "bfloat16",
}
_FACTORIES: Final = frozenset(
    {
        "zeros",
        "ones",
        "full",
        "empty",
        "arange",
        "linspace",
        "eye",
        "tensor",
        "as_tensor",
        "rand",
        "randn",
        "randint",
        "randperm",
        "logspace",
    }
)


def returned(program: Program, api: Api, receiver: Value, arguments: Arguments, level: int) -> Value:
    """What a torch function or method gives for these arguments."""
    short = api.name.rpartition(".")[2].rstrip("_") or api.name
    cause = max(receiver.cause, arguments.cause())
    tags = api.tags
    dynamic = "dynamic_output_shape" in tags and not _is_static(short, arguments, receiver)
    if "data_dependent_output" in tags and not dynamic and receiver.cause >= v.DATA:
        cause = v.DATA
    tensor = next((a for a in receiver.atoms if a[0] == "tensor"), None)
    if api.name in ("torch.Tensor.size", "torch.Tensor.stride"):
        cause = v.DATA if tensor and tensor[3] else min(max(receiver.cause, v.CONST), v.SHAPE)
        return v.plain("int" if arguments.items else "size", cause)
    if api.name in (
        "torch.Tensor.dim",
        "torch.Tensor.numel",
        "torch.numel",
        "torch.Tensor.ndimension",
        "torch.Tensor.element_size",
        "torch.Tensor.get_device",
    ):
        sized = short == "numel"
        return v.plain("int", (v.DATA if tensor and tensor[3] else min(receiver.cause, v.SHAPE)) if sized else v.CONST)
    if short.startswith("is_"):
        cause = min(cause, v.CONST)
    returned = program.torch.returned(api, _overload(api, arguments))
    value = value_of(returned, receiver, level, cause, dynamic)
    return _typed(value, short, tensor, arguments, receiver)


def _is_static(short: str, arguments: Arguments, receiver: Value) -> bool:
    """Spellings of a tagged operator whose shape does not depend on data."""
    count = sum(1 for key, _ in arguments.items if key is None)
    if short == "where":
        return count >= 2
    if short == "repeat_interleave":
        repeats = next((value for key, value in arguments.items if key == "repeats"), None)
        held = [value for key, value in arguments.items if key is None] + ([repeats] if repeats else [])
        return arguments.named("output_size") is not None or not any(
            a[0] == "tensor" for value in held[-2:] for a in value.atoms if value is not receiver
        )
    return False


def _overload(api: Api, arguments: Arguments) -> int:
    """Which of several `returns` applies to these arguments."""
    choices = [part.strip() for part in api.returns.split("|")]
    if len(choices) < 2:
        return 0
    given = [value for key, value in arguments.items if key is None]
    if choices[0].startswith("list") and choices[1].startswith("tensor"):
        return int(len(arguments.items) > 1)
    if choices[-1].startswith("namedtuple"):
        is_number = any(a[1] == "int" for value in given[-1:] for a in value.atoms if a[0] in ("constant", "plain"))
        return len(choices) - 1 if is_number or arguments.named("dim") is not None else 0
    if choices[-1].startswith("list"):
        flag = arguments.named("as_tuple")
        return int(flag is not None and v.only(flag) == ("constant", "bool", True))
    return 0


def _typed(value: Value, short: str, tensor: Atom | None, arguments: Arguments, receiver: Value) -> Value:
    """The dtype that is known of a tensor result, and whether its shape follows a tensor of a shape made from data."""
    atoms = [a for a in value.atoms if a[0] == "tensor"]
    if len(atoms) != 1:
        return value
    atom = atoms[0]
    dtype = atom[1] or _CASTS.get(short)
    given = arguments.named("dtype") or (arguments.positional(0) if short in ("to", "type") else None)
    named = [a[1].removeprefix("torch.") for a in given.atoms if a[0] == "torch"] if given else []
    if len(named) == 1 and not (given and given.open):
        dtype = named[0]
    elif short == "to" and given is not None and (given.open or any(a[0] == "plain" and a[1] == "dtype" for a in given.atoms)):
        dtype = None
    elif dtype is None and tensor is not None and short in _SAME_DTYPE:
        dtype = tensor[1]
    elif dtype is None and short in ("cat", "stack"):
        inner = [
            a[1]
            for held in receiver.atoms
            if held[0] in ("list", "items", "tuple")
            for w in ([held[1]] if held[0] == "list" else held[1])
            for a in w.atoms
            if a[0] == "tensor"
        ]
        dtype = inner[0] if inner and len(set(inner)) == 1 else None
    cause = arguments.cause() if short in _FACTORIES else value.cause
    changed = frozenset(a for a in value.atoms if a is not atom) | {("tensor", dtype, atom[2], atom[3])}
    return value._replace(atoms=changed, cause=cause)


def _contents(program: Program, arguments: Arguments) -> Value:
    """What a torch container made with these arguments holds."""
    held = []
    for key, value in arguments.items:
        for atom in v.in_order(value.atoms):
            if atom[0] == "dict":
                held += [*dict(atom[1]).values(), atom[2]]
            elif atom[0] in ("list", "tuple", "items", "iterator", "grown", "set"):
                held.append(element(program, v.one(*atom)))
            elif key != "*":
                held.append(v.one(*atom, level=value.level))
        if value.open:
            held.append(v.UNKNOWN)
    inner = v.join(_pairs_apart(value) for value in held)
    return v.nested(inner)


def _pairs_apart(value: Value) -> Value:
    """The modules of (name, module) pairs, as in OrderedDict([...])."""
    pairs = [a for a in value.atoms if a[0] == "tuple" and len(a[1]) == 2]
    return v.join([a[1][1] for a in pairs]) if pairs and len(pairs) == len(value.atoms) else value


def torch_instance(program: Program, name: str, arguments: Arguments) -> Value:
    """What constructing a torch class gives; a container remembers what it holds, a wrapper is what it wraps."""
    if name in _WRAPPING and arguments.positional(0) is not None:
        return arguments.positional(0) or v.UNKNOWN
    if any(program.torch.derives(name, c) for c in _CONTAINERS):
        return v.one("instance", name, _contents(program, arguments))
    made = instance_of_torch(program, name)
    return made._replace(cause=max(arguments.cause(), v.CONFIG)) if made.cause == v.DATA else made
