"""Recipes of shapes, indexing, sorting and searching, against torch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from recipe_checks import check, mindspore, torch

from mindaudit_data import recipes

pytestmark = pytest.mark.verify
RANDOM = np.random.default_rng(5)
CUBE = RANDOM.standard_normal((3, 4, 5)).astype("float32")
TABLE = RANDOM.standard_normal((4, 5)).astype("float32")
VECTOR = RANDOM.standard_normal(6).astype("float32")
MASK = RANDOM.random((4, 5)) < 0.5
ROWS = np.array([[0, 1, 3, 1, 0], [2, 2, 0, 1, 3]])
SMALL = RANDOM.standard_normal((2, 5)).astype("float32")
SOME = np.array([2, 0, 2])
SLICES = RANDOM.standard_normal((3, 5)).astype("float32")
WHOLE = RANDOM.integers(0, 4, (5, 3))

SHAPES: list[tuple[str, Any, tuple[Any, ...]]] = [
    ("unflatten", lambda x, d, s: x.unflatten(d, s), (CUBE, 1, (2, 2))),
    ("unflatten", lambda x, d, s: x.unflatten(d, s), (CUBE, -1, (5, -1))),
    ("roll", torch.roll, (TABLE, 2)),
    ("roll", torch.roll, (CUBE, (1, -2), (0, 2))),
    ("diag", torch.diag, (VECTOR, -1)),
    ("diag", torch.diag, (TABLE, 2)),
    ("unfold_dimension", lambda x, d, n, s: x.unfold(d, n, s), (CUBE, 1, 3, 1)),
    ("unfold_dimension", lambda x, d, n, s: x.unfold(d, n, s), (TABLE, -1, 2, 2)),
    ("as_strided", torch.as_strided, (TABLE, (2, 3), (5, 2), 1)),
    ("repeat_interleave", torch.repeat_interleave, (TABLE, 3)),
    ("repeat_interleave", torch.repeat_interleave, (TABLE, 2, 1)),
    ("broadcast_tensors", torch.broadcast_tensors, (TABLE[:, :1].copy(), TABLE[0].copy())),
    ("hsplit", torch.hsplit, (VECTOR, 3)),
    ("hsplit", torch.hsplit, (TABLE, (1, 3))),
    ("combinations", torch.combinations, (VECTOR, 3)),
    ("combinations", torch.combinations, (VECTOR, 2, True)),
]
INDEXING: list[tuple[str, Any, tuple[Any, ...]]] = [
    ("scatter_elements", torch.scatter, (TABLE, 0, ROWS[:1], SMALL[:1].copy())),
    ("scatter_elements", torch.scatter, (TABLE, 0, ROWS[:1, :2].copy(), 2.5)),
    ("scatter_add_elements", torch.scatter_add, (TABLE, 0, ROWS, SMALL)),
    ("scatter_add_elements", torch.scatter_add, (TABLE + 1j * TABLE, 0, ROWS, SMALL - 2j * SMALL)),
    ("scatter_add_elements", torch.scatter_add, (TABLE > 0, 0, ROWS, SMALL > 0)),
    *[("scatter_reduce", torch.scatter_reduce, (TABLE, 0, ROWS, SMALL, way)) for way in ("sum", "prod", "mean", "amax", "amin")],
    ("index_add", torch.index_add, (TABLE, 0, SOME, SLICES)),
    ("index_add", torch.index_add, (TABLE + 1j * TABLE, 0, SOME, SLICES - 2j * SLICES)),
    ("index_add", torch.index_add, (TABLE > 0, 0, SOME, SLICES > 0)),
    ("index_copy", torch.index_copy, (TABLE, 0, SOME[:2], SLICES[:2].copy())),
    ("index_fill", torch.index_fill, (TABLE, 1, SOME, 7.0)),
    ("index_select", torch.index_select, (TABLE, -1, SOME)),
    *[("index_reduce", torch.index_reduce, (TABLE, 0, SOME, SLICES, way)) for way in ("prod", "mean", "amax", "amin")],
    ("put", torch.Tensor.put, (TABLE, np.array([[1, -2], [7, 0]]), SLICES[:2, :2].copy())),
    ("masked_scatter", torch.masked_scatter, (TABLE, MASK, CUBE)),
    ("masked_scatter", torch.masked_scatter, (TABLE, MASK[0].copy(), CUBE)),
    ("take_along_dim", torch.take_along_dim, (TABLE, ROWS[:, :1].copy(), 0)),
    ("take_along_dim", torch.take_along_dim, (TABLE, ROWS)),
]
SORTING: list[tuple[str, Any, tuple[Any, ...]]] = [
    ("sort_int64", torch.sort, (CUBE, 1)),
    ("sort_int64", torch.sort, (VECTOR, -1, True)),
    ("topk_int64", torch.topk, (CUBE, 2, 1)),
    ("topk_int64", torch.topk, (CUBE, 0, 1)),
    ("topk_int64", torch.topk, (VECTOR, 3, 0, False)),
    ("kthvalue", torch.kthvalue, (CUBE, 2, 0, True)),
]


@pytest.mark.parametrize(("name", "reference", "inputs"), [*SHAPES, *INDEXING, *SORTING])
def test_with_gradients(name: str, reference: Any, inputs: tuple[Any, ...]) -> None:
    check(getattr(recipes, name), reference, *inputs)


@pytest.mark.parametrize("way", ["sum", "prod", "mean", "amax", "amin"])
@pytest.mark.parametrize("dtype", ["float32", "int64"])
def test_scatter_reduce_without_self(way: str, dtype: str) -> None:
    table, source = (TABLE * 10).astype(dtype), (SMALL * 10).astype(dtype)
    check(recipes.scatter_reduce, torch.scatter_reduce, table, 0, ROWS, source, way, include_self=False, gradient=dtype == "float32")


def test_sources_larger_than_their_index() -> None:
    check(recipes.scatter_elements, torch.scatter, TABLE, 0, ROWS[:1, :3].copy(), SMALL, gradient=False)
    check(recipes.scatter_add_elements, torch.scatter_add, TABLE, -2, ROWS[:, :3].copy(), SMALL, gradient=False)


def test_written_view() -> None:
    # torch's own gradient of this function is that of the elements that were overwritten
    check(recipes.as_strided_scatter, torch.as_strided_scatter, TABLE, SMALL[:, :3].copy(), (2, 3), (5, 1), 1, gradient=False)


@pytest.mark.parametrize("way", ["add", "multiply"])
def test_scatter_that_combines(way: str) -> None:
    check(recipes.scatter_elements, torch.scatter, TABLE, 0, ROWS[:1], SMALL[:1].copy(), reduce=way, gradient=False)


def test_index_put() -> None:
    places = np.array([0, 3, 0]), np.array([[1], [2]])
    values = SMALL[:, :3].copy()
    for accumulate in (False, True):
        check(_put, _torch_put, TABLE, places[0][1:].copy(), places[1], values[:, 1:].copy(), accumulate)
    check(_put_under, lambda x, m, v: torch.index_put(x, (m,), v), TABLE, MASK, np.ones((), "float32"), graph=False, gradient=False)


def _put(x: Any, rows: Any, columns: Any, values: Any, accumulate: bool) -> Any:
    return recipes.index_put(x, (rows, columns), values, accumulate)


def _torch_put(x: Any, rows: Any, columns: Any, values: Any, accumulate: bool) -> Any:
    return torch.index_put(x, (rows, columns), values, accumulate)


def _put_under(x: Any, mask: Any, values: Any) -> Any:
    return recipes.index_put(x, (mask,), values)


def test_counts_in_a_tensor() -> None:
    counts = np.array([1, 0, 3, 2])
    check(recipes.repeat_interleave, torch.repeat_interleave, TABLE, counts, 0, graph=False)
    check(recipes.repeat_positions, torch.repeat_interleave, counts, graph=False, gradient=False)


def test_positions() -> None:
    check(recipes.nonzero, torch.nonzero, MASK.astype("float32"), graph=False, gradient=False)
    check(recipes.nonzero, torch.nonzero, MASK.astype("float32"), as_tuple=True, graph=False, gradient=False)
    check(recipes.nonzero, torch.nonzero, np.zeros((2, 3), "float32"), graph=False, gradient=False)
    for size in (3, 30):
        check(recipes.nonzero_static, torch.nonzero_static, MASK, size=size, gradient=False)
    check(recipes.unravel_index, torch.unravel_index, np.array([[3, 59], [0, 21]]), (3, 4, 5), gradient=False)
    check(recipes.tensor_split, torch.tensor_split, TABLE, np.array([1, 3]), 1, graph=False, gradient=False)
    assert recipes.broadcast_shapes((2, 1), 3, (1, 1, 1)) == tuple(torch.broadcast_shapes((2, 1), 3, (1, 1, 1)))


def test_stable_sort() -> None:
    for descending in (False, True):
        check(recipes.argsort_int64, torch.argsort, CUBE, 2, descending, gradient=False)
        check(recipes.sort_stable, lambda x, dim, descending: torch.sort(x, stable=True, dim=dim, descending=descending),
              WHOLE, 0, descending, gradient=False)  # fmt: skip


@pytest.mark.parametrize("dim", [None, 0, 1])
def test_unique(dim: int | None) -> None:
    options = {"return_inverse": True, "return_counts": True, "dim": dim}
    check(recipes.unique_sorted, torch.unique, WHOLE, graph=False, gradient=False, **options)
    check(recipes.unique_sorted, torch.unique, WHOLE.astype("float32"), graph=False, gradient=False, dim=dim)


def test_unique_of_many_of_none_and_of_no_numbers() -> None:
    options = {"return_inverse": True, "return_counts": True}
    for values in (np.arange(60000.0) % 7, np.zeros(0, "float32"), np.array([2.0, np.nan, 1.0, np.nan]), np.array([True, False, True])):
        check(recipes.unique_sorted, torch.unique, values, graph=False, gradient=False, **options)


@pytest.mark.parametrize("right", [False, True])
def test_search(right: bool) -> None:
    edges, values = np.array([0.0, 1.0, 1.0, 2.5], "float32"), np.array([[1.0, 2.0], [np.nan, -1.0]], "float32")
    many = np.sort(TABLE, 1)
    check(recipes.search_sorted, torch.searchsorted, edges, values, right=right, gradient=False)
    check(recipes.search_sorted, torch.searchsorted, many, SLICES[[0, 1, 2, 0]].copy(), right=right, out_int32=True, gradient=False)
    check(_search_by, lambda x, v, s, right: torch.searchsorted(x, v, right=right, sorter=s),
          TABLE, SLICES[[0, 1, 2, 0]].copy(), np.argsort(TABLE, 1), right, gradient=False)  # fmt: skip
    check(recipes.bucketize, torch.bucketize, values, edges, right=right, gradient=False)


def _search_by(x: Any, values: Any, sorter: Any, right: bool) -> Any:
    return recipes.search_sorted(x, values, right=right, sorter=sorter)


def test_counts() -> None:
    values, weights = np.array([1, 4, 1, 0]), np.array([0.5, 1.0, 2.0, -1.0], "float32")
    check(recipes.bincount, torch.bincount, values, graph=False, gradient=False)
    check(recipes.bincount, torch.bincount, values, weights, 8, graph=False, gradient=False)
    check(recipes.isin, torch.isin, WHOLE, np.array([1, 3]), gradient=False)
    check(recipes.isin, torch.isin, WHOLE, np.array([1, 3]), invert=True, gradient=False)


@pytest.mark.parametrize("density", [False, True])
def test_histograms(density: bool) -> None:
    check(recipes.histogram, torch.histogram, TABLE, 4, density=density, gradient=False, graph=False)
    check(recipes.histogram, torch.histogram, TABLE, 3, range=(-1.0, 1.0), density=density, gradient=False, graph=False)
    check(recipes.histogramdd, torch.histogramdd, TABLE[:, :2].copy(), [2, 3], density=density, gradient=False, graph=False)


def test_a_mask_without_elements_takes_none() -> None:
    x = mindspore.Tensor(TABLE)
    found = recipes.masked_scatter(x, x > 100, mindspore.ops.masked_select(x, x > 100))
    np.testing.assert_array_equal(found.asnumpy(), TABLE)


@pytest.mark.parametrize("wrap", [False, True])
@pytest.mark.parametrize("shape", [(4, 4), (3, 5), (7, 3), (3, 3, 3), (2, 2, 2, 2), (4, 1)])
def test_a_filled_diagonal_takes_no_gradient_and_the_rest_does(shape: tuple[int, ...], wrap: bool) -> None:
    x = np.arange(1.0, 1 + np.prod(shape), dtype="float32").reshape(shape)
    wanted = torch.tensor(x).fill_diagonal_(0.5, wrap).numpy()
    assert np.array_equal(recipes.fill_diagonal(mindspore.Tensor(x), 0.5, wrap).asnumpy(), wanted)
    gradient = mindspore.grad(lambda x: recipes.fill_diagonal(x, 0.5, wrap).sum())(mindspore.Tensor(x)).asnumpy()
    assert np.array_equal(gradient, (wanted != 0.5).astype("float32"))


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int8", "uint16", "int32", "int64", "float16", "float64"])
def test_an_array_of_numpy_selects_what_it_selects_in_torch(dtype: str) -> None:
    index = np.array([1, 0, 1], dtype)
    found = mindspore.Tensor(CUBE)[recipes.index_of_numpy(index)]
    np.testing.assert_array_equal(found.asnumpy(), torch.from_numpy(CUBE)[index].numpy())


@pytest.mark.parametrize("index", [np.array([1, 0]), (np.array([1, 0]), 0), np.int64(1), np.array([True, False, True]), slice(1), 1])
def test_any_items_of_a_tensor_are_chosen_by_numpy(index: Any) -> None:
    ours, theirs = mindspore.Tensor(CUBE.copy()), torch.tensor(CUBE)
    assert np.array_equal(recipes.any_items(ours)[index].asnumpy(), theirs[index].numpy())
    recipes.any_items(ours)[index] = 7
    theirs[index] = 7
    assert np.array_equal(ours.asnumpy(), theirs.numpy())


@pytest.mark.parametrize("thing", [CUBE, {"a": 1}, [1, 2]])
def test_any_items_of_other_things_are_their_own(thing: Any) -> None:
    assert recipes.any_items(thing) is thing
