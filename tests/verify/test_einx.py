"""The counterpart of einx against what its patterns mean in torch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from recipe_checks import check, torch

from mindaudit_data.recipes import einx
from mindaudit_data.recipes.einops import EinopsError

pytestmark = pytest.mark.verify
RANDOM = np.random.default_rng(0)
X, Y, Z = (RANDOM.standard_normal(shape).astype("float32") for shape in ((2, 3), (3, 4), (2, 3, 4)))
MASK = RANDOM.random((2, 3)) > 0.5


def by(name: str, pattern: str) -> Any:
    function = getattr(einx, name)

    def mine(*tensors: Any) -> Any:
        return function(pattern, *tensors)

    return mine


@pytest.mark.parametrize(
    ("name", "pattern", "arrays", "reference"),
    [
        ("add", "a b, b c -> a b c", (X, Y), lambda x, y: x[:, :, None] + y),
        ("add", "b n d, n d -> (b n) d", (Z, Y), lambda z, y: (z + y).flatten(0, 1)),
        ("multiply", "a b c, a b", (Z, X), lambda z, x: z * x[..., None]),
        ("multiply", "n, a b n -> a b n", (Y[0], Z), lambda y, z: y * z),
        ("multiply", "a b, a b ... -> a b ...", (X, Z), lambda x, z: x[..., None] * z),
        ("multiply", "a b, b c, a, a b c -> a b c", (X, Y, X[:, 0].copy(), Z), lambda x, y, w, z: x[..., None] * y * w[:, None, None] * z),
        ("add", "a b, a b, a b", (X, X * X, X + 1), lambda x, y, z: x + y + z),
        ("add", "..., a ... -> a ...", (Z[0], Z), lambda y, z: y + z),
        ("subtract", "j, i -> 1 i j", (Y[0], X[0]), lambda j, i: (j[None] - i[:, None])[None]),
        ("subtract", "... j, ... i -> ... i j", (X, X), lambda j, i: j[..., None, :] - i[..., None]),
        ("less", "a b, a -> a b", (X, X[:, 0].copy()), lambda x, y: x < y[:, None]),
        ("maximum", "a b, a b", (X, X * X), torch.maximum),
        ("divide", "a b, ", (X, 2.0), lambda x, y: x / y),
        ("where", "a b, a b c, -> a b c", (MASK, Z, 0.0), lambda m, z, y: torch.where(m[..., None], z, y)),
        ("where", "a ..., a ..., a ... -> a ...", (MASK, X, X * X), torch.where),
    ],
)
def test_element_by_element(name: str, pattern: str, arrays: Any, reference: Any) -> None:
    check(by(name, pattern), reference, *arrays, gradient=name != "less")


@pytest.mark.parametrize(
    ("pattern", "shape", "count", "reference"),
    [
        ("b n [l], b n -> b n", (2, 3, 5), 5, lambda t, i: t.gather(2, i[..., None])[..., 0]),
        ("h [c] d, h b -> h b d", (2, 5, 4), 5, lambda t, i: torch.stack([t[h][i[h]] for h in range(2)])),
        ("[c] d, h b -> h b d", (5, 4), 5, lambda t, i: t[i]),
    ],
)
def test_values_at_places(pattern: str, shape: tuple[int, ...], count: int, reference: Any) -> None:
    tensor, index = RANDOM.standard_normal(shape).astype("float32"), RANDOM.integers(0, count, (2, 3))
    check(by("get_at", pattern), reference, tensor, index)


def test_reductions_and_softmax() -> None:
    check(by("sum", "a [b] c"), lambda z: z.sum(1), Z)
    check(by("mean", "... c -> ..."), lambda z: z.mean(-1), Z)
    check(by("max", "a b c -> c a"), lambda z: z.amax(1).T, Z)
    check(by("softmax", "a [b]"), lambda x: x.softmax(1), X)
    check(by("dot", "a [b], [b] c -> a c"), torch.matmul, X, Y)


def test_outputs_that_cannot_be_reported() -> None:
    with pytest.raises(EinopsError, match="name the output"):
        einx.add("a b, b c", 1.0, 2.0)
    with pytest.raises(EinopsError, match="no axis of the output"):
        einx.add("a b, b c -> a b", 1.0, 2.0)
