"""Runs substitutions on MindSpore and compares. Runs in forked workers; the parent imports everything and executes no operator."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np

from mindaudit.verify.calls import SCHEDULED_RATE, Array, Call, evaluated, weights
from mindaudit.verify.compare import OF_GRADIENTS, close, difference

_NO_KERNEL = re.compile(
    r"unsupported|not support|no kernel|kernel.*(not|fail)|select kernel|not implemented|init failed|unregistered|not registered"
    r"|not found op|create device context failed",
    re.I,
)
_PATH = re.compile(r"/[\w.-]+(?:/[\w.-]+)+")
_RULE = re.compile(r"(?:^|\n)-{3,}")
_TWINS = {
    "weight": ("weight", "gamma", "embedding_table"),
    "bias": ("bias", "beta"),
    "running_mean": ("running_mean", "moving_mean"),
    "running_var": ("running_var", "moving_variance"),
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one substitution of one call."""

    state: str
    """equal, dtype, differs, no-gradient, cannot-run, cannot-compile, raises, crash"""
    detail: str = ""
    gradients: bool = False
    """Whether gradients were compared, and are torch's."""


Differentiate: TypeAlias = Callable[[Call, str, dict[str, Any], Mapping[str, Any]], Outcome | None]
"""Compares the gradients of an expression by a call's inputs and by parameters: an outcome if they cannot be had or differ."""


def prepare() -> dict[str, Any]:
    """Imports MindSpore and the recipes and gives the names that substitutions use. Executes no operator."""
    import mindspore as ms
    from mindspore import Tensor, mint, nn, ops

    scope: dict[str, Any] = {"mindspore": ms, "ms": ms, "mint": mint, "ops": ops, "nn": nn, "Tensor": Tensor, "np": np}
    try:
        from mindaudit_data import recipes
    except ImportError:
        return scope
    return importable(recipes) | scope


def importable(recipes: ModuleType) -> dict[str, Any]:
    """The recipes by name, without those that need what this MindSpore lacks: no row of its version calls them."""
    found: dict[str, Any] = {}
    for name in dir(recipes):
        if not name.startswith("_"):
            with suppress(ImportError, AttributeError):
                found[name] = getattr(recipes, name)
    return found


def settle() -> None:
    """Sets up a worker: PyNative mode, and each operator's error at its own call; what the compiler dumps where it fails is thrown away."""
    import mindspore as ms

    os.chdir(tempfile.gettempdir())
    ms.set_context(mode=ms.PYNATIVE_MODE)
    ms.runtime.launch_blocking()


def run(call: Call, substitution: str, scope: Mapping[str, Any]) -> Outcome:
    """Runs one substitution and compares. Never raises."""
    try:
        return _call(call, substitution, dict(scope)) if call.role == "call" else run_object(call, substitution, scope, _gradients)
    except Exception as error:
        return Outcome("cannot-run" if _NO_KERNEL.search(message(error)) else "raises", message(error))


def run_object(call: Call, substitution: str, scope: Mapping[str, Any], differentiate: Differentiate | None) -> Outcome:
    """Makes and runs a layer, an optimizer or a scheduler, and differentiates a layer if asked. Raises what MindSpore raises."""
    if call.role == "layer":
        return _layer(call, substitution, dict(scope), differentiate)
    return (_optimizer if call.role == "optimizer" else _scheduler)(call, substitution, dict(scope))


def message(error: Exception) -> str:
    """An error in one line, without the framework's stack and the machine's paths; the compiler's begin with a heading between dashes."""
    parts = [part for each in _RULE.split(str(error)) if (part := " ".join(each.split()))]
    heading = parts[0].strip("- ") if parts else ""
    text = f"{heading} {parts[1]}" if heading.endswith(":") and parts[1:] and parts[0].startswith("-") else heading
    return f"{type(error).__name__}: {_PATH.sub('…', text)}"[:160]


