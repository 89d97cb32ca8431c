"""Calls from torch's own samples (OpInfo, ModuleInfo), from a list of further calls, and from optimizer settings. Runs where torch is."""

from __future__ import annotations

import inspect
import random
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from mindaudit.verify.calls import Array, Call, Result, evaluated, weights
from mindaudit.verify.torch_training import optimizer_calls, scheduler_calls

SAMPLES = 10
"""How many samples of one operator variant are used; those with the most different argument lists come first."""
ALIASED = 3
"""How many of them are used under each of an operator's other names."""
LARGEST = 200_000
_DTYPES = (
    *(torch.float32, torch.float64, torch.float16, torch.complex64, torch.bool),
    *(torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8),
)
_FREQUENT = (torch.float32, torch.int64, torch.bool, torch.float16)
_MOVED = ("device", "layout", "pin_memory", "generator", "out")
_SKIPPED = ("jiterator", "ops.", "torch.ops", "empty", "new_empty", "__", "_", "to_sparse", "sparse", "resize")


_FREE = ("svd", "svd_lowrank", "pca_lowrank", "eig", "eigvals", "eigh", "qr", "geqrf")
"""Decompositions whose results are unique only up to signs or order; only magnitudes are compared, and no gradients."""


_OF_LAYERS = re.compile(r"^nn\.(?=[A-Z])")


class NoSourceError(Exception):
    """A sample that cannot be written as source, or that is too large to keep."""


_DRAWS = re.compile(r"\b(bernoulli_?|multinomial)\(")
"""What draws from so few values that two draws are often the same."""


def generate(wanted: Sequence[str] = ()) -> list[Call]:
    """All calls in a fixed order, or those of `wanted` units, named as in torch's OpInfo: `add`, `nn.functional.pad`, `Linear`."""
    _prepare()
    return _once([*operator_calls(wanted), *layer_calls(wanted), *listed_calls(wanted), *optimizer_calls(wanted), *scheduler_calls(wanted)])


def generate_methods(wanted: Sequence[str] = ()) -> list[Call]:
    """The calls of Tensor's methods, or those of the wanted units."""
    _prepare()
    return _once(list(method_calls(wanted)))


def _prepare() -> None:
    warnings.filterwarnings("ignore")
    torch.set_num_threads(1)


def _once(calls: Sequence[Call]) -> list[Call]:
    return list({(call.text, call.forward, call.training, _key(call)): call for call in calls}.values())


def _key(call: Call) -> tuple[Any, ...]:
    return tuple((name, str(array.dtype), array.shape, array.tobytes()) for name, array in call.inputs.items())


def _seed() -> None:
    torch.manual_seed(0)
    np.random.seed(0)
    random.seed(0)


# Values as source


def source(value: Any, inputs: dict[str, Array]) -> str:
    """A sample's value as source text; tensors become the next of the names x0, x1, …. Raises NoSourceError."""
    if isinstance(value, torch.Tensor):
        name = f"x{len(inputs)}"
        inputs[name] = to_numpy(value)
        return name
    if value is None or isinstance(value, (bool, int, str)):
        return repr(value)
    if isinstance(value, (float, complex)):
        return repr(value) if np.isfinite(value) else f'float("{value}")'
    if isinstance(value, torch.dtype):
        return str(value)
    if isinstance(value, tuple):
        return "(" + ", ".join(source(item, inputs) for item in value) + ("," if len(value) == 1 else "") + ")"
    if isinstance(value, list):
        return "[" + ", ".join(source(item, inputs) for item in value) + "]"
    raise NoSourceError(type(value).__name__)


def to_numpy(tensor: torch.Tensor) -> Array:
    """A copy of a tensor's data. Raises NoSourceError for dtypes and layouts that numpy lacks."""
    if tensor.dtype not in _DTYPES or tensor.layout is not torch.strided or tensor.numel() > LARGEST:
        raise NoSourceError(str(tensor.dtype))
    return np.array(tensor.detach().resolve_conj().resolve_neg().numpy())


