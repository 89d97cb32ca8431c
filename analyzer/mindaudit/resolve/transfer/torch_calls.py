"""The results of torch functions, methods and constructors, by the catalog and their arguments."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.annotations import instance_of_torch
from mindaudit.resolve.transfer.arguments import Arguments
from mindaudit.resolve.transfer.containers import element
from mindaudit.resolve.transfer.integer_dtypes import LONG, integer_dtype
from mindaudit.resolve.transfer.operators import DOUBLE, is_number
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Value
from mindaudit.resolve.values.torch_catalog import dtype_name, value_of
from mindaudit_data.catalog import Api

_CONTAINERS: Final = tuple(f"torch.nn.{name}" for name in ("Sequential", "ModuleList", "ModuleDict", "ParameterList", "ParameterDict"))
_WRAPPING: Final = frozenset({"torch.nn.DataParallel", "torch.nn.parallel.DistributedDataParallel"})
_AS_ANOTHER: Final = frozenset({"to", "type_as"})
"""What takes the dtype of another tensor, if it is given one."""
_SAME_DTYPE: Final = frozenset({
    "view", "reshape", "flatten", "unsqueeze", "squeeze", "transpose", "permute", "expand", "expand_as", "repeat", "clone",
    "contiguous", "detach", "t", "cuda", "cpu", "view_as", "reshape_as", "chunk", "split", "unbind", "narrow", "select", "index_select",
    "gather", "flip", "roll", "movedim", "cat", "stack", "swapaxes", "repeat_interleave", "masked_fill", "logical_not", "tril", "triu",
    "unflatten", "zeros_like", "ones_like", "full_like", "empty_like", "new_zeros", "new_ones", "to", "masked_select", "broadcast_to",
    "tile", "bitwise_not",
})  # fmt: skip
_CASTS: Final = {
    "bool": "bool", "long": "int64", "int": "int32", "float": "float32", "half": "float16", "double": "float64", "byte": "uint8",
    "bfloat16": "bfloat16", "cfloat": "complex64", "cdouble": "complex128", "complex": "complex", "polar": "complex",
    "view_as_complex": "complex", "fft": "complex", "ifft": "complex", "rfft": "complex", "fft2": "complex", "ifft2": "complex",
    "rfft2": "complex", "fftn": "complex", "ifftn": "complex", "rfftn": "complex", "ihfft": "complex",
    "eig": "complex", "eigvals": "complex",
}  # fmt: skip
_KEEPING_COMPLEX: Final = frozenset({
    "exp", "log", "sqrt", "sin", "cos", "tanh", "conj", "neg", "sum", "mean", "prod", "cumsum", "mul", "multiply", "add", "sub", "div",
    "pow", "matmul", "bmm", "mm", "where", "fftshift", "ifftshift", "pad", "reciprocal",
})  # fmt: skip
_OF_COMPLEX: Final = _KEEPING_COMPLEX | {
    "einsum", "tensordot", "outer", "dot", "kron", "mv", "addcdiv", "addcmul", "addmm", "baddbmm", "linear", "inverse", "inv", "solve",
    "square", "cat", "stack",
}  # fmt: skip
"""What gives complex numbers where one of the tensors that it gets is complex."""
_KEEPING_DOUBLES: Final = frozenset({
    "abs", "acos", "asin", "atan", "atan2", "ceil", "clamp", "clip", "cos", "cosh", "cross", "cumprod", "cumsum", "diff", "dot", "erf",
    "exp", "expm1", "floor", "frac", "inverse", "log", "log10", "log1p", "log2", "logsumexp", "lerp", "maximum", "mean", "minimum",
    "addcdiv", "addcmul", "neg", "norm", "outer", "prod", "reciprocal", "relu", "round", "rsqrt", "sigmoid", "sign", "sin", "sinh",
    "softmax", "log_softmax", "softplus", "sqrt", "square", "std", "sum", "tan", "tanh", "trapz", "trunc", "var", "diag", "diagonal", "mul",
    "multiply", "add", "sub", "subtract", "div", "divide", "true_divide", "pow", "remainder", "fmod", "matmul", "bmm", "mm", "mv", "where",
    "pad", "fill", "nan_to_num", "hypot", "rand_like", "randn_like", "new_full", "new_empty", "new_tensor", "amax", "amin", "cdist",
    "max", "min", "sort", "topk", "median", "mode", "kthvalue", "cummax", "cummin", "mse_loss", "l1_loss", "linear", "kron", "tensordot",
    "einsum", "solve", "inv", "det", "cholesky", "pinv", "matrix_exp", "eigh", "qr", "svd", "addmm", "baddbmm", "vdot", "quantile",
})  # fmt: skip
"""Where a double is among the tensors that these get, and no dtype is unknown, the result holds doubles."""
_FACTORIES: Final = frozenset({
    "zeros", "ones", "full", "empty", "arange", "linspace", "eye", "tensor", "as_tensor", "rand", "randn", "randint", "randperm",
    "logspace",
})  # fmt: skip
_OF_ARRAYS: Final = frozenset({"tensor", "as_tensor", "asarray", "from_numpy"})
_OF_DATA: Final = frozenset({"tensor", "as_tensor", "asarray", "scalar_tensor"})
_OF_PYTHON: Final = {"int": LONG, "bool": "bool"}
_STATIC_NUMBERS: Final = frozenset(f"torch.Tensor.{name}" for name in ("dim", "ndimension", "element_size", "get_device"))
_SIZES: Final = frozenset({"torch.Tensor.numel", "torch.numel", "torch.Size.numel"})
_SHAPES: Final = frozenset({"torch.Tensor.size", "torch.Tensor.stride"})
_HOLDING: Final = (at.List, at.Tuple, at.Items, at.Iterator, at.Grown, at.Set)


def returned(evaluator: Evaluator, api: Api, receiver: Value, arguments: Arguments, level: int) -> Value:
    """What a torch function or method gives for these arguments."""
    tensor = next((atom for atom in v.in_order(receiver.atoms) if type(atom) is at.Tensor), None)
    plain = _number(api.name, receiver, tensor, arguments)
    if plain is not None:
        return plain
    short = api.name.rpartition(".")[2].rstrip("_") or api.name
    cause = max(receiver.cause, arguments.cause())
    dynamic = "dynamic_output_shape" in api.tags and not _is_static(short, arguments, receiver)
    if "data_dependent_output" in api.tags and not dynamic and receiver.cause >= v.DATA:
        cause = v.DATA
    if short.startswith("is_"):
        cause = min(cause, v.CONST)
    value = value_of(evaluator.torch.returned(api, _overload(api, arguments)), receiver, level, cause, dynamic)
    return _typed(value, short, tensor, arguments, receiver)


def _number(name: str, receiver: Value, tensor: at.Tensor | None, arguments: Arguments) -> Value | None:
    """The result of methods that read the shape of a tensor or the like; None for others."""
    dynamic = tensor is not None and tensor.dynamic
    if name in _SHAPES:
        cause = v.DATA if dynamic else min(max(receiver.cause, v.CONST), v.SHAPE)
        return v.plain("int" if arguments.items else "size", cause)
    if name in _SIZES:
        return v.plain("int", v.DATA if dynamic else min(receiver.cause, v.SHAPE))
    return v.plain("int", v.CONST) if name in _STATIC_NUMBERS else None


def _is_static(short: str, arguments: Arguments, receiver: Value) -> bool:
    """Whether a call of a tagged operator has a shape that does not depend on data."""
    given = arguments.unnamed
    if short == "where":
        return len(given) >= 2
    if short != "repeat_interleave":
        return False
    repeats = arguments.named("repeats")
    held = [value for value in [*given, *([repeats] if repeats else [])][-2:] if value is not receiver]
    by_tensor = any(type(atom) is at.Tensor for value in held for atom in value.atoms)
    return arguments.named("output_size") is not None or not by_tensor


def _overload(api: Api, arguments: Arguments) -> int:
    """The `returns` that applies to these arguments, among several."""
    choices = [part.strip() for part in api.returns.split("|")]
    if len(choices) < 2:
        return 0
    if choices[0].startswith("list") and choices[1].startswith("tensor"):
        return int(len(arguments.items) > 1)
    if choices[-1].startswith("namedtuple"):
        is_number = any(v.type_name(atom) == "int" for value in arguments.unnamed[-1:] for atom in value.atoms)
        return len(choices) - 1 if is_number or arguments.named("dim") is not None else 0
    if choices[-1] == "str":  # of `type`
        return int(not arguments.items)
    if choices[-1].startswith("list"):
        flag = arguments.named("as_tuple")
        return int(flag is not None and v.only(flag) == at.Constant("bool", True))
    return 0


def _typed(value: Value, short: str, tensor: at.Tensor | None, arguments: Arguments, receiver: Value) -> Value:
    """The value, with the known dtype of a tensor result."""
    atoms = [atom for atom in value.atoms if type(atom) is at.Tensor]
    if type(fields := v.only(value)) is at.Fields and (kept := _CASTS.get(short) or _kept(short, receiver, arguments)):
        return replace(value, atoms=frozenset((at.Fields(tuple([_of_dtype(pair, kept) for pair in fields.pairs])),)))
    if len(atoms) != 1:
        return value
    atom = atoms[0]
    dtype = _dtype(atom.dtype or _CASTS.get(short), short, tensor, arguments, receiver)
    cause = arguments.cause() if short in _FACTORIES else value.cause
    like = (_other(arguments) if short in _AS_ANOTHER else None) or (tensor if short in _SAME_DTYPE else None)
    perhaps = like.perhaps if like and dtype is None else ()
    rank = 0 if short in _OF_DATA and is_number(arguments.positional(0) or v.TOP) else atom.rank
    made = {at.Tensor(dtype, rank, atom.dynamic, perhaps)}
    is_named = dtype is None and (_may_name_complex(short, arguments) or _may_ask_for_complex(short, arguments))
    if is_named or (short in _OF_COMPLEX and _may_be_complex(receiver, arguments)):
        made.add(at.Tensor("complex", rank, atom.dynamic))
    return replace(value, atoms=value.atoms - {atom} | made, cause=cause)


def _may_be_complex(receiver: Value, arguments: Arguments) -> bool:
    """Whether a tensor among those of a call is complex at times."""
    values = (receiver, *(value for _, value in arguments.items))
    return any(type(atom) is at.Tensor and atom.is_complex for value in values for atom in value.atoms)


def _may_name_complex(short: str, arguments: Arguments) -> bool:
    """Whether a complex dtype is among those that an argument may name."""
    return any(each.startswith("complex") for each in _named_dtypes(_naming(short, arguments)))


def _may_ask_for_complex(short: str, arguments: Arguments) -> bool:
    """Whether `stft` is perhaps told to give complex numbers, as it has to be for others but real ones in pairs."""
    return short == "stft" and v.only(arguments.named("return_complex") or v.TOP) != at.Constant("bool", False)


def _naming(short: str, arguments: Arguments) -> Value | None:
    """The argument that names the dtype of a result."""
    return arguments.named("dtype") or (arguments.positional(0) if short in ("to", "type") else None)


def _named_dtypes(given: Value | None) -> list[str]:
    """The dtypes that an argument may name."""
    names = [atom.name for atom in given.atoms if isinstance(atom, (at.Torch, at.Builtin))] if given else []
    names += [text for text in v.constants(given, "str") if text.startswith("torch.")] if given else []
    return list(map(dtype_name, names))


def _dtype(usual: str | None, short: str, tensor: at.Tensor | None, arguments: Arguments, receiver: Value) -> str | None:
    """The dtype of a tensor result: by the argument that names it, else `usual`, else by the tensors from which it is computed."""
    given = _naming(short, arguments)
    named = _named_dtypes(given)
    if given and len(named) == 1 and not given.open:
        return named[0]
    if short == "to" and given and (given.open or at.Plain("dtype") in given.atoms):
        return None
    if short in _AS_ANOTHER and (other := _other(arguments)):
        return other.dtype
    if short == "stft" and (flag := arguments.named("return_complex")) and v.only(flag) == at.Constant("bool", True):
        return "complex"
    if usual is None and tensor is not None and short in _SAME_DTYPE:
        return tensor.dtype
    if short in _KEEPING_COMPLEX and tensor is not None and tensor.is_complex:
        return tensor.dtype
    if usual is None and (kept := _kept(short, receiver, arguments)):
        return kept
    if usual is None and short in _OF_ARRAYS:
        return _array_dtype(arguments.positional(0))
    return _common_dtype(receiver) if usual is None and short in ("cat", "stack") else usual


def _other(arguments: Arguments) -> at.Tensor | None:
    """The tensor whose dtype a result has: the first argument, if it can be a tensor."""
    given = arguments.named("other") or arguments.positional(0)
    tensors = [atom for atom in given.atoms if isinstance(atom, at.Tensor)] if given else []
    return v.one_tensor(tensors) if tensors else None


def _kept(short: str, receiver: Value, arguments: Arguments) -> str | None:
    """The dtype of doubles or of whole numbers, where a result has it by what it is computed from."""
    is_double = short in _KEEPING_DOUBLES and _holds_doubles(receiver, arguments)
    return DOUBLE if is_double else integer_dtype(short, receiver, arguments)


def _holds_doubles(receiver: Value, arguments: Arguments) -> bool:
    """Whether a double is among the tensors of a call, and the dtypes of all are known and real."""
    values = (receiver, *(value for _, value in arguments.items))
    dtypes = {atom.dtype for value in values for atom in value.atoms if type(atom) is at.Tensor}
    return DOUBLE in dtypes and None not in dtypes and not any(dtype.startswith("complex") for dtype in dtypes if dtype)


def _of_dtype(pair: at.Pair, dtype: str) -> at.Pair:
    """A part of a result, which has the dtype unless it is an index."""
    tensor = v.only(pair.value)
    if type(tensor) is not at.Tensor or tensor.dtype is not None:
        return pair
    return pair._replace(value=replace(pair.value, atoms=frozenset((replace(tensor, dtype=dtype),))))


def _array_dtype(data: Value | None) -> str | None:
    """The dtype of the array from which a tensor is created, or of Python's complex or whole numbers or truth values, also in lists."""
    value = data or v.TOP
    atom = v.only(value)
    if type(atom) is not at.Made and any(map(_has_complex, value.atoms)):
        return "complex"
    return atom.dtype if type(atom) is at.Made else next((_OF_PYTHON[kind] for kind in _OF_PYTHON if _are_of(kind, value)), None)