def tensors(call: Call, scope: Mapping[str, Any]) -> dict[str, Any]:
    """A call's inputs as MindSpore tensors."""
    return {name: tensor(array, call, scope) for name, array in call.inputs.items()}


def tensor(array: Array, call: Call, scope: Mapping[str, Any]) -> Any:
    """An array as a tensor, in the precision that a call asks for."""
    made = scope["Tensor"](array)
    return made.astype(getattr(scope["mindspore"], call.half)) if call.half and array.dtype == "float32" else made


def _value(substitution: str, scope: dict[str, Any], statement: bool) -> Any:
    if statement:
        exec(substitution, scope)  # the classifier's own output for a generated call
        return scope["x0"]
    return evaluated(substitution, scope)


def outcome_of(found: str) -> Outcome:
    """The outcome that a difference stands for."""
    if not found:
        return Outcome("equal")
    return Outcome("dtype" if found.startswith("dtype") else "differs", found)


def _call(call: Call, substitution: str, scope: dict[str, Any]) -> Outcome:
    scope.update(tensors(call, scope))
    outcome = outcome_of(difference(_value(substitution, scope, call.statement), call.result, scope["Tensor"], call.random, call.free))
    if outcome.state in ("equal", "dtype") and call.result.gradients:
        return _gradients(call, substitution, scope, {}) or replace(outcome, gradients=True)
    return outcome


def _gradients(call: Call, substitution: str, scope: dict[str, Any], parameters: Mapping[str, Any]) -> Outcome | None:
    """An outcome if the gradients by inputs and parameters cannot be had or differ, None if they are torch's."""
    ms = scope["mindspore"]
    names = [name for name in call.inputs if name in call.result.gradients]
    weighed = {name: parameter for name, parameter in parameters.items() if name in call.result.gradients}

    def total(*values: Any) -> Any:
        value = _value(substitution, {**scope, **tensors(call, scope), **dict(zip(names, values, strict=True))}, False)
        floats = [leaf for leaf in leaves(value, scope["Tensor"]) if leaf.dtype in (ms.float32, ms.float64, ms.float16)]
        return sum((leaf * scope["Tensor"](weights(leaf.shape))).sum() for leaf in floats)

    try:
        places = tuple(range(len(names))) or None
        found = ms.grad(total, places, list(weighed.values()) or None)(*(scope["Tensor"](call.inputs[name]) for name in names))
        arrays = [gradient.asnumpy() for gradient in leaves(found, scope["Tensor"])]
    except Exception as error:
        return Outcome("no-gradient", message(error))
    return gradients_outcome(call, dict(zip([*names, *weighed], arrays, strict=True)))


def gradients_outcome(call: Call, found: Mapping[str, Array]) -> Outcome | None:
    """An outcome if gradients by input name differ from torch's, None if they do not."""
    for name, gradient in found.items():
        wanted = call.result.gradients[name]
        gradient = gradient.reshape(wanted.shape) if name in call.state and gradient.size == wanted.size else gradient
        finite = np.isfinite(wanted)  # outside of a function's domain there is no gradient to compare
        scale = float(np.abs(wanted[finite]).max(initial=1.0))
        if gradient.shape != wanted.shape or not close(gradient[finite], wanted[finite], OF_GRADIENTS * scale):
            return Outcome("no-gradient" if not gradient.any() else "differs", f"gradient of {name}")
    return None


def leaves(value: Any, tensor: type) -> list[Any]:
    """The tensors in a result, in order."""
    if isinstance(value, (tuple, list)):
        return [leaf for item in value for leaf in leaves(item, tensor)]
    return [value] if isinstance(value, tensor) else []


# Layers


