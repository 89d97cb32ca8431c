"""Recipes of special functions, against torch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from recipe_checks import check, mindspore, torch

from mindaudit_data import recipes

pytestmark = pytest.mark.verify
special = torch.special
LINE = np.linspace(-6.0, 6.0, 49, dtype="float32")
UNIT = np.linspace(0.0, 1.0, 41, dtype="float32")


@pytest.mark.parametrize("name", ["erfcx", "log_ndtr"])
def test_error_functions(name: str) -> None:
    check(getattr(recipes, name), getattr(special, name), LINE, tolerance=2e-5)
    check(getattr(recipes, name), getattr(special, name), np.array([-3, 0, 4]), tolerance=2e-5)


@pytest.mark.parametrize("edge", [[0.0, 1.0, -0.5, 1.5], [1e-30, 1e-7, 0.999999]])
def test_inverse_of_the_normal_distribution(edge: list[float]) -> None:
    check(recipes.ndtri, special.ndtri, UNIT[1:-1], gradient=False)
    check(recipes.ndtri, special.ndtri, np.array(edge, "float32"), gradient=False, graph=False)


def test_inverse_error_function() -> None:
    check(recipes.erfinv, torch.erfinv, np.array([-0.9999, -0.95, -0.9, -0.2, 0.0, 0.3, 0.89, 0.93, 0.999], "float32"))
    check(recipes.erfinv, torch.erfinv, np.array([-1.0, 1.0, 2.0], "float32"), gradient=False, graph=False)


def test_airy() -> None:
    inputs = np.linspace(-12.0, 12.0, 97)
    check(recipes.airy_ai, special.airy_ai, inputs, tolerance=1e-4, gradient=False)
    check(recipes.airy_ai, special.airy_ai, inputs[::4].astype("float32"), tolerance=2e-3, gradient=False)


def test_zeta_broadcasts() -> None:
    x, q = np.array([[1.5], [2.0], [7.0]], "float32"), np.array([0.5, 1.0, 3.25, 8.0], "float32")
    check(recipes.zeta, special.zeta, x, q, gradient=False)
    check(recipes.zeta, special.zeta, x, 2.0, gradient=False)
    check(recipes.zeta, special.zeta, 2.5, q, gradient=False)


def test_xlog1py() -> None:
    x, y = np.array([[0.0], [1.5], [-2.0]], "float32"), np.array([-0.5, 0.0, 3.0], "float32")
    check(recipes.xlog1py, special.xlog1py, x, y)
    check(recipes.xlog1py, special.xlog1py, np.zeros(3, "float32"), np.array([-1.0, np.inf, np.nan], "float32"), gradient=False)


def test_xlogy() -> None:
    x, y = np.array([[0.0], [1.5], [-2.0]], "float32"), np.array([0.5, 1.0, 3.0], "float32")
    check(recipes.xlogy, torch.xlogy, x, y)
    check(recipes.xlogy, torch.xlogy, np.zeros(5, "float32"), np.array([0.0, -1.0, np.inf, np.nan, 2.0], "float32"), gradient=False)
    check(recipes.xlogy, torch.xlogy, np.array([0, 0, 3]), np.array([0, -1, 2]), gradient=False)
    check(recipes.xlogy, torch.xlogy, 0, y.astype("float64"), gradient=False)


@pytest.mark.parametrize("dtype", ["float32", "float64", "int64", "uint8", "bool", "complex64"])
def test_angle_of_real_and_complex_numbers(dtype: str) -> None:
    check(recipes.angle, torch.angle, np.array([0, 2, 5]).astype(dtype), gradient=False)
    if dtype.startswith("float"):
        check(recipes.angle, torch.angle, np.array([-0.0, -3.0, np.nan, np.inf, -np.inf], dtype))
    if dtype == "complex64":
        check(recipes.angle, torch.angle, np.array([-1 + 2j, -3j, -2], dtype), gradient=False)


def test_logit() -> None:
    check(recipes.logit, torch.logit, UNIT[1:-1])
    check(recipes.logit, torch.logit, UNIT, 0.2)
    check(recipes.logit, torch.logit, np.array([0.0, 1.0, -0.5, 1.5, np.nan], "float32"), gradient=False)
    check(recipes.logit, torch.logit, np.array([0, 1]), gradient=False)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_the_next_number_is_exactly_torchs(dtype: str) -> None:
    x = np.array([1.0, 3.0, 0.0, -0.0, -2.0, np.nan, 1.0, np.inf, 5.0], dtype)
    y = np.array([2.0, 0.0, 1.0, -1.0, -3.0, 1.0, np.nan, 0.0, 5.0], dtype)
    found = recipes.nextafter(mindspore.Tensor(x), mindspore.Tensor(y)).asnumpy()
    assert found.tobytes() == torch.nextafter(torch.tensor(x), torch.tensor(y)).numpy().tobytes()
    check(recipes.nextafter, torch.nextafter, x[:3, None], y[:2], gradient=False, graph=False)


@pytest.mark.parametrize(
    "name",
    [
        *(f"{prefix}chebyshev_polynomial_{kind}" for prefix in ("", "shifted_") for kind in "tuvw"),
        "hermite_polynomial_h",
        "hermite_polynomial_he",
        "laguerre_polynomial_l",
        "legendre_polynomial_p",
    ],
)
def test_orthogonal_polynomials(name: str) -> None:
    recipe, reference = getattr(recipes, name), getattr(special, name)
    x = np.linspace(-1.75, 1.75, 8, dtype="float32")
    for degree in (0, 1, 2, 5):
        check(recipe, reference, x, degree, gradient=False)
    check(recipe, reference, x.reshape(8, 1), np.array([-1.0, 0.0, 1.0, 3.7, 6.0], "float32"), gradient=False, graph=False)


def test_polynomials_have_gradients() -> None:
    # torch itself has none
    x = torch.linspace(-1, 1, 5, dtype=torch.float64, requires_grad=True)
    ((5 * x**3 - 3 * x) / 2).sum().backward()
    import mindspore

    found = mindspore.grad(lambda v: recipes.legendre_polynomial_p(v, 3).sum())(mindspore.Tensor(x.detach().numpy()))
    np.testing.assert_allclose(found.asnumpy(), x.grad.numpy(), rtol=1e-6)


def test_frexp() -> None:
    values = np.array([0.0, -0.0, 1.0, 0.5, 2.0, -3.7, 1e-30, 3e38, np.inf, -np.inf, 1 - 2**-24, 8.0], "float32")
    check(recipes.frexp, torch.frexp, values, gradient=False)


TINY = np.concatenate([side * np.logspace(-9, -0.4, 44) for side in (-1, 1)]).astype("float32")
WIDE = np.array([-200, -100, -50, -20, -18, -10, -1, 0, 1, 5, 10, 20, 30, 50, 100, 200], "float32")
"""Numbers near and far from zero, where MindSpore's own kernels lose digits on CPU."""


@pytest.mark.parametrize("name", ["log1p", "expm1"])
def test_logarithms_and_exponentials_near_zero(name: str) -> None:
    _relative(getattr(recipes, name), getattr(torch, name), TINY)


@pytest.mark.parametrize("name", ["softplus", "logsigmoid", "mish", "elu"])
def test_units_near_and_far_from_zero(name: str) -> None:
    _relative(getattr(recipes, name), getattr(torch.nn.functional, name), np.concatenate([TINY, WIDE]))


def _relative(recipe: Callable[..., Any], function: Callable[..., Any], x: np.ndarray) -> None:
    """Values and gradients that agree digit by digit, however small they are."""
    given = torch.tensor(x, requires_grad=True)
    wanted = function(given)
    wanted.sum().backward()
    assert np.allclose(recipe(mindspore.Tensor(x)).asnumpy(), wanted.detach().numpy(), rtol=5e-5, atol=1e-37)
    assert np.allclose(mindspore.grad(lambda x: recipe(x).sum())(mindspore.Tensor(x)).asnumpy(), given.grad.numpy(), rtol=5e-5, atol=1e-37)