def _has_complex(atom: at.Atom) -> bool:
    """Whether a complex number is what an atom stands for, or is surely held."""
    held = v.held_values(atom) if type(atom) in (at.List, at.Tuple, at.Items) else ()
    return v.type_name(atom) == "complex" or any(not each.open and any(map(_has_complex, each.atoms)) for each in held)


def _are_of(kind: str, value: Value) -> bool:
    """Whether a value is of a built-in type, or holds such alone."""
    return bool(value.atoms) and not value.open and all(_is_of(kind, atom) for atom in value.atoms)


def _is_of(kind: str, atom: at.Atom) -> bool:
    held = list(v.held_values(atom)) if type(atom) in (at.List, at.Tuple, at.Items) else []
    is_size = kind == "int" and v.type_name(atom) == "size"
    return is_size or v.type_name(atom) == kind or (bool(held) and all(_are_of(kind, each) for each in held))


def _common_dtype(sequence: Value) -> str | None:
    """The dtype that all tensors in a list or tuple have, or complex if one is; None where they differ otherwise or none is known."""
    held = [value for atom in sequence.atoms if isinstance(atom, (at.List, at.Items, at.Tuple)) for value in v.held_values(atom)]
    dtypes = {atom.dtype for value in held for atom in value.atoms if type(atom) is at.Tensor}
    if len(dtypes) == 1:
        return dtypes.pop()
    return "complex" if len(sequence.atoms) == 1 and any(v.is_complex(value) and not value.open for value in held) else None


