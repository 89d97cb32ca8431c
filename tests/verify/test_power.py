"""Recipes of elementwise functions: gradients of powers at 0, interpolation of doubles."""

from __future__ import annotations

import numpy as np
import pytest

mindspore = pytest.importorskip("mindspore")
torch = pytest.importorskip("torch")

from mindaudit_data import recipes  # noqa: E402

pytestmark = pytest.mark.verify
BASES, EXPONENTS = np.array([0, 0, 0, 2, 2, -2], np.float32), np.array([0, 1, 3, 0, 2, 0], np.float32)


def test_gradients_of_powers_at_zero() -> None:
    base, exponent = (torch.tensor(array, requires_grad=True) for array in (BASES, EXPONENTS))
    expected = base**exponent
    expected.sum().backward()
    inputs = mindspore.Tensor(BASES), mindspore.Tensor(EXPONENTS)
    np.testing.assert_allclose(recipes.power(*inputs).asnumpy(), expected.detach().numpy())
    found = mindspore.grad(lambda x, y: recipes.power(x, y).sum(), (0, 1))(*inputs)
    for ours, theirs in zip(found, (base.grad, exponent.grad), strict=True):
        np.testing.assert_allclose(ours.asnumpy(), theirs.numpy(), rtol=1e-5)


@pytest.mark.parametrize("exponent", [0, 0.0, 1, 2, 0.5])
def test_gradients_of_powers_by_a_number(exponent: float) -> None:
    base = torch.tensor(np.abs(BASES[2:]), requires_grad=True)
    (base**exponent).sum().backward()
    found = mindspore.grad(lambda x: recipes.power(x, exponent).sum())(mindspore.Tensor(np.abs(BASES[2:])))
    np.testing.assert_allclose(found.asnumpy(), base.grad.numpy(), rtol=1e-5)
    assert recipes.power(3, exponent) == 3**exponent


@pytest.mark.parametrize("weight", [1, 0.25])
def test_interpolated_doubles(weight: float) -> None:
    start, end = np.ones(2), np.zeros(2)
    found = recipes.interpolated(mindspore.Tensor(start), mindspore.Tensor(end), weight)
    np.testing.assert_allclose(found.asnumpy(), torch.lerp(torch.tensor(start), torch.tensor(end), weight).numpy())