def flattened(value: Any) -> tuple[list[Any], str]:
    """The tensors and scalars in a result, and its structure."""
    if isinstance(value, torch.Tensor):
        return [value], "*"
    if value is None or isinstance(value, (bool, int, float, complex, str, torch.dtype)):
        return [value], "."
    if isinstance(value, (tuple, list)):
        parts = [flattened(item) for item in value]
        opening, closing = "[]" if isinstance(value, list) else "()"
        return [leaf for leaves, _ in parts for leaf in leaves], opening + ", ".join(shape for _, shape in parts) + closing
    raise NoSourceError(type(value).__name__)


# Running a call


def run(unit: str, text: str, inputs: dict[str, Array], statement: bool = False) -> Call:
    """Runs a call twice (to see whether it is random) and once for gradients. Raises NoSourceError if it cannot be compared."""
    first, second = (_evaluate(text, inputs, statement) for _ in range(2))
    leaves, structure = flattened(first)
    again, _ = flattened(second)
    arrays = [to_numpy(leaf) if isinstance(leaf, torch.Tensor) else str(leaf) if isinstance(leaf, torch.dtype) else leaf for leaf in leaves]
    is_random = not all(_same(one, other) for one, other in zip(leaves, again, strict=True)) or _DRAWS.search(text) is not None
    is_free = unit.rpartition(".")[2] in _FREE
    gradients = {} if is_random or is_free or statement else _gradients(text, inputs)
    result = Result(tuple(arrays), structure, gradients)
    return Call(unit, text, inputs, result, statement=statement, random=is_random, free=is_free, unpacked=structure.startswith("("))


def _evaluate(text: str, inputs: dict[str, Array], statement: bool, differentiable: bool = False) -> Any:
    scope: dict[str, Any] = {"torch": torch, "np": np}
    for name, array in inputs.items():
        scope[name] = torch.from_numpy(array.copy()).requires_grad_(differentiable and array.dtype.kind == "f")
    value = evaluated(text, scope)
    if differentiable:
        return value, scope
    return scope["x0"] if statement else value


def _gradients(text: str, inputs: dict[str, Array]) -> dict[str, Array]:
    floats = [name for name, array in inputs.items() if array.dtype.kind == "f" and array.size]
    try:
        value, scope = _evaluate(text, inputs, False, differentiable=True)
        return _gradients_of(value, {name: scope[name] for name in floats})
    except (RuntimeError, NotImplementedError, NoSourceError):
        return {}


def _gradients_of(value: Any, sources: dict[str, torch.Tensor]) -> dict[str, Array]:
    """The gradients of a result's weighted sum by the tensors that it was computed from. Raises what torch raises, and NoSourceError."""
    outputs = [leaf for leaf in flattened(value)[0] if isinstance(leaf, torch.Tensor) and leaf.is_floating_point() and leaf.requires_grad]
    if not sources or not outputs:
        return {}
    total = sum((leaf * torch.from_numpy(weights(tuple(leaf.shape)))).sum() for leaf in outputs)
    found = torch.autograd.grad(total, list(sources.values()), allow_unused=True)
    return {name: to_numpy(gradient) for name, gradient in zip(sources, found, strict=True) if gradient is not None}


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, torch.Tensor):
        return bool(torch.equal(one.nan_to_num(), other.nan_to_num()) if one.is_floating_point() else torch.equal(one, other))
    return bool(one == other or (one != one and other != other))


# Operators