def _contents(evaluator: Evaluator, arguments: Arguments) -> Value:
    """What a torch container made with these arguments holds."""
    held: list[Value] = []
    for key, value in arguments.items:
        for atom in v.in_order(value.atoms):
            if type(atom) is at.Dict:
                held += v.held_values(atom)
            elif isinstance(atom, _HOLDING):
                held.append(element(evaluator, v.one(atom)))
            elif key != "*":
                held.append(v.one(atom, level=value.level))
        if value.open:
            held.append(v.TOP)
    return v.nested(v.join(map(_pairs_apart, held)))


def _pairs_apart(value: Value) -> Value:
    """The modules of (name, module) pairs, as in OrderedDict([...])."""
    pairs = [atom.items for atom in value.atoms if type(atom) is at.Tuple and len(atom.items) == 2]
    return v.join([module for _, module in pairs]) if pairs and len(pairs) == len(value.atoms) else value


def torch_instance(evaluator: Evaluator, name: str, arguments: Arguments) -> Value:
    """The instance of a torch class: a container remembers its elements, a wrapper is the wrapped module."""
    if name in _WRAPPING and arguments.positional(0) is not None:
        return arguments.positional(0) or v.TOP
    if any(evaluator.torch.derives(name, container) for container in _CONTAINERS):
        return v.one(at.Instance(name, _contents(evaluator, arguments)))
    made = instance_of_torch(evaluator, name)
    data = v.only(arguments.positional(0) or v.TOP) if name == "torch.nn.Parameter" else None
    if type(data) is at.Tensor and (data.dtype == DOUBLE or data.is_complex):
        made = replace(made, atoms=frozenset((at.Tensor(data.dtype, None, False),)))
    return replace(made, cause=max(arguments.cause(), v.CONFIG)) if made.cause == v.DATA else made
