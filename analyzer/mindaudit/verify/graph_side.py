"""Runs substitutions through MindSpore's graph compiler: functions by `mindspore.jit`, layers and optimizers as Cells in graph mode."""

from __future__ import annotations

import linecache
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from types import ModuleType
from typing import Any

import numpy as np

from mindaudit.verify import mindspore_side
from mindaudit.verify.calls import CALL_OF_DECORATED, DECORATED, Call, weights
from mindaudit.verify.compare import difference
from mindaudit.verify.mindspore_side import Outcome, gradients_outcome, leaves, message, outcome_of, tensors

RUNS = 3
"""How often a graph runs: the gradients of some operators are right in the first run alone."""
_NUMBER = count()
_NO_KERNEL = re.compile(r"kernel select failed|unsupported op \[|select kernel", re.I)


def run(call: Call, substitution: str, scope: Mapping[str, Any], differentiate: bool) -> Outcome:
    """Compiles and runs one substitution, and compares; with its gradients if asked. Never raises.

    A substitution that runs in PyNative mode, does not compile and lacks no kernel is `cannot-compile`, with the compiler's message.
    """
    try:
        if call.role == "call":
            return _call(call, substitution, dict(scope), differentiate)
        with graph_mode(scope["mindspore"]):
            return mindspore_side.run_object(call, substitution, scope, _gradients if differentiate else None)
    except Exception as error:
        said = message(error)
    if _NO_KERNEL.search(said):
        return Outcome("cannot-run", said)
    eager = mindspore_side.run(call, substitution, scope).state
    return Outcome(eager if eager in ("raises", "cannot-run") else "cannot-compile", said)


@contextmanager
def graph_mode(ms: Any) -> Iterator[None]:
    """Graph mode for Cells that are called inside."""
    ms.set_context(mode=ms.GRAPH_MODE)
    try:
        yield
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE)


def _call(call: Call, substitution: str, scope: dict[str, Any], differentiate: bool) -> Outcome:
    inputs = tensors(call, scope)
    if substitution.startswith("@"):
        scope["decorated"] = _module(scope, DECORATED.format(substitution)).decorated
        substitution = CALL_OF_DECORATED
    body = [substitution, "return x0"] if call.statement else [f"return {substitution}"]
    value = _compiled(scope, list(inputs), body)(*inputs.values())
    outcome = outcome_of(difference(value, call.result, scope["Tensor"], call.random, call.free))
    if outcome.state in ("equal", "dtype") and differentiate and call.result.gradients:
        return _gradients(call, substitution, scope, {}) or replace(outcome, gradients=True)
    return outcome


def _gradients(call: Call, substitution: str, scope: dict[str, Any], parameters: Mapping[str, Any]) -> Outcome | None:
    """An outcome if the gradients by inputs and parameters cannot be had or differ, None if they are torch's."""
    names = [name for name in call.inputs if name in call.result.gradients]
    weighed = {name: parameter for name, parameter in parameters.items() if name in call.result.gradients}
    scope = {**scope, **tensors(call, scope)}
    weighted = {
        path: scope["Tensor"](weights(leaf.shape))
        for path, leaf in zip(paths(call.result.structure), call.result.leaves, strict=True)
        if isinstance(leaf, np.ndarray) and leaf.dtype.kind == "f"
    }
    total = " + ".join(f"(result{path} * w{number}).sum()" for number, path in enumerate(weighted))
    scope |= {f"w{number}": tensor for number, tensor in enumerate(weighted.values())}
    try:
        scope["total"] = _function(scope, names, [f"result = {substitution}", f"return {total}"])
        scope["parameters"] = scope["mindspore"].ParameterTuple(weighed.values()) if weighed else None
        body = [f"return mindspore.grad(total, {tuple(range(len(names))) or None}, parameters)({', '.join(names)})"]
        compiled = _compiled(scope, names, body)
        runs = [[each.asnumpy() for each in leaves(compiled(*(scope[name] for name in names)), scope["Tensor"])] for _ in range(RUNS)]
    except Exception as error:
        return Outcome("no-gradient", message(error))
    outcomes = [gradients_outcome(call, dict(zip([*names, *weighed], arrays, strict=True))) for arrays in runs]
    later = next(filter(None, outcomes), None)
    return replace(later, detail=f"{later.detail}, from the second run on") if later and not outcomes[0] else outcomes[0]


def paths(structure: str) -> list[str]:
    """The subscripts that lead to each leaf of a result: "(*, (*, .))" gives [0], [1][0], [1][1]."""
    found: list[str] = []
    places: list[int] = []
    for sign in structure:
        if sign in "([":
            places.append(0)
        elif sign in ")]":
            places.pop()
        elif sign == ",":
            places[-1] += 1
        elif sign in "*.":
            found.append("".join(f"[{place}]" for place in places))
    return found


def _compiled(scope: dict[str, Any], parameters: Sequence[str], body: Sequence[str]) -> Any:
    return scope["mindspore"].jit(_function(scope, parameters, body))


def _function(scope: dict[str, Any], parameters: Sequence[str], body: Sequence[str]) -> Any:
    """A function of a module of its own."""
    text = f"def compiled({', '.join(parameters)}):\n" + "".join(f"    {line}\n" for line in body)
    return _module(scope, text).compiled


def _module(scope: Mapping[str, Any], text: str) -> ModuleType:
    """A module made of a text, whose source and names the compiler can look up."""
    module = ModuleType(f"substitution_{next(_NUMBER)}")
    sys.modules[module.__name__] = module
    file = f"<{module.__name__}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    vars(module).update(scope)
    exec(compile(text, file, "exec"), vars(module))  # the classifier's own output for a generated call
    return module
