"""Calls in half precision, made of those that torch ran in float32. Runs where torch is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import torch

from mindaudit.verify.calls import Array, Call, Result
from mindaudit.verify.torch_side import flattened, to_numpy


def in_half_precision(calls: Iterable[Call], dtype: str) -> Iterator[Call]:
    """The calls and layers with float32 inputs in another dtype, without those for which torch has no kernel on CPU."""
    for call in calls:
        floats = any(array.dtype == "float32" for array in call.inputs.values())
        if floats and call.role in ("call", "layer") and not (call.random or call.free):
            try:
                yield _rounded(call, dtype)
            except Exception:
                continue  # no kernel, or a result that cannot be compared


def _rounded(call: Call, dtype: str) -> Call:
    """A call in half precision. Raises what torch raises, and NoSourceError."""
    made = replace(call, inputs=_rounded_arrays(call.inputs, dtype), state=_rounded_arrays(call.state, dtype), after={}, half=dtype)
    scope = {"torch": torch, "np": np, **{name: _tensor(array, dtype) for name, array in made.inputs.items()}}
    with torch.no_grad():
        value = _layer_value(made, scope) if call.role == "layer" else eval(call.text, scope)  # generated from torch's samples
    leaves, structure = flattened(scope["x0"] if call.statement else value)
    arrays = tuple(
        _array(leaf) if isinstance(leaf, torch.Tensor) else str(leaf) if isinstance(leaf, torch.dtype) else leaf for leaf in leaves
    )
    dtypes = tuple(str(leaf.dtype).removeprefix("torch.") if isinstance(leaf, torch.Tensor) else "" for leaf in leaves)
    return replace(made, result=Result(arrays, structure, dtypes=dtypes))


def _layer_value(call: Call, scope: dict[str, Any]) -> Any:
    layer = eval(call.text, scope).to(getattr(torch, call.half))  # the text is generated from torch's samples
    layer.train(call.training)
    layer.load_state_dict({name: _tensor(array, call.half) for name, array in call.state.items()})
    return eval(f"layer({call.forward})", {**scope, "layer": layer})  # arguments of torch's own sample


def _tensor(array: Array, dtype: str) -> torch.Tensor:
    tensor = torch.from_numpy(array.copy())
    return tensor.to(getattr(torch, dtype)) if tensor.dtype == torch.float32 else tensor


def _rounded_arrays(arrays: Mapping[str, Array], dtype: str) -> dict[str, Array]:
    """The arrays with values that the dtype has."""
    return {name: _array(_tensor(array, dtype)) for name, array in arrays.items()}


def _array(tensor: torch.Tensor) -> Array:
    """The tensor for numpy, which has no bfloat16."""
    return to_numpy(tensor.float() if tensor.dtype in (torch.float16, torch.bfloat16) else tensor)
