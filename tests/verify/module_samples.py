"""Samples of torch's own module tests, carried over to MindSpore."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import mindspore
import numpy as np
import torch
from mindspore import Tensor
from mindspore.nn import Cell
from torch.testing._internal.common_modules import module_db

from mindaudit_data.recipes import modules

DTYPES = {torch.float32: mindspore.float32, torch.float64: mindspore.float64, torch.int64: mindspore.int64}


def samples_of(name: str, training: bool) -> Iterator[Any]:
    """Constructor and call arguments of all samples of a class."""
    for info in module_db:
        if info.name == f"nn.{name}":
            torch.manual_seed(0)
            # The random places of these samples are float64.
            dtype = torch.float64 if name.startswith("Fractional") else torch.float32
            yield from info.module_inputs_func(info, device="cpu", dtype=dtype, requires_grad=False, training=training)


def names() -> list[str]:
    return sorted({info.name.removeprefix("nn.") for info in module_db if info.name.startswith("nn.")})


def carried(value: Any) -> Any:
    """A value of torch as one of MindSpore."""
    if isinstance(value, torch.nn.Module):
        return carried_module(value)
    if isinstance(value, torch.Tensor):
        return Tensor(value.detach().numpy())
    if isinstance(value, (list, tuple)):
        return type(value)(carried(item) for item in value)
    if isinstance(value, dict):
        return {key: carried(item) for key, item in value.items()}
    if isinstance(value, torch.dtype):
        return DTYPES[value]
    if callable(value) and hasattr(modules.functional, getattr(value, "__name__", "")):
        return getattr(modules.functional, value.__name__)
    return value


def carried_module(module: torch.nn.Module) -> Cell:
    """The counterpart of a transformer's layer, which samples pass to constructors."""
    layer = module.linear1
    options = {"dim_feedforward": layer.out_features, "dropout": module.dropout.p, "batch_first": module.self_attn.batch_first}
    kind = getattr(modules, type(module).__name__)
    options |= {"norm_first": module.norm_first, "activation": carried(module.activation), "bias": layer.bias is not None}
    return kind(layer.in_features, module.self_attn.num_heads, **options)


def arrays_of(module: torch.nn.Module) -> dict[str, np.ndarray]:
    return {name: value.numpy() for name, value in module.state_dict().items()}


def leaves(value: Any) -> list[np.ndarray]:
    """All arrays in a result of either framework."""
    if isinstance(value, (list, tuple)):
        return [leaf for item in value for leaf in leaves(item)]
    if isinstance(value, torch.Tensor):
        return [value.detach().numpy()]
    return [value.asnumpy()] if isinstance(value, Tensor) else []


def pair(name: str, sample: Any, training: bool) -> SimpleNamespace:
    """A module of each framework with the same weights, and the arguments of the call."""
    made = sample.constructor_input
    theirs = getattr(torch.nn, name)(*made.args, **made.kwargs).train(training)
    ours = getattr(modules, name)(*carried(made.args), **carried(made.kwargs)).train(training)
    given = sample.forward_input
    args, kwargs = (given.args, given.kwargs) if given is not None else ((), {})
    return SimpleNamespace(theirs=theirs, ours=ours, args=args, kwargs=kwargs)
