"""Layers, containers and losses against torch's on the samples of torch's own tests: results, weights by name, attributes, text."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
mindspore = pytest.importorskip("mindspore")
samples = pytest.importorskip("module_samples")
recipes = pytest.importorskip("mindaudit_data.recipes")

pytestmark = pytest.mark.verify

# MindSpore's tanh on CPU is 1 beyond 5.
COARSE = {"LSTMCell", "LSTM", "GRU", "GRUCell", "RNN", "RNNCell"}
MODES = pytest.mark.parametrize("training", [True, False], ids=["training", "evaluation"])
# CTC is a loop over time, slow in PyNative mode.
MOST = {"CTCLoss": 4}
# MindSpore has no nested tensors, and its kernel puts some of the random windows of volumes elsewhere.
APART = {"use_nested_tensor"}
UNEQUAL = {"FractionalMaxPool3d"}


def tolerance(name: str) -> dict[str, float]:
    return {"rtol": 1e-3, "atol": 2e-4} if name in COARSE else {"rtol": 1e-4, "atol": 1e-5}


def is_random(module: torch.nn.Module, training: bool) -> bool:
    return training and any(getattr(part, "p", 0) and isinstance(part, torch.nn.modules.dropout._DropoutNd) for part in module.modules())


@MODES
@pytest.mark.parametrize("name", samples.names())
def test_a_class_gives_what_torchs_gives(name: str, training: bool) -> None:
    for sample in list(samples.samples_of(name, training))[: MOST.get(name)]:
        if sample.desc == "zero_batch":
            continue
        both = samples.pair(name, sample, training)
        if not name.startswith("Lazy"):
            load(both.theirs, both.ours)
            assert repr(both.ours) == repr(both.theirs)
            compare_attributes(both.theirs, both.ours)
        if is_random(both.theirs, training) or name in UNEQUAL:
            continue
        wanted, found = (
            samples.leaves(both.theirs(*both.args, **both.kwargs)),
            samples.leaves(both.ours(*samples.carried(both.args), **samples.carried(both.kwargs))),
        )
        if name.startswith("Lazy"):
            load(both.theirs, both.ours)
            wanted, found = (
                samples.leaves(both.theirs(*both.args, **both.kwargs)),
                samples.leaves(both.ours(*samples.carried(both.args), **samples.carried(both.kwargs))),
            )
        compare(wanted, found, name)
        compare(list(samples.arrays_of(both.theirs).values()), [value.asnumpy() for value in both.ours.state_dict().values()], name)


def load(theirs: Any, ours: Any) -> None:
    """Carries torch's weights over, by both ways."""
    arrays = samples.arrays_of(theirs)
    assert [(key, value.shape) for key, value in ours.state_dict().items()] == [(key, value.shape) for key, value in arrays.items()]
    ours.load_state_dict(arrays)
    assert mindspore.load_param_into_net(ours, recipes.convert_checkpoint(arrays, ours)) == ([], [])


def compare(wanted: list[Any], found: list[Any], name: str) -> None:
    assert [value.shape for value in found] == [value.shape for value in wanted]
    for mine, theirs in zip(found, wanted, strict=True):
        np.testing.assert_allclose(mine, theirs, **tolerance(name))


def compare_attributes(theirs: Any, ours: Any) -> None:
    for name, value in vars(theirs).items():
        if not name.startswith("_") and name not in APART and isinstance(value, (int, float, str, tuple, list, type(None))):
            assert getattr(ours, name) == value, name


def test_every_class_of_torch_has_a_counterpart_with_its_constructor() -> None:
    for name, theirs in vars(torch.nn).items():
        # Lazy layers pass their arguments on to the class that they become.
        if isinstance(theirs, type) and issubclass(theirs, torch.nn.Module) and not name.startswith("Lazy"):
            assert parameters_of(getattr(recipes.modules, name)) == parameters_of(theirs), name


def parameters_of(kind: type) -> list[tuple[Any, ...]]:
    """Names, kinds and defaults of a constructor's parameters, functions by name."""
    parameters = list(inspect.signature(kind.__init__).parameters.values())[1:]
    return [
        (p.name, p.kind, getattr(p.default, "__name__", p.default)) for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)
    ]


HELPERS = {
    "Callable", "DType", "Optional", "ScalingType", "SwizzleType", "Tensor", "assert_int_or_pair", "boolean_dispatch",
    "handle_torch_function", "has_torch_function", "has_torch_function_unary", "has_torch_function_variadic",
    "grouped_mm", "scaled_grouped_mm", "scaled_mm",
}  # fmt: skip


@pytest.mark.parametrize("module", ["functional", "init"])
def test_every_function_of_torch_has_a_counterpart_with_its_parameters(module: str) -> None:
    theirs = getattr(torch.nn, module)
    for name, function in vars(theirs).items():
        if name.startswith("_") or name in HELPERS or not callable(function) or inspect.isclass(function):
            continue
        if getattr(function, "__module__", None) not in (theirs.__name__, "torch._C._nn", None):
            continue
        mine = getattr(getattr(recipes.modules, module), name)
        try:
            wanted = list(inspect.signature(function).parameters)
        except ValueError:
            continue
        if wanted != ["args", "kwargs"]:
            assert list(inspect.signature(mine).parameters) == wanted, name