def operator_calls(wanted: Sequence[str]) -> Iterator[Call]:
    """Calls of every operator in torch's OpInfo database: as function, as method, in place; some of them under its other names, too."""
    from torch.testing._internal.common_methods_invocations import op_db

    for info in op_db:
        if info.name.startswith(_SKIPPED) or info.name.split(".")[-1].startswith(_SKIPPED) or (wanted and info.name not in wanted):
            continue
        samples = _samples(info)
        for name, some in [(info.name, samples), *((other, samples[:ALIASED]) for other in _other_names(info))]:
            for sample in some:
                for form in _operator_forms(info, name):
                    try:
                        yield from _with_defaults_left_out(_operator_call(name, form, sample), sample)
                    except Exception:
                        continue  # a sample that torch itself cannot run in this form


def method_calls(wanted: Sequence[str]) -> Iterator[Call]:
    """Calls of every operator that is a method, also under its other names, on tensors of the frequent dtypes; and the listed ones."""
    from torch.testing._internal.common_methods_invocations import op_db

    for info in op_db:
        if info.method_variant is None or "." in info.name or info.name.startswith(_SKIPPED) or (wanted and info.name not in wanted):
            continue
        for name in dict.fromkeys([info.name, *(alias.name for alias in info.aliases if "." not in alias.name)]):
            for sample in (sample for dtype in _FREQUENT if dtype in info.supported_dtypes("cpu") for sample in _samples(info, dtype)):
                try:
                    call = _operator_call(name, "method", sample)
                    yield from _with_defaults_left_out(call, sample)
                    yield from _with_the_first_by_position(call, sample)
                except Exception:
                    continue  # a sample that torch itself cannot run in this form
    yield from (call for call in listed_calls(wanted) if call.text.startswith("x0.") and call.subject is None)


def _samples(info: Any, dtype: torch.dtype | None = None) -> list[Any]:
    """The samples of an operator that differ most in which arguments they pass."""
    dtypes = info.supported_dtypes("cpu")
    dtype = dtype or next((each for each in (torch.float32, torch.int64, torch.bool, torch.complex64) if each in dtypes), None)
    if dtype is None:
        return []
    _seed()
    try:
        found = list(info.sample_inputs("cpu", dtype, requires_grad=False))
    except Exception:
        return []
    return _most_different(
        found, lambda s: (tuple(sorted(s.kwargs)), *(type(a).__name__ for a in s.args), *map(str, s.kwargs.values())), SAMPLES
    )


def _most_different(found: Sequence[Any], key: Callable[[Any], Any], limit: int) -> list[Any]:
    seen: dict[Any, int] = {}
    ranked = []
    for position, item in enumerate(found):
        kind = str(key(item))[:200]
        seen[kind] = seen.get(kind, 0) + 1
        ranked.append((seen[kind], position))
    return [found[position] for _, position in sorted(sorted(ranked)[:limit], key=lambda pair: pair[1])]


def _other_names(info: Any) -> list[str]:
    return [alias.name.removeprefix("torch.") for alias in info.aliases]


def _operator_forms(info: Any, name: str) -> list[str]:
    forms = ["function"] if _resolve(name) is not None else []
    if info.method_variant is not None and "." not in name:
        forms.append("method")
    if info.inplace_variant is not None and "." not in name:
        forms.append("in place")
    return forms


def _resolve(path: str) -> Any:
    found: Any = torch
    for part in path.split("."):
        found = getattr(found, part, None)
    return found


def _operator_call(name: str, form: str, sample: Any) -> Call:
    inputs: dict[str, Array] = {}
    first = source(sample.input, inputs)
    rest = [source(value, inputs) for value in sample.args]
    rest += [f"{key}={source(value, inputs)}" for key, value in sample.kwargs.items() if key not in _MOVED]
    if form == "function":
        return run(name, f"torch.{name}({', '.join([first, *rest])})", inputs)
    if first != "x0":
        raise NoSourceError("the receiver is no tensor")
    return run(name, f"x0.{name}{'_' if form == 'in place' else ''}({', '.join(rest)})", inputs, form == "in place")


