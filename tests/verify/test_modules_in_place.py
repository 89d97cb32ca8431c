"""Modules and functions with `inplace=True`: the input holds the result, and gradients are torch's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

mindspore = pytest.importorskip("mindspore")
torch = pytest.importorskip("torch")

from mindspore import ops  # noqa: E402

from mindaudit_data.recipes import modules  # noqa: E402

pytestmark = pytest.mark.verify
X = np.random.default_rng(0).standard_normal((3, 4), dtype=np.float32)
MADE: dict[str, Callable[[Any], Any]] = {
    "relu": lambda nn: nn.ReLU(inplace=True),
    "relu6": lambda nn: nn.ReLU6(True),
    "silu": lambda nn: nn.SiLU(inplace=True),
    "elu": lambda nn: nn.ELU(inplace=True),
    "celu": lambda nn: nn.CELU(inplace=True),
    "selu": lambda nn: nn.SELU(True),
    "leaky": lambda nn: nn.LeakyReLU(0.1, True),
    "hardswish": lambda nn: nn.Hardswish(True),
    "hardsigmoid": lambda nn: nn.Hardsigmoid(True),
    "hardtanh": lambda nn: nn.Hardtanh(inplace=True),
    "threshold": lambda nn: nn.Threshold(0.1, 2.0, True),
    "rrelu": lambda nn: nn.RReLU(inplace=True).eval(),
    "dropout": lambda nn: nn.Dropout(0.3, True).eval(),
    "inside": lambda nn: nn.Sequential(nn.ReLU(True), nn.Linear(4, 4, bias=False).requires_grad_(False)),
    "kept": lambda nn: nn.SiLU(),
}
FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "function": lambda nn: lambda x: nn.functional.relu(x, True),
    "function, by keyword": lambda nn: lambda x: nn.functional.leaky_relu(x, negative_slope=0.2, inplace=True),
    "function with an underscore": lambda nn: nn.functional.elu_,
    "function with an underscore and numbers": lambda nn: lambda x: nn.functional.threshold_(x, 0.1, 2.0),
    "function that thins": lambda nn: lambda x: nn.functional.dropout(x, 0.3, False, True),
    "function, not in place": lambda nn: lambda x: nn.functional.silu(x, False),
}


def both_read(x: Any, act: Any) -> Any:
    """A loss of the result and of what the input holds afterwards."""
    hidden = x * 2
    return (act(hidden) * 3).sum() * 0 + (hidden * hidden).sum()


@pytest.mark.parametrize("make", [*MADE.values(), *FUNCTIONS.values()], ids=[*MADE, *FUNCTIONS])
def test_the_input_holds_the_result(make: Callable[[Any], Any]) -> None:
    x = torch.tensor(X, requires_grad=True)
    wanted = both_read(x, make(torch.nn))
    wanted.backward()
    act = make(modules)
    found, gradient = mindspore.value_and_grad(lambda x: both_read(x, act))(mindspore.Tensor(X))
    np.testing.assert_allclose(found.asnumpy(), wanted.detach().numpy(), rtol=1e-5)
    np.testing.assert_allclose(gradient.asnumpy(), x.grad.numpy(), rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("make", MADE.values(), ids=MADE)
def test_graphs_compile_and_give_the_same_result(make: Callable[[Any], Any]) -> None:
    act = make(modules)

    class Net(modules.Module):
        def __init__(self) -> None:
            super().__init__()
            self.act = act

        def forward(self, x: Any) -> Any:
            return self.act(x * 2) + 1

    eager = Net()(mindspore.Tensor(X)).asnumpy()
    mindspore.set_context(mode=mindspore.GRAPH_MODE)
    try:
        np.testing.assert_allclose(Net()(mindspore.Tensor(X)).asnumpy(), eager, rtol=1e-5, atol=1e-6)
    finally:
        mindspore.set_context(mode=mindspore.PYNATIVE_MODE)


def test_graphs_compile_functions() -> None:
    class Net(modules.Module):
        def forward(self, x: Any) -> Any:
            y = modules.functional.relu(x * 2, inplace=True)
            return modules.functional.threshold_(modules.functional.dropout(y, 0.5, False, True), 0.1, 2.0) + 1

    eager = Net()(mindspore.Tensor(X)).asnumpy()
    mindspore.set_context(mode=mindspore.GRAPH_MODE)
    try:
        np.testing.assert_allclose(Net()(mindspore.Tensor(X)).asnumpy(), eager, rtol=1e-5, atol=1e-6)
    finally:
        mindspore.set_context(mode=mindspore.PYNATIVE_MODE)


def test_a_forward_of_the_program_s_own_decides_itself() -> None:
    class Clamped(modules.ReLU):
        def forward(self, x: Any) -> Any:
            return ops.clamp(x, 0)

    x = mindspore.Tensor(X)
    Clamped(inplace=True)(x)
    np.testing.assert_array_equal(x.asnumpy(), X)
