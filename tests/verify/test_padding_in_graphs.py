"""Layers that surround their input: in a graph the gradient is the same in each run, and PyNative mode's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

mindspore = pytest.importorskip("mindspore")

from mindaudit_data import recipes  # noqa: E402

pytestmark = pytest.mark.verify
RANDOM = np.random.default_rng(0)


def padded_twice(x: Any) -> Any:
    return recipes.pad_edges(x, (0, 2)) + recipes.pad_edges(x, (1, 1))


MADE: dict[str, tuple[Callable[[], Any], tuple[int, ...]]] = {
    "conv": (lambda: recipes.ConvCell(3, 4, 3, padding=1), (2, 3, 5, 5)),
    "conv of rows": (lambda: recipes.ConvCell(3, 4, 3, padding="same", dims=1), (2, 3, 7)),
    "transposed conv": (lambda: recipes.ConvTransposeCell(3, 4, 3, stride=2, padding=1, output_padding=1), (2, 3, 5, 5)),
    "constant": (lambda: recipes.ConstantPadCell((1, 2, -1, 1), 0.5, 2), (2, 3, 5, 5)),
    "unfold": (lambda: recipes.UnfoldCell(3, padding=1), (2, 3, 5, 5)),
    "function": (lambda: padded_twice, (2, 3)),
}


@pytest.mark.parametrize(("make", "shape"), MADE.values(), ids=MADE)
def test_the_gradient_is_the_same_in_each_run(make: Callable[[], Any], shape: tuple[int, ...]) -> None:
    net, x = make(), mindspore.Tensor(RANDOM.standard_normal(shape).astype("float32"))

    def total(x: Any) -> Any:
        return (net(x) ** 2).sum()

    gradient = mindspore.grad(total)
    expected = gradient(x).asnumpy()
    mindspore.set_context(mode=mindspore.GRAPH_MODE)
    try:
        compiled = mindspore.jit(gradient)
        for _ in range(3):
            np.testing.assert_allclose(compiled(x).asnumpy(), expected, rtol=1e-4, atol=1e-5)
    finally:
        mindspore.set_context(mode=mindspore.PYNATIVE_MODE)
