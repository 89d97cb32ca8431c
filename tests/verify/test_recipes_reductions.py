"""Recipes of reductions and running results, against torch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from recipe_checks import check, mindspore, torch

from mindaudit_data import recipes

pytestmark = pytest.mark.verify
RANDOM = np.random.default_rng(3)
CUBE = RANDOM.standard_normal((2, 3, 4)).astype("float32")
HOLED = np.where(RANDOM.random((3, 5)) < 0.3, np.nan, RANDOM.standard_normal((3, 5))).astype("float32")
MASK = RANDOM.random((2, 3, 4)) < 0.6
MASK[0, 0] = False


@pytest.mark.parametrize("interpolation", ["linear", "lower", "higher", "midpoint", "nearest"])
@pytest.mark.parametrize("options", [{}, {"dim": 1}, {"dim": -1, "keepdim": True}, {"keepdim": True}])
def test_quantile(interpolation: str, options: dict[str, Any]) -> None:
    check(recipes.quantile, torch.quantile, CUBE, 0.4, interpolation=interpolation, gradient=False, **options)
    ranks = np.array([0.0, 0.3, 1.0], "float32")
    check(recipes.quantile, torch.quantile, CUBE, ranks, interpolation=interpolation, gradient=False, graph=False, **options)


def test_quantile_has_gradients() -> None:
    check(recipes.quantile, torch.quantile, CUBE, 0.37, dim=2)


@pytest.mark.parametrize("options", [{}, {"dim": 1}, {"dim": 0, "keepdim": True}])
def test_quantiles_with_holes(options: dict[str, Any]) -> None:
    check(recipes.nanquantile, torch.nanquantile, HOLED, 0.4, gradient=False, **options)
    check(recipes.quantile, torch.quantile, HOLED, 0.4, gradient=False, **options)


@pytest.mark.parametrize("values", [[3, 1, 3, 1, 2], [[1, 1, 2], [2, 2, 1]], [[1.0, 3.0, 3.0, 1.0, 2.0, 1.0, 3.0]], 4])
def test_mode(values: Any) -> None:
    array = np.array(values)
    check(recipes.mode, torch.mode, array, gradient=False)
    check(recipes.mode, torch.mode, array, dim=0, keepdim=True, gradient=False)


@pytest.mark.parametrize("p", ["fro", "nuc", None, 0, 1, 2, 3.5, float("inf"), float("-inf")])
def test_norm(p: Any) -> None:
    if p != "nuc":
        check(recipes.norm, torch.norm, CUBE, p, gradient=p not in (0, float("inf"), float("-inf")))
        check(recipes.norm, torch.norm, CUBE, p, dim=1, keepdim=True, gradient=False)
    check(recipes.norm, torch.norm, CUBE, p, dim=(0, 2), gradient=False, graph=p != "nuc")


def test_renorm() -> None:
    for p in (1.5, 2.0, float("inf")):
        check(recipes.renorm, torch.renorm, CUBE, p, 1, 1.2, gradient=p != float("inf"))


@pytest.mark.parametrize("name", ["var", "std"])
def test_fractional_correction(name: str) -> None:
    for options in ({}, {"dim": 1}, {"dim": (0, -1), "keepdim": True}):
        check(getattr(recipes, name), getattr(torch, name), CUBE, correction=0.5, **options)


@pytest.mark.parametrize("values", [CUBE, np.array([True, True, False]), np.array([1, 2, 3], "int32")])
def test_running_sum_takes_any_dtype_and_nothing(values: Any) -> None:
    check(recipes.running_sum, torch.cumsum, values, 0)
    assert recipes.running_sum(mindspore.Tensor(values)[:0], 0).shape == (0, *values.shape[1:])


def test_cumulative_products() -> None:
    check(recipes.cumprod, torch.cumprod, CUBE, 1)
    check(recipes.cumprod, torch.cumprod, np.array([2.0, 0.0, 3.0, 0.0], "float32"), 0)
    check(recipes.cumprod, torch.cumprod, np.array([[1, 2], [3, 4]], "int32"), -1)
    check(recipes.cumprod, torch.cumprod, np.array(2.0, "float32"), 0)


def test_integrals_and_derivatives() -> None:
    places = np.cumsum(RANDOM.random(4) + 0.1).astype("float32")
    check(recipes.trapezoid, torch.trapezoid, CUBE, dx=0.5, dim=1)
    check(recipes.trapezoid, torch.trapezoid, CUBE.astype("float64"), places.astype("float64"))
    check(recipes.trapezoid, torch.trapezoid, CUBE + 1j * CUBE[::-1], gradient=False)
    check(recipes.cumulative_trapezoid, torch.cumulative_trapezoid, CUBE, dx=0.5)
    check(recipes.cumulative_trapezoid, torch.cumulative_trapezoid, CUBE, places, gradient=False)
    check(recipes.cumulative_trapezoid, torch.cumulative_trapezoid, CUBE, dim=0, gradient=False)
    grid = RANDOM.standard_normal((4, 5)).astype("float32")
    for options in ({}, {"edge_order": 2}, {"dim": 1, "spacing": 0.5}, {"spacing": [2.0, 0.5]}):
        check(recipes.gradient, torch.gradient, grid, **options)
    steps = [np.array([0.0, 0.5, 2.0, 3.0], "float32"), np.array([0.0, 1.0, 1.5, 4.0, 5.0], "float32")]
    import mindspore

    found = recipes.gradient(mindspore.Tensor(grid), spacing=[mindspore.Tensor(step) for step in steps])
    wanted = torch.gradient(torch.from_numpy(grid), spacing=tuple(map(torch.from_numpy, steps)))
    for mine, theirs in zip(found, wanted, strict=True):
        np.testing.assert_allclose(mine.asnumpy(), theirs.numpy(), rtol=1e-5, atol=1e-6)


def test_corrcoef() -> None:
    check(recipes.corrcoef, torch.corrcoef, CUBE[0], tolerance=2e-5, gradient=False)
    check(recipes.corrcoef, torch.corrcoef, CUBE[0, 0], gradient=False)


@pytest.mark.parametrize("options", [{}, {"dim": 1}, {"dim": (0, 2), "keepdim": True}])
@pytest.mark.parametrize("name", ["sum", "prod", "mean", "amax", "amin", "logsumexp", "var", "std"])
def test_masked_reductions(name: str, options: dict[str, Any]) -> None:
    recipe, reference = getattr(recipes, f"masked_{name}"), getattr(torch.masked, name)
    given = {"dim": (0, 1, 2), **options} if name == "logsumexp" else options
    check(
        lambda x, mask: recipe(x, mask=mask, **given),
        lambda x, mask: reference(x, mask=mask, **given),
        CUBE,
        MASK,
        gradient=False,
        graph=False,
    )
    check(recipe, reference, CUBE, gradient=False, **given)


@pytest.mark.parametrize("name", ["argmax", "argmin", "median", "cumsum", "cumprod", "softmax", "log_softmax", "softmin"])
def test_masked_along_one_dimension(name: str) -> None:
    recipe, reference = getattr(recipes, f"masked_{name}"), getattr(torch.masked, name)
    check(lambda x, mask: recipe(x, 1, mask=mask), lambda x, mask: reference(x, 1, mask=mask), CUBE, MASK, gradient=False, graph=False)
    check(recipe, reference, CUBE, 1, gradient=False)


def test_masked_norms_and_logaddexp() -> None:
    for order in (0, 1, 2.0, 3, float("inf"), float("-inf")):
        check(
            lambda x, mask: recipes.masked_norm(x, order, 1, mask=mask),  # noqa: B023 - called at once
            lambda x, mask: torch.masked.norm(x, order, 1, mask=mask),  # noqa: B023
            CUBE, MASK, gradient=False, graph=False,
        )  # fmt: skip
    check(recipes.masked_normalize, torch.masked.normalize, CUBE, 2.0, 1, gradient=False)
    check(recipes.masked_logaddexp, torch.masked.logaddexp, CUBE, -CUBE)


def test_masked_sum_has_gradients() -> None:
    check(lambda x, mask: recipes.masked_sum(x, 1, mask=mask), lambda x, mask: torch.masked.sum(x, 1, mask=mask), CUBE, MASK, graph=False)


@pytest.mark.parametrize("dtype", ["float32", "float64", "int64", "int32", "bool"])
def test_differences(dtype: str) -> None:
    x = (CUBE * 3).astype(dtype)
    check(recipes.differences, torch.diff, x)
    check(recipes.differences, torch.diff, x, 2, 1)
    check(recipes.differences, torch.diff, x, 1, 1, x[:, :1], x)
    check(recipes.differences, torch.diff, x, 1, 0, None, x[:1])
    check(recipes.differences, torch.diff, x, 0, 1, x, gradient=False)
    check(recipes.differences, torch.diff, x, 5, gradient=False)


@pytest.mark.parametrize("dtype", ["float32", "float64", "int64", "bool"])
def test_reductions_of_nothing(dtype: str) -> None:
    x = mindspore.Tensor(np.ones(3, dtype))
    for _ in range(20):
        _dirty = [mindspore.ops.full((n,), 3.0) for n in (1, 8, 64)]
        assert not recipes.never_empty(x[x < 0]).sum()
        assert not recipes.never_empty(x[x < 0] == 1).any()
        assert 1 not in recipes.searched(x[x < 0])
    assert recipes.never_empty(x) is x
    assert 1 in recipes.searched(x)


def test_gradient_of_the_sum_of_nothing() -> None:
    x = mindspore.Tensor(np.ones(3, "float32"))
    assert not mindspore.grad(lambda x: recipes.never_empty(x[x < 0]).sum())(x).any()
    assert np.isnan(recipes.never_empty(x[x < 0], float("nan")).mean().asnumpy())


@pytest.mark.parametrize("name", ["cummax", "cummin"])
def test_extremes_so_far_have_gradients(name: str) -> None:
    x = np.array([[1.0, 3.0, 2.0, 3.0, 4.0], [2.0, 2.0, 0.0, 5.0, -1.0]], "float32")
    function, reference = getattr(mindspore.ops, name), getattr(torch, name)
    for dim in (1, -2):
        check(lambda t, d: recipes.cumulative_extremes(function, t, d)[0], lambda t, d: reference(t, d)[0], x, dim, graph=False)
        check(lambda t, d: recipes.cumulative_extremes(function, t, d), reference, x, dim, gradient=False, graph=False)
        check(lambda t, d: recipes.cumulative_extremes(function, t, d), reference, x > 1, dim, gradient=False, graph=False)
