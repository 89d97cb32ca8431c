"""Functions that Python computes while a graph is compiled, and attributes that are read as they were then."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

mindspore = pytest.importorskip("mindspore")
modules = pytest.importorskip("mindaudit_data.recipes.modules")

from mindspore import Tensor, mint  # noqa: E402 - without MindSpore it cannot be imported

from mindaudit_data.recipes import at_compile_time, kept_attribute  # noqa: E402

pytestmark = pytest.mark.verify
MODES = ("PYNATIVE_MODE", "GRAPH_MODE")


@pytest.fixture(params=MODES, autouse=True)
def mode(request: pytest.FixtureRequest) -> Iterator[str]:
    mindspore.set_context(mode=getattr(mindspore, request.param))
    yield request.param
    mindspore.set_context(mode=mindspore.PYNATIVE_MODE)


@at_compile_time()
def filled(rows: int, columns: int, value: float = 2.0) -> Any:
    try:
        return mint.ones((rows, columns)) * value
    finally:
        pass


class Net(modules.Module):  # type: ignore[misc, name-defined]
    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[Any, Any] = {}
        self.last = None
        self.calls = 0

    @at_compile_time("like")
    def of_shape(self, like: Any, factor: int = 1) -> Any:
        key = like.shape, factor
        if key not in self.kept:
            self.kept[key] = mint.ones(like.shape, dtype=like.dtype) * factor
        table = mint.zeros((1, 8))
        for number, part in enumerate((slice(-4), slice(-4, -2), slice(-2, None))):
            table[:, part] = number
        return self.kept[key] * table.sum()

    @staticmethod
    @at_compile_time("like")
    def several(like: Any, *sizes: int) -> Any:
        return like.shape[0] + sum(sizes), None, mint.ones(sizes)

    @at_compile_time()
    def by_value(self, x: Any) -> Any:
        return x + 1


def run(forward: Any, *inputs: Any) -> Any:
    """What a network of this forward gives, twice."""
    made = type("Made", (Net,), {"forward": forward})()
    results = [made(*inputs) for _ in range(2)]
    np.testing.assert_array_equal(results[0].asnumpy(), results[1].asnumpy())
    return results[0].asnumpy()


X = np.arange(6, dtype="float32").reshape(3, 2)


def with_function(self: Any, x: Any) -> Any:
    return x + filled(x.shape[0], x.shape[1]) + filled(x.shape[0], columns=x.shape[1], value=3.0)


def with_shapes(self: Any, x: Any) -> Any:
    return x + self.of_shape(x * 2) + self.of_shape(like=x, factor=2)


def with_several(self: Any, x: Any) -> Any:
    number, nothing, ones = self.several(x, 3, 2)
    return x * number + ones if nothing is None else x


def with_attribute(self: Any, x: Any) -> Any:
    last = kept_attribute(self, "last")
    if last is None or last.shape[0] < x.shape[0]:
        last = self.last = mint.ones(x.shape) * 3
    return x + last[: x.shape[0]]


@pytest.mark.parametrize(
    ("forward", "wanted"), [(with_function, X + 5), (with_shapes, X + 6 * 3), (with_several, X * 8 + 1), (with_attribute, X + 3)]
)
def test_results_are_those_of_python(forward: Any, wanted: Any) -> None:
    np.testing.assert_array_equal(run(forward, Tensor(X)), wanted)


def test_a_tensor_whose_values_count_is_refused_in_graphs(mode: str) -> None:
    def forward(self: Any, x: Any) -> Any:
        return self.by_value(x)

    if mode == "PYNATIVE_MODE":
        np.testing.assert_array_equal(run(forward, Tensor(X)), X + 1)
    else:
        with pytest.raises(TypeError, match="values of this tensor are not known"):
            run(forward, Tensor(X))


def test_it_is_computed_once_for_a_shape(mode: str) -> None:
    net = type("Made", (Net,), {"forward": with_shapes})()
    for rows in (3, 3, 4):
        net(Tensor(np.ones((rows, 2), np.float32)))
    assert sorted(net.kept) == [((3, 2), 1), ((3, 2), 2), ((4, 2), 1), ((4, 2), 2)]
