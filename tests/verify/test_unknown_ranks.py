"""Recipes in graphs that do not know how many dimensions a tensor has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from recipe_checks import mindspore, torch

from mindaudit_data import recipes

pytestmark = pytest.mark.verify
X = np.linspace(-2, 2, 12, dtype="float32").reshape(3, 4)


class Calling(mindspore.nn.Cell):  # type: ignore[misc]
    def __init__(self, function: Callable[..., Any], *rest: Any) -> None:
        super().__init__()
        self.function, self.rest = function, rest

    def construct(self, x: Any) -> Any:
        return self.function(x, *self.rest)


@pytest.mark.parametrize(
    ("recipe", "original", "rest"),
    [
        (recipes.linalg_vector_norm, torch.linalg.vector_norm, (2.0, -1, True)),
        (recipes.linalg_vector_norm, torch.linalg.vector_norm, (1.0, 0)),
        (recipes.normalize, torch.nn.functional.normalize, (2.0, -1)),
    ],
)
def test_norms(recipe: Callable[..., Any], original: Callable[..., Any], rest: tuple[Any, ...]) -> None:
    mindspore.set_context(mode=mindspore.GRAPH_MODE)
    try:
        network = Calling(recipe, *rest)
        network.set_inputs(mindspore.Tensor(shape=None, dtype=mindspore.float32))
        for x in (X, X[0]):
            np.testing.assert_allclose(network(mindspore.Tensor(x)).asnumpy(), original(torch.tensor(x), *rest).numpy(), rtol=1e-5)
    finally:
        mindspore.set_context(mode=mindspore.PYNATIVE_MODE)