def _layer(call: Call, substitution: str, scope: dict[str, Any], differentiate: Differentiate | None) -> Outcome:
    layer = _value(substitution, scope, False)
    for parameter in layer.get_parameters() if call.half else ():
        parameter.set_dtype(getattr(scope["mindspore"], call.half))
    state = {name: array for name, array in call.state.items() if not name.endswith("num_batches_tracked")}
    twins = pair(layer, state) if state else {}
    for name, parameter in twins.items():
        parameter.set_data(tensor(state[name].reshape(parameter.shape), call, scope))
    layer.set_train(call.training)
    scope.update(tensors(call, scope), layer=layer)
    forward = f"layer({call.forward})".replace("torch.", "mindspore.")
    value = eval(forward, scope)  # arguments of torch's own sample
    if isinstance(value, (tuple, list)) and "." in call.result.structure:
        value = tuple(value)
    outcome = outcome_of(difference(value, call.result, scope["Tensor"], call.random, call.free))
    for name, wanted in call.after.items():
        if outcome.state == "equal" and (name not in twins or not close(twins[name].asnumpy().reshape(wanted.shape), wanted)):
            return Outcome("differs", f"{name} after a step in training mode")
    if differentiate and outcome.state in ("equal", "dtype") and call.result.gradients:
        return differentiate(call, forward, scope, twins) or replace(outcome, gradients=True)
    return outcome


def pair(layer: Any, state: Mapping[str, Array]) -> dict[str, Any]:
    """The MindSpore parameter for each torch parameter: by name, else the first free one of its shape, else of its size."""
    own = dict(layer.parameters_and_names())
    taken: set[int] = set()
    found: dict[str, Any] = {}
    for name, array in state.items():
        head, dot, tail = name.rpartition(".")
        wished = [own[full] for twin in _TWINS.get(tail, (tail,)) if (full := head + dot + twin) in own]
        free = [parameter for parameter in own.values() if id(parameter) not in taken]
        shaped = [parameter for parameter in free if tuple(parameter.shape) == array.shape]
        sized = [parameter for parameter in free if parameter.size == array.size]
        choices = [parameter for parameter in wished if id(parameter) not in taken and parameter.size == array.size] or shaped or sized
        if choices:
            found[name] = choices[0]
            taken.add(id(choices[0]))
    return found


# Optimizers


def _optimizer(call: Call, substitution: str, scope: dict[str, Any]) -> Outcome:
    ms = scope["mindspore"]
    parameters = [ms.Parameter(scope["Tensor"](array), name=name) for name, array in call.state.items()]
    optimizer = eval(substitution, {**scope, "params": parameters})  # the classifier's own output for a generated call
    step_by = getattr(optimizer, "step_by", optimizer)
    steps = sorted({key.partition(".")[0] for key in call.after})
    for step in steps:
        step_by(tuple(scope["Tensor"](call.after[f"{step}.{name}"]) for name in call.state))
    return outcome_of(difference([parameter.value() for parameter in parameters], call.result, scope["Tensor"], False))


# Schedulers

OF_RATES, OF_ROUNDED_RATES = 1e-6, 1e-4
"""Absolute tolerance of learning rates, and of those that are rounded at every step; the evidence states it."""


def _scheduler(call: Call, substitution: str, scope: dict[str, Any]) -> Outcome:
    ms = scope["mindspore"]
    parameter = ms.Parameter(scope["Tensor"](np.ones(2, np.float32)), name="p0")
    optimizer = ms.experimental.optim.SGD([parameter], SCHEDULED_RATE, momentum=0.9)
    scheduler = eval(substitution, {**scope, "optimizer": optimizer})  # the classifier's own output for a generated call
    (wanted,) = call.result.leaves
    found = [float(optimizer.param_groups[0]["lr"])]
    for step in range(len(wanted) - 1):
        scheduler.step(*(float(metrics[step]) for metrics in call.after.values()))
        found.append(float(optimizer.param_groups[0]["lr"]))
    off = np.abs(np.array(found) - wanted)
    if off.max() <= OF_RATES:
        return Outcome("equal")
    where = int((off > OF_RATES).argmax())
    detail = f"rate {found[where]}, not {wanted[where]}, after {where} steps"
    return Outcome("equal" if off.max() <= OF_ROUNDED_RATES else "differs", detail)
