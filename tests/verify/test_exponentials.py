"""Exponentials, logarithms and what is made of them in float32 on a CPU: as many digits as torch's, and tanh never outside of [-1, 1]."""

from __future__ import annotations

import numpy as np
import pytest

mindspore = pytest.importorskip("mindspore")
torch = pytest.importorskip("torch")

from mindaudit_data import recipes  # noqa: E402
from mindaudit_data.recipes.modules import functional  # noqa: E402

pytestmark = pytest.mark.verify
X = np.concatenate([np.linspace(-12, 12, 2001), np.logspace(-8, 0, 99), [0.0, 100.0, -np.inf]]).astype(np.float32)
EXACT = np.tanh(X.astype(np.float64))
ROWS = np.random.RandomState(0).standard_normal((40, 50)).astype(np.float32) * 3


def log_of_positive(x):
    return recipes.log(abs(x) + 0.01)


def softmax(x):
    return functional.softmax(x, -1)


def log_softmax(x):
    return functional.log_softmax(x, 0)


def logsumexp(x):
    return recipes.logsumexp(x, 1)


FUNCTIONS = {
    "exp": (recipes.exp, torch.exp),
    "log": (log_of_positive, lambda x: torch.log(torch.abs(x) + 0.01)),
    "sigmoid": (recipes.sigmoid, torch.sigmoid),
    "functional.sigmoid": (functional.sigmoid, torch.sigmoid),
    "silu": (functional.silu, torch.nn.functional.silu),
    "softplus": (functional.softplus, torch.nn.functional.softplus),
    "logsigmoid": (functional.logsigmoid, torch.nn.functional.logsigmoid),
    "mish": (functional.mish, torch.nn.functional.mish),
    "elu": (functional.elu, torch.nn.functional.elu),
    "glu": (functional.glu, torch.nn.functional.glu),
    "softmax": (softmax, lambda x: torch.softmax(x, -1)),
    "log_softmax": (log_softmax, lambda x: torch.log_softmax(x, 0)),
    "logsumexp": (logsumexp, lambda x: torch.logsumexp(x, 1)),
}
"""By name: what is written, and torch's."""


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("compile_it", [False, True])
def test_as_many_digits_as_torch(name: str, compile_it: bool) -> None:
    written, torchs = FUNCTIONS[name]

    def total(x):
        return (written(x) ** 2).sum()

    gradient = mindspore.grad(total)
    value, slope = (mindspore.jit(written), mindspore.jit(gradient)) if compile_it else (written, gradient)
    wide = torch.from_numpy(ROWS.astype(np.float64)).requires_grad_()
    wanted = torchs(wide)
    (wanted**2).sum().backward()
    found = value(mindspore.Tensor(ROWS))
    assert found.dtype == mindspore.float32
    np.testing.assert_allclose(found.asnumpy(), wanted.detach().numpy(), rtol=6e-7, atol=1e-7)
    np.testing.assert_allclose(
        slope(mindspore.Tensor(ROWS)).asnumpy(), wide.grad.numpy(), rtol=2e-6, atol=2e-6 * np.abs(wide.grad.numpy()).max()
    )


@pytest.mark.parametrize("tanh", [recipes.tanh, functional.tanh, recipes.TanhCell()], ids=["recipe", "functional", "cell"])
@pytest.mark.parametrize("compile_it", [False, True])
def test_values_and_gradients_of_tanh(tanh, compile_it: bool) -> None:
    def total(x):
        return tanh(x).sum()

    gradient = mindspore.grad(total)
    value, slope = (mindspore.jit(tanh), mindspore.jit(gradient)) if compile_it else (tanh, gradient)
    found = value(mindspore.Tensor(X)).asnumpy()
    np.testing.assert_allclose(found, EXACT, rtol=3e-7)
    assert np.abs(found).max() == 1
    np.testing.assert_allclose(slope(mindspore.Tensor(X[:-1])).asnumpy(), 1 - EXACT[:-1] ** 2, atol=2e-7)


def test_the_log_probability_of_a_squashed_action_is_finite() -> None:
    action = recipes.tanh(mindspore.Tensor(X))
    assert np.isfinite(mindspore.ops.log(1 - action**2 + 1e-6).asnumpy()).all()
    assert np.isnan(recipes.tanh(mindspore.Tensor([float("nan")])).asnumpy()).all()


def test_a_row_of_nothing_but_minus_infinity_is_nan() -> None:
    x = ROWS[:3].copy()
    x[1], x[2, 0] = -np.inf, np.nan
    found = functional.softmax(mindspore.Tensor(x), -1).asnumpy()
    assert np.isnan(found[1:]).all()
    assert np.isfinite(found[0]).all()


@pytest.mark.parametrize("name", ["cross_entropy", "binary_cross_entropy_with_logits"])
def test_gradients_of_losses(name: str) -> None:
    target = np.arange(40) % 50 if name == "cross_entropy" else np.abs(np.cos(ROWS))
    wide = torch.from_numpy(ROWS.astype(np.float64)).requires_grad_()
    wanted = getattr(torch.nn.functional, name)(wide, torch.from_numpy(target).to(torch.int64 if target.ndim == 1 else torch.float64))
    wanted.backward()
    loss = getattr(functional, name)
    found, gradient = mindspore.value_and_grad(lambda x: loss(x, mindspore.Tensor(target)))(mindspore.Tensor(ROWS))
    assert found.dtype == mindspore.float32
    np.testing.assert_allclose(found.asnumpy(), wanted.item(), rtol=2e-7)
    np.testing.assert_allclose(gradient.asnumpy(), wide.grad.numpy(), rtol=3e-7, atol=1e-9)
