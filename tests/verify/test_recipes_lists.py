"""Lists that a network keeps and hands to recipes: in graphs they are Python's objects until a recipe makes tuples of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mindaudit_data import recipes

mindspore = pytest.importorskip("mindspore")

pytestmark = pytest.mark.verify

CUBE = np.random.default_rng(5).standard_normal((2, 3, 4)).astype("float32")
IMAGE = np.random.default_rng(6).standard_normal((2, 3, 8, 8)).astype("float32")


class Network(mindspore.nn.Cell):  # type: ignore[misc]
    """Hands a list that it keeps to a recipe."""

    def __init__(self, recipe: Any, kept: list[Any], options: dict[str, Any]) -> None:
        super().__init__()
        self.recipe, self.kept, self.options = recipe, kept, options

    def construct(self, x: Any) -> Any:
        return self.recipe(x, self.kept, **self.options)


@pytest.mark.parametrize(
    ("name", "image", "kept", "options"),
    [
        ("var", CUBE, [0, 1], {"correction": 1}),
        ("std", CUBE, [0], {"correction": 1, "keepdim": True}),
        ("fftshift", CUBE, [0, 2], {}),
        ("ifftshift", CUBE, [1], {}),
        ("rms_norm", CUBE, [4], {}),
        ("unflatten_last", CUBE, [2, 2], {}),
        ("linalg_vector_norm_along", CUBE, [1, 2], {}),
        ("roll_along", CUBE, [1, 2], {}),
        ("tensor_split_at", CUBE, [1, 2], {}),
        ("hsplit", CUBE, [1, 2], {}),
        ("pad_edges", IMAGE, [1, 2, 0, 1], {"mode": "replicate"}),
        ("as_strided", CUBE, [2, 2], {"stride": (3, 1)}),
        ("as_strided", CUBE, [2, 2], {"stride": [3, 1]}),
        ("max_pool2d", IMAGE, [2, 2], {}),
        ("avg_pool2d", IMAGE, [2, 2], {}),
        ("interpolate_to", IMAGE, [4, 4], {}),
        ("tensordot_with_itself", CUBE, [[0, 1], [0, 1]], {}),
    ],
)
def test_lists_of_a_network(name: str, image: Any, kept: list[Any], options: dict[str, Any]) -> None:
    recipe = FURTHER.get(name) or getattr(recipes, name)
    tensor = mindspore.Tensor(image)
    wanted = Network(recipe, kept, options)(tensor)
    mindspore.set_context(mode=mindspore.GRAPH_MODE)
    try:
        found = Network(recipe, kept, options)(tensor)
    finally:
        mindspore.set_context(mode=mindspore.PYNATIVE_MODE)
    for mine, eager in zip(*([each] if isinstance(each, mindspore.Tensor) else each for each in (found, wanted)), strict=True):
        np.testing.assert_allclose(mine.asnumpy(), eager.asnumpy(), rtol=1e-5, atol=1e-6)


def unflatten_last(x: Any, sizes: Any) -> Any:
    return recipes.unflatten(x, -1, sizes)


def linalg_vector_norm_along(x: Any, dims: Any) -> Any:
    return recipes.linalg_vector_norm(x, 2, dims)


def roll_along(x: Any, dims: Any) -> Any:
    return recipes.roll(x, dims, dims)


def tensor_split_at(x: Any, places: Any) -> Any:
    return recipes.tensor_split(x, places, 2)


def interpolate_to(x: Any, size: Any) -> Any:
    return recipes.interpolate(x, size=size, mode="bilinear")


def tensordot_with_itself(x: Any, dims: Any) -> Any:
    return recipes.tensordot(x, x, dims)


FURTHER = {
    each.__name__: each
    for each in (unflatten_last, linalg_vector_norm_along, roll_along, tensor_split_at, interpolate_to, tensordot_with_itself)
}
