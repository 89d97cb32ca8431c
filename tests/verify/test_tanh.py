"""The hyperbolic tangent in float32: within a few units of the last place, and never outside of [-1, 1]."""

from __future__ import annotations

import numpy as np
import pytest

mindspore = pytest.importorskip("mindspore")

from mindaudit_data import recipes  # noqa: E402
from mindaudit_data.recipes.modules import functional  # noqa: E402

pytestmark = pytest.mark.verify
X = np.concatenate([np.linspace(-12, 12, 2001), np.logspace(-8, 0, 99), [0.0, 100.0, -np.inf]]).astype(np.float32)
EXACT = np.tanh(X.astype(np.float64))


@pytest.mark.parametrize("tanh", [recipes.tanh, functional.tanh, recipes.TanhCell()], ids=["recipe", "functional", "cell"])
@pytest.mark.parametrize("compile_it", [False, True])
def test_values_and_gradients(tanh, compile_it: bool) -> None:
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