def _with_defaults_left_out(call: Call, sample: Any) -> Iterator[Call]:
    """The call, and the call without its keyword arguments where torch accepts that: samples pass many defaults explicitly."""
    yield call
    if sample.kwargs and not any(isinstance(value, torch.Tensor) for value in sample.kwargs.values()):
        start = min((call.text.index(f"{key}=") for key in sample.kwargs if f"{key}=" in call.text), default=0)
        if start:
            try:
                yield run(call.unit, call.text[:start].rstrip(", ") + ")", dict(call.inputs), call.statement)
            except Exception:
                return  # a keyword that torch requires


def _with_the_first_by_position(call: Call, sample: Any) -> Iterator[Call]:
    """The call with its first keyword argument passed by position, where torch accepts that."""
    first = next((key for key in sample.kwargs if key not in _MOVED), None)
    if first:
        try:
            yield run(call.unit, call.text.replace(f"{first}=", "", 1), dict(call.inputs), call.statement)
        except Exception:
            return  # a keyword that torch requires


# Layers


def layer_calls(wanted: Sequence[str]) -> Iterator[Call]:
    """Constructor calls of every layer in torch's ModuleInfo database, with weights, inputs and outputs, evaluating and training."""
    from torch.testing._internal.common_modules import module_db

    for info in module_db:
        name = info.module_cls.__name__
        if getattr(torch.nn, name, None) is not info.module_cls or (wanted and name not in wanted):
            continue
        for training in (False, True):
            _seed()
            try:
                found = info.module_inputs_func(info, device="cpu", dtype=torch.float32, requires_grad=False, training=training)
            except Exception:
                continue
            for sample in _most_different(list(found), lambda s: (s.constructor_input.args, s.constructor_input.kwargs), SAMPLES):
                try:
                    yield _layer_call(name, sample, training)
                except Exception:
                    continue  # a sample that torch cannot build or run as source


def _layer_call(name: str, sample: Any, training: bool) -> Call:
    none: dict[str, Array] = {}
    constructor = [source(value, none) for value in sample.constructor_input.args]
    constructor += [f"{k}={source(v, none)}" for k, v in sample.constructor_input.kwargs.items() if k not in ("device", "dtype")]
    if none or sample.forward_input is None:
        raise NoSourceError("a tensor in the constructor")
    text = f"torch.nn.{name}({', '.join(constructor)})"
    torch.manual_seed(0)
    layer = eval(text, {"torch": torch})  # the text is generated from torch's samples
    layer.train(training)
    for parameter in layer.parameters():
        parameter.data.uniform_(-0.5, 0.5)
    state = {key: to_numpy(value) for key, value in layer.state_dict().items()}
    inputs: dict[str, Array] = {}
    positional, named = _by_position(layer, sample.forward_input)
    arguments = [source(value, inputs) for value in positional]
    arguments += [f"{key}={source(value, inputs)}" for key, value in named.items()]
    forward = ", ".join(arguments)
    with torch.no_grad():
        results = [flattened(_forward(layer, forward, inputs, state)[0]) for _ in range(2)]
    (leaves, structure), (again, _) = results
    is_random = not all(_same(one, other) for one, other in zip(leaves, again, strict=True))
    arrays = tuple(to_numpy(leaf) if isinstance(leaf, torch.Tensor) else leaf for leaf in leaves)
    after = {k: to_numpy(v) for k, v in layer.state_dict().items() if training and k.endswith(("running_mean", "running_var"))}
    result = Result(arrays, structure, {} if is_random else _layer_gradients(layer, forward, inputs, state))
    return Call(name, text, inputs, result, "layer", random=is_random, forward=forward, training=training, state=state, after=after)


def _forward(layer: torch.nn.Module, forward: str, inputs: dict[str, Array], state: dict[str, Array]) -> tuple[Any, dict[str, Any]]:
    """What a layer gives in a state, and the tensors that it was called with."""
    tensors = {name: torch.from_numpy(array.copy()).requires_grad_(array.dtype.kind == "f") for name, array in inputs.items()}
    layer.load_state_dict({name: torch.from_numpy(array.copy()) for name, array in state.items()})
    return eval(f"layer({forward})", {"torch": torch, "layer": layer, **tensors}), tensors  # arguments of torch's own sample


