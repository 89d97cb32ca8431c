"""Recipes for what may be a tensor or something else."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from recipe_checks import mindspore, torch

from mindaudit_data import recipes

pytestmark = pytest.mark.verify


class Other:
    """No tensor; every method tells what it was called with."""

    def __getattr__(self, name: str) -> Any:
        return lambda *args, **kwargs: (name, args, kwargs)


def tensor() -> Any:
    return mindspore.Tensor(np.ones((2, 3), np.float32))


def test_tensors_get_what_torch_s_methods_give() -> None:
    x = tensor()
    copied = recipes.any_clone(x)
    copied[0, 0] = 5
    assert float(x[0, 0]) == 1.0
    assert recipes.any_to(x, "cpu") is recipes.any_cpu(x) is recipes.any_cuda(x) is x
    assert recipes.any_to(x, "cuda", mindspore.float16).dtype == mindspore.float16
    assert recipes.any_detach(x).asnumpy().tolist() == x.asnumpy().tolist()
    assert recipes.any_transpose(x, 0, dim1=-1).shape == (3, 2)
    assert (recipes.any_size(x), recipes.any_size(x, -1), recipes.any_size(x, dim=0)) == ((2, 3), 3, 2)
    assert recipes.any_repeat(x, 2, 1).shape == recipes.any_repeat(x, (2, 1)).shape == (4, 3)
    y = mindspore.Tensor(np.array([3.26, 1.0, 2.5], np.float32))
    assert recipes.any_argsort(y, descending=True).asnumpy().tolist() == [0, 2, 1]
    assert recipes.any_sort(y, stable=True)[1].asnumpy().tolist() == recipes.any_sort(y)[1].asnumpy().tolist() == [1, 2, 0]
    assert recipes.any_sort(y)[1].dtype == mindspore.int64
    assert recipes.any_round(y).asnumpy().tolist() == [3.0, 1.0, 2.0]
    assert recipes.any_round(y, decimals=1).asnumpy() == pytest.approx([3.3, 1.0, 2.5])
    assert float(recipes.any_norm(x, p=2)) == float(recipes.any_norm(x)) == pytest.approx(6**0.5)


def numbers(found: Any) -> list[list[float]]:
    parts = found if isinstance(found, tuple) else (found,)
    return [[float(number) for number in np.ravel(each.tolist())] for each in parts]


@pytest.mark.parametrize(
    ("method", "args", "kwargs"),
    [
        ("sort", (1,), {"descending": True}), ("max", (), {}), ("max", (1,), {}), ("min", (), {"dim": 0}), ("median", (), {}),
        ("median", (1,), {}), ("unique", (), {}), ("unique", (), {"return_counts": True}), ("nonzero", (), {"as_tuple": True}),
        ("squeeze", (), {"dim": 0}), ("div", (2,), {"rounding_mode": "floor"}),
    ],
)  # fmt: skip
def test_methods_that_mindspore_has_otherwise(method: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    numbers_of_each = np.array([[3.0, 1.0, 2.0], [0.0, 5.0, 2.0]], np.float32)
    wanted = getattr(torch.tensor(numbers_of_each), method)(*args, **kwargs)
    found = getattr(recipes, f"any_{method}")(mindspore.tensor(numbers_of_each), *args, **kwargs)
    assert numbers(found) == numbers(wanted)
    assert not hasattr(wanted, "indices") or isinstance(wanted, torch.Tensor) or numbers(found.indices) == numbers(wanted.indices)
    assert getattr(recipes, f"any_{method}")(Other(), *args, **kwargs) == (method, args, kwargs)


def test_other_objects_get_their_own_method_called() -> None:
    other = Other()
    assert recipes.any_to(other, "cpu", non_blocking=True) == ("to", ("cpu",), {"non_blocking": True})
    assert recipes.any_clone(other) == ("clone", (), {})
    assert recipes.any_cpu(other)[0] == "cpu"
    assert recipes.any_cuda(other, 1) == ("cuda", (1,), {})
    assert recipes.any_detach(other)[0] == "detach"
    assert recipes.any_transpose(other, 1, 0) == ("transpose", (1, 0), {})
    assert recipes.any_repeat(other, 2, axis=0) == ("repeat", (2,), {"axis": 0})
    assert recipes.any_sort(other, key=len) == ("sort", (), {"key": len})
    assert recipes.any_argsort(other, -1) == ("argsort", (-1,), {})
    assert recipes.any_round(other, 2) == ("round", (2,), {})
    assert recipes.any_size(other, 1) == ("size", (1,), {})
    assert recipes.any_norm(other, 2, dim=0) == ("norm", (2,), {"dim": 0})
    assert recipes.any_backward(other, retain_graph=True) == ("backward", (), {"retain_graph": True})


def test_an_in_place_call_in_an_expression_changes_its_tensor_and_keeps_its_gradient() -> None:
    x, parameter = tensor(), mindspore.Parameter(tensor())
    part = x[0:1]
    assert recipes.overwritten(part, part * 3) is part
    assert x.asnumpy().tolist() == [[3.0] * 3, [1.0] * 3]
    recipes.overwritten(x.unbind()[1], x[0])
    assert x.asnumpy().tolist() == [[3.0] * 3] * 2
    recipes.overwritten(x.view(-1), mindspore.ops.zeros(6))
    assert x.asnumpy().tolist() == [[0.0] * 3] * 2
    assert recipes.overwritten(mindspore.tensor(1.0), mindspore.tensor(2.0)).item() == 2.0
    assert recipes.overwritten(parameter, parameter + 1) is parameter
    longer = recipes.overwritten(mindspore.tensor([1]), mindspore.ops.arange(3) + 0.5)
    assert (longer.asnumpy().tolist(), longer.dtype) == ([0, 1, 2], mindspore.int64)
    assert parameter.asnumpy().tolist() == [[2.0] * 3] * 2

    def doubled(x: Any) -> Any:
        y = x * 2
        return (recipes.overwritten(y, mindspore.ops.exp(y)) * x).sum()

    slope = mindspore.grad(doubled)(tensor()).asnumpy()
    np.testing.assert_allclose(slope, np.full((2, 3), np.exp(2) * 3), rtol=1e-5)


OLDER = [
    ("add_", (0.5, "x"), {}), ("sub_", (0.5, "x"), {}), ("add_", ("x",), {"alpha": 2}), ("addcmul_", (0.5, "x", "x"), {}),
    ("addcdiv_", (-0.5, "x", "x"), {}), ("addcmul_", ("x",), {"tensor2": "x", "value": 2}),
    ("add", (0.5, "x"), {}), ("sub", (0.5, "x"), {}),
]  # fmt: skip


@pytest.mark.parametrize(("method", "args", "kwargs"), OLDER)
def test_factors_may_stand_before_the_tensors(method: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    def given(x: Any) -> tuple[list[Any], dict[str, Any]]:
        return [x if each == "x" else each for each in args], {name: x if each == "x" else each for name, each in kwargs.items()}

    theirs, ours = torch.full((2, 3), 3.0), tensor() * 3
    others, named = given(theirs.clone())
    wanted = getattr(theirs, method)(*others, **named)
    others, named = given(ours.copy())
    found = getattr(recipes, f"any_{method}")(ours, *others, **named)
    np.testing.assert_allclose(found.asnumpy(), wanted.numpy())
    np.testing.assert_allclose(ours.asnumpy(), theirs.numpy())
    assert getattr(recipes, f"any_{method}")(Other(), 1, 2) == (method, (1, 2), {})


@pytest.mark.parametrize(
    ("method", "args", "kwargs", "low", "high"),
    [
        ("normal_", (10, 0.01), {}, 9, 11), ("uniform_", (2,), {"to": 3}, 2, 3), ("uniform_", (-1, 0), {}, -1, 0),
        ("bernoulli_", (1.0,), {}, 1, 1), ("exponential_", (), {"lambd": 100.0}, 0, 1),
    ],
)  # fmt: skip
def test_random_numbers_fill_what_all_hold(method: str, args: tuple[Any, ...], kwargs: dict[str, Any], low: float, high: float) -> None:
    recipe = getattr(recipes, f"any_{method}")
    x = mindspore.Parameter(mindspore.ops.full((2, 3), 50.0))
    assert recipe(x, *args, **kwargs) is x
    assert low <= float(x.asnumpy().min()) <= float(x.asnumpy().max()) <= high
    assert recipe(Other(), 1) == (method, (1,), {})


@pytest.mark.parametrize("mode", [mindspore.GRAPH_MODE, mindspore.PYNATIVE_MODE])
def test_what_is_a_tensor_already_keeps_its_shape_in_graphs(mode: int) -> None:
    class Net(mindspore.nn.Cell):  # type: ignore[misc,name-defined]
        def construct(self, x: Any) -> Any:
            same = recipes.tensor_from(recipes.tensor_from(x), dtype=mindspore.float16)
            return same.reshape((same.shape[1], same.shape[0])), recipes.tensor_from([1, 2]), recipes.tensor_from(2, mindspore.float32)

    mindspore.set_context(mode=mode)
    turned, listed, number = Net()(tensor())
    mindspore.set_context(mode=mindspore.PYNATIVE_MODE)
    assert (turned.shape, turned.dtype) == ((3, 2), mindspore.float16)
    assert (listed.asnumpy().tolist(), number.dtype) == ([1, 2], mindspore.float32)


@pytest.mark.parametrize("mode", [mindspore.GRAPH_MODE, mindspore.PYNATIVE_MODE])
def test_what_is_zipped_strictly_has_one_length(mode: int) -> None:
    class Net(mindspore.nn.Cell):  # type: ignore[misc,name-defined]
        def __init__(self, count: int) -> None:
            super().__init__()
            self.factors = (2, 3, 4)[:count]

        def construct(self, x: Any) -> Any:
            for part, factor in recipes.zip_strict(x.split(1), self.factors):
                x = x + part * factor
            return x

    mindspore.set_context(mode=mode)
    try:
        assert Net(2)(tensor()).asnumpy().tolist() == [[6.0] * 3] * 2
        with pytest.raises(ValueError, match="different lengths"):
            Net(3)(tensor())
    finally:
        mindspore.set_context(mode=mindspore.PYNATIVE_MODE)


@pytest.mark.parametrize("mode", [mindspore.GRAPH_MODE, mindspore.PYNATIVE_MODE])
def test_what_is_left_to_python_gets_its_items_first(mode: int) -> None:
    class Net(mindspore.nn.Cell):  # type: ignore[misc,name-defined]
        def construct(self, x: Any, limit: int) -> Any:
            if recipes.all_of([size < limit for size in x.shape]) and not recipes.any_of(size > limit for size in x.shape):
                x = x + 1
            for size in recipes.reversed_of(recipes.sorted_of([size * limit for size in x.shape], reverse=True)):
                x = x * 2 + size
            return x

    mindspore.set_context(mode=mode)
    try:
        assert Net()(tensor(), 9).asnumpy().tolist() == [[(1.0 + 1) * 4 + 18 * 2 + 27] * 3] * 2
        assert Net()(tensor(), 2).asnumpy().tolist() == [[1.0 * 4 + 4 * 2 + 6] * 3] * 2
    finally:
        mindspore.set_context(mode=mindspore.PYNATIVE_MODE)


@pytest.mark.parametrize("mode", [mindspore.GRAPH_MODE, mindspore.PYNATIVE_MODE])
def test_a_graph_knows_what_builtins_give_for_sizes_and_texts(mode: int) -> None:
    class Net(mindspore.nn.Cell):  # type: ignore[misc,name-defined]
        def construct(self, x: Any) -> Any:
            maps, found = {"b": x, "a": x + 1}, []
            for name in recipes.sorted_of(maps):
                found.append(maps[name])
            for each in recipes.reversed_of(maps):
                found.append(maps[each])
            found.append(recipes.max_of([x[:1], x], key=lambda each: each.shape[0]))
            found.append(recipes.min_of(found, key=lambda each: each.shape[0]))
            rows = 3 if recipes.all_of(size > 2 for size in x.shape) or not recipes.any_of(size > 2 for size in x.shape) else 1
            found.append(x.reshape(rows, recipes.round_of(5.5)))
            found.append(x * recipes.max_of([], default=2) * recipes.min_of((3, 4), default=1) * recipes.round_of(2.5))
            return found

    mindspore.set_context(mode=mode)
    try:
        found = Net()(tensor())
    finally:
        mindspore.set_context(mode=mindspore.PYNATIVE_MODE)
    assert [float(each.asnumpy().flat[0]) for each in found] == [2.0, 1.0, 2.0, 1.0, 1.0, 2.0, 1.0, 12.0]
    assert [each.shape for each in found[-2:]] == [(1, 6), (2, 3)]


@pytest.mark.parametrize("mode", [mindspore.GRAPH_MODE, mindspore.PYNATIVE_MODE])
def test_tensors_are_sorted_by_python(mode: int) -> None:
    class Net(mindspore.nn.Cell):  # type: ignore[misc,name-defined]
        def construct(self, x: Any) -> Any:
            return recipes.sorted_of([x[0, 0] * 2, x[0, 0]])

    mindspore.set_context(mode=mode)
    try:
        assert [float(each.asnumpy()) for each in Net()(tensor())] == [1.0, 2.0]
    finally:
        mindspore.set_context(mode=mindspore.PYNATIVE_MODE)


@pytest.mark.parametrize("mode", [mindspore.GRAPH_MODE, mindspore.PYNATIVE_MODE])
def test_lists_are_put_together(mode: int) -> None:
    class Net(mindspore.nn.Cell):  # type: ignore[misc,name-defined]
        def construct(self, x: Any) -> Any:
            parts = recipes.flattened([[x * i + j for j in range(i) if j != 1] for i in range(4) if i > 1])
            return mindspore.ops.stack(parts).sum() * len(parts)

    mindspore.set_context(mode=mode)
    try:
        total = Net()(tensor())
        gradient = mindspore.grad(Net())(tensor())
    finally:
        mindspore.set_context(mode=mindspore.PYNATIVE_MODE)
    assert total.asnumpy().item() == 3 * (2 + 3 + 5) * 6.0
    assert gradient.asnumpy().tolist() == [[3 * (2 + 3 + 3.0)] * 3] * 2


@pytest.mark.parametrize("mode", [mindspore.GRAPH_MODE, mindspore.PYNATIVE_MODE])
def test_strides_are_known_while_a_graph_is_compiled(mode: int) -> None:
    class Net(mindspore.nn.Cell):  # type: ignore[misc,name-defined]
        def construct(self, x: Any) -> Any:
            return mindspore.ops.arange(recipes.strides_of(x)[0]), recipes.strides_of(x)

    mindspore.set_context(mode=mode)
    try:
        for shape in ((2, 3), (4,), (2, 1, 3, 1), (1, 1), (3, 2, 2)):
            counted, strides = Net()(mindspore.Tensor(np.ones(shape, np.float32)))
            assert tuple(strides) == torch.ones(shape).stride()
            assert counted.shape == (strides[0],)
    finally:
        mindspore.set_context(mode=mindspore.PYNATIVE_MODE)


def test_deep_copies_share_no_elements() -> None:
    x = mindspore.Tensor(np.zeros(3, "float32"))
    given = {"a": x, "b": [x, (x, 1)]}
    copied = recipes.deep_copy(given)
    copied["a"][0] = 5
    assert x.asnumpy().tolist() == [0, 0, 0]
    assert copied["b"][0] is copied["a"]
    assert copied["b"][1][0].asnumpy().tolist() == [5, 0, 0]
    own = recipes.deep_copy(x)
    own[1] = 2
    assert x.asnumpy().tolist() == [0, 0, 0]
