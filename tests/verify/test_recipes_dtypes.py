"""Recipes for dtypes that MindSpore's operators do not take, and for results with names, against torch."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from recipe_checks import check, mindspore, torch

from mindaudit_data import recipes

pytestmark = pytest.mark.verify
REAL = np.array([0.5, -1.0, 2.0], "float32")
COMPLEX = np.array([1 + 2j, -0.5j, 3], "complex64")
NOT_FINITE = np.array([1.0, np.nan, np.inf, -np.inf])


@pytest.mark.parametrize("name", ["add", "sub", "mul", "truediv"])
@pytest.mark.parametrize(("left", "right"), [(REAL, COMPLEX), (COMPLEX, REAL), (REAL, 2j), (1j, REAL), (COMPLEX, COMPLEX)])
def test_complex_and_real_numbers(name: str, left: Any, right: Any) -> None:
    recipe = getattr(recipes, f"complex_{name.removeprefix('true')}")
    ours = recipe(*(mindspore.Tensor(each) if isinstance(each, np.ndarray) else each for each in (left, right)))
    torchs = getattr(operator, name)(*(torch.from_numpy(each) if isinstance(each, np.ndarray) else each for each in (left, right)))
    assert ours.asnumpy().dtype == torchs.numpy().dtype
    np.testing.assert_allclose(ours.asnumpy(), torchs.numpy(), rtol=1e-5)


@pytest.mark.parametrize("bounds", [(0, 1j), (1j, 2), (1 + 1j, 0.5)])
@pytest.mark.parametrize("steps", [0, 1, 4])
@pytest.mark.parametrize("dtype", [None, "complex64", "complex128"])
def test_complex_ranges(bounds: tuple[complex, complex], steps: int, dtype: str | None) -> None:
    ours, torchs = (None if dtype is None else getattr(library, dtype) for library in (mindspore, torch))
    found, wanted = recipes.linspace(*bounds, steps, dtype=ours), torch.linspace(*bounds, steps, dtype=torchs).numpy()
    assert found.asnumpy().dtype == wanted.dtype
    np.testing.assert_allclose(found.asnumpy(), wanted, rtol=1e-6)


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
@pytest.mark.parametrize("settings", [{}, {"nan": 3.0}, {"posinf": 7.0, "neginf": -1.0}])
def test_what_is_not_finite(dtype: str, settings: dict[str, float]) -> None:
    ours: Callable[..., Any] = lambda x: recipes.nan_to_num(x, **settings)  # noqa: E731
    check(ours, lambda x: torch.nan_to_num(x, **settings), NOT_FINITE.astype(dtype), gradient=False, graph=False)


def test_parts_of_a_result_have_names() -> None:
    result: Any = recipes.named_result(mindspore.mint.max(mindspore.Tensor([[1.0, 5.0], [4.0, 2.0]]), 1), "values", "indices")
    assert result.values.asnumpy().tolist() == [5.0, 4.0]
    assert result.indices.asnumpy().tolist() == result[1].asnumpy().tolist() == [1, 0]


KINDS = ("Half", "BFloat16", "Float", "Double", "Byte", "Char", "Short", "Int", "Long", "Bool")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("data", [(2, 3), (3,), (), (np.int64(2),), ([0, 1, 1],), (np.array([[1, 0]]),)])
def test_tensors_of_a_class(kind: str, data: tuple[Any, ...]) -> None:
    ours, torchs = getattr(recipes, f"{kind}Tensor")(*data), getattr(torch, f"{kind}Tensor")(*data)
    assert ours.shape == torchs.shape
    assert str(ours.dtype) == str(torchs.dtype).removeprefix("torch.").capitalize().replace("Bfloat", "BFloat").replace("Uint", "UInt")
    if data and not isinstance(data[0], (int, np.integer)):
        assert ours.astype(mindspore.float32).asnumpy().tolist() == torchs.float().tolist()


@pytest.mark.parametrize("data", [2, [0, 1], np.array([[1, 0]]), np.float64([0.5]), "tensor"])
def test_one_argument_of_the_class_of_all_tensors(data: Any) -> None:
    ours, torchs = (mindspore.Tensor([1, 2]), torch.tensor([1, 2])) if isinstance(data, str) else (data, data)
    made, wanted = recipes.tensor_of(ours), torch.Tensor(torchs)
    assert (made.shape, made.asnumpy().dtype) == (tuple(wanted.shape), wanted.numpy().dtype)
    assert (made is ours) == (wanted.data_ptr() == torchs.data_ptr() if isinstance(data, str) else False)


def scaled(values: Any) -> Any:
    result = np.zeros(values.shape)
    result[:] = values * 2
    return result


@mindspore.jit
def of_arrays(x: Any, make: Any) -> Any:
    first, second = make(scaled(x[:2].asnumpy())), make(scaled(x[2:].asnumpy()))
    return first + second


@pytest.mark.parametrize("make", [recipes.tensor_of, mindspore.Tensor])
def test_a_graph_makes_tensors_of_arrays_that_python_computes_each_from_its_own(make: Any) -> None:
    result = of_arrays(mindspore.Tensor([1.0, 2.0, 3.0, 4.0]), make)
    assert result.asnumpy().tolist() == [8, 12]


def test_a_tensor_stays_itself_in_graphs() -> None:
    @mindspore.jit
    def made(x: Any) -> Any:
        return recipes.tensor_of(x) + 1, recipes.tensor_of([1, 2])

    whole, listed = made(mindspore.Tensor([1, 2]))
    assert (whole.dtype, whole.asnumpy().tolist(), listed.dtype) == (mindspore.int64, [2, 3], mindspore.float32)


@pytest.mark.parametrize("kind", KINDS)
def test_the_class_of_a_tensor(kind: str) -> None:
    given, class_ = mindspore.Tensor([0, 1]), getattr(recipes, f"{kind}Tensor")
    for dtype in (class_, class_.dtype, f"torch.{kind}Tensor", f"torch.cuda.{kind}Tensor"):
        cast = recipes.tensor_type(given, dtype)
        assert (isinstance(cast, class_), isinstance(given, class_)) == (True, kind == "Long")
    assert recipes.tensor_type(cast) == torch.tensor([0, 1]).type(f"torch.{kind}Tensor").type()


def test_the_class_of_a_tensor_is_known_in_graphs() -> None:
    @mindspore.jit
    def cast(x: Any, y: Any) -> Any:
        by_text = recipes.tensor_type(x, recipes.tensor_type(y))
        return by_text + 1 if recipes.tensor_type(y) == "torch.LongTensor" else by_text

    result = cast(mindspore.Tensor([0.5]), mindspore.Tensor([1]))
    assert (result.dtype, result.asnumpy().tolist()) == (mindspore.int64, [1])


def test_the_class_of_all_tensors_stands_for_the_default_dtype() -> None:
    wanted = torch.tensor([0, 1]).type(torch.Tensor)
    for dtype in (mindspore.Tensor, "torch.Tensor"):
        assert recipes.tensor_type(mindspore.Tensor([0, 1]), dtype).dtype == mindspore.float32
    assert wanted.dtype == torch.float32


@pytest.mark.parametrize(("name", "mean", "variance"), [("rand", 0.5 + 0.5j, 1 / 6), ("randn", 0, 1)])
@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_random_complex_numbers_have_torch_s_moments(name: str, mean: complex, variance: float, dtype: str) -> None:
    drawn = getattr(recipes, f"complex_{name}")(200, 300, dtype=getattr(mindspore, dtype)).asnumpy()
    theirs = getattr(torch, name)(200, 300, dtype=getattr(torch, dtype)).numpy()
    assert (drawn.shape, drawn.dtype) == (theirs.shape, theirs.dtype)
    for numbers in (drawn, theirs):
        assert abs(numbers.mean() - mean) < 0.02
        assert abs(numbers.var() - variance) < 0.02