def _layer_gradients(layer: torch.nn.Module, forward: str, inputs: dict[str, Array], state: dict[str, Array]) -> dict[str, Array]:
    """The gradients of a layer's result by its inputs and parameters."""
    try:
        value, tensors = _forward(layer, forward, inputs, state)
        sources = {name: tensor for name, tensor in tensors.items() if tensor.requires_grad and tensor.numel()}
        return _gradients_of(value, sources | {name: parameter for name, parameter in layer.named_parameters() if parameter.numel()})
    except (RuntimeError, NotImplementedError, NoSourceError):
        return {}


def _by_position(layer: torch.nn.Module, given: Any) -> tuple[list[Any], dict[str, Any]]:
    """The arguments of a forward, by position where they can be: what a layer's constructor becomes does not depend on how it is called."""
    bound = inspect.signature(layer.forward).bind(*given.args, **given.kwargs)
    names = list(bound.signature.parameters)[: len(bound.arguments)]
    if list(bound.arguments) != names or any(p.kind is not p.POSITIONAL_OR_KEYWORD for p in bound.signature.parameters.values()):
        return list(given.args), dict(given.kwargs)
    return list(bound.arguments.values()), {}


# Listed calls


def listed_calls(wanted: Sequence[str]) -> Iterator[Call]:
    """The calls in calls.txt: one call per line, `|`, then its inputs as dtype and shape (`f 2 3; i 4; b 2 2`)."""
    for line in (Path(__file__).parent / "calls.txt").read_text(encoding="utf-8").splitlines():
        marked, _, shapes = line.partition("|")
        if not marked.strip() or marked.startswith("#"):
            continue
        text, subject = _unmarked(marked.strip())
        start, _, unit = text[slice(*(subject or (0, len(text))))].partition("(")[0].partition(".")
        unit = _OF_LAYERS.sub("", unit)
        if wanted and unit not in wanted:
            continue
        call = run(unit, text, _inputs(shapes), unit.endswith("_") and start == "x0" and subject is None)
        yield replace(call, random=call.random or unit.startswith("empty"), subject=subject)


def _unmarked(text: str) -> tuple[str, tuple[int, int] | None]:
    """A listed call without the backquotes around the part that is tried, and where that is; of a decorator what follows the `@`."""
    if text.startswith("@"):
        return text, (1, len(text))
    start, end = text.find("`"), text.rfind("`")
    return text.replace("`", ""), (start, end - 1) if start >= 0 else None


_LETTERS = {"f": "float32", "i": "int64", "u": "uint8", "b": "bool"}
"""The dtypes of inputs by their letters."""
_FILLED = {"z": 0.0, "n": -np.inf}
"""What inputs with other letters are full of, where values and gradients may end."""
_LAST = {"l": "float32", "m": "int64"}
"""The dtypes of inputs of zeros and a last 1."""


def _inputs(shapes: str) -> dict[str, Array]:
    generator = np.random.default_rng(0)
    inputs: dict[str, Array] = {}
    for part in filter(None, map(str.strip, shapes.split(";"))):
        kind, *sizes = part.split()
        shape = tuple(map(int, sizes))
        made = generator.standard_normal(shape) if kind == "f" else generator.integers(0, 3, shape)
        inputs[f"x{len(inputs)}"] = _filled(kind, shape) if kind in _FILLED or kind in _LAST else np.asarray(made).astype(_LETTERS[kind])
    return inputs


def _filled(kind: str, shape: tuple[int, ...]) -> Array:
    given = np.full(shape, _FILLED.get(kind, 0.0), _LAST.get(kind, "float32"))
    if kind in _LAST:
        given.reshape(-1)[-1:] = 1
    return given
