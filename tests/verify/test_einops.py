"""The counterpart of einops against einops over torch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from recipe_checks import check, mindspore, same, torch

from mindaudit_data.recipes import einops as mine
from mindaudit_data.recipes.einops import layers as my_layers

theirs = pytest.importorskip("einops")
layers = pytest.importorskip("einops.layers.torch")

pytestmark = pytest.mark.verify
RANDOM = np.random.default_rng(0)


def normal(*shape: int) -> Any:
    return RANDOM.standard_normal(shape).astype("float32")


@pytest.mark.parametrize(
    ("pattern", "shape", "lengths"),
    [
        ("b c h w -> b (h w) c", (2, 3, 4, 5), {}),
        ("b (h p1) (w p2) c -> b (h w) (p1 p2 c)", (2, 4, 6, 3), {"p1": 2, "p2": 3}),
        ("b ... d -> (...) b d", (2, 3, 4, 5), {}),
        ("... (h d) -> h ... d", (2, 3, 8), {"h": 2}),
        ("b n -> b n 1 1", (2, 3), {}),
        ("b 1 n () -> (b n)", (2, 1, 3, 1), {}),
        ("... -> (...)", (2, 3), {}),
        ("b (qkv h d) n -> qkv (b h) n d", (2, 24, 3), {"qkv": 3, "h": 2}),
        ("(a b c) -> c b a", (24,), {"a": 2, "b": 3}),
    ],
)
def test_rearrange(pattern: str, shape: tuple[int, ...], lengths: dict[str, int]) -> None:
    check(mine.rearrange, theirs.rearrange, normal(*shape), pattern, **lengths)


@pytest.mark.parametrize(
    ("pattern", "shape", "lengths"),
    [
        ("n d -> b n d", (3, 4), {"b": 2}),
        ("() n d -> b n d", (1, 3, 4), {"b": 2}),
        ("h w -> (h 2) (w r)", (2, 3), {"r": 2}),
        ("... d -> ... d 3", (2, 4), {}),
        ("-> b 2", (), {"b": 3}),
    ],
)
def test_repeat(pattern: str, shape: tuple[int, ...], lengths: dict[str, int]) -> None:
    check(mine.repeat, theirs.repeat, normal(*shape), pattern, **lengths)


@pytest.mark.parametrize("reduction", ["mean", "sum", "max", "min", "prod"])
@pytest.mark.parametrize(
    ("pattern", "shape", "lengths"),
    [
        ("b c h w -> c b", (2, 3, 4, 5), {}),
        ("b (h 2) (w p) -> w h b", (2, 4, 6), {"p": 3}),
        ("b ... -> b 1", (2, 3, 4), {}),
        ("... ->", (2, 3), {}),
    ],
)
def test_reduce(pattern: str, shape: tuple[int, ...], lengths: dict[str, int], reduction: str) -> None:
    check(mine.reduce, theirs.reduce, normal(*shape), pattern, reduction, **lengths)


def test_reduce_by_truth_and_function() -> None:
    mask = RANDOM.random((2, 3, 4)) > 0.5
    for reduction in ("any", "all"):
        check(mine.reduce, theirs.reduce, mask, "b n d -> n b", reduction)
    check(mine.reduce, theirs.reduce, normal(2, 3), "b d -> (b s) d", "repeat", s=2)
    found = mine.reduce(mindspore.Tensor(normal(2, 3)), "a b -> b", lambda x, axes: x.sum(axes))
    assert found.shape == (3,)


@pytest.mark.parametrize(
    ("pattern", "shapes"),
    [
        ("b h i d, b h j d -> b h i j", [(2, 3, 4, 5), (2, 3, 6, 5)]),
        ("batch ... left, left right -> batch ... right", [(2, 3, 4), (4, 5)]),
        ("a a b -> b a", [(3, 3, 4)]),
        ("a, b -> a b", [(3,), (4,)]),
    ],
)
def test_einsum(pattern: str, shapes: list[tuple[int, ...]]) -> None:
    check(mine.einsum, theirs.einsum, *(normal(*shape) for shape in shapes), pattern, tolerance=1e-4)


def test_pack_and_unpack() -> None:
    arrays = [normal(2, 5, 3), normal(2, 4, 6, 3), normal(2, 3)]
    wanted, shapes = theirs.pack([torch.from_numpy(array) for array in arrays], "b * d")
    packed, parts = mine.pack([mindspore.Tensor(array) for array in arrays], "b * d")
    same(packed, wanted)
    assert [tuple(part) for part in parts] == [tuple(shape) for shape in shapes]
    same(mine.unpack(packed, parts, "b * d"), theirs.unpack(wanted, shapes, "b * d"))
    same(mine.unpack(packed, [[-1], [6]], "b * d"), theirs.unpack(wanted, [[-1], [6]], "b * d"))


def test_packs_in_a_graph() -> None:
    def mean_of_packed(x: Any) -> Any:
        packed, parts = mine.pack([x, x[:, 0]], "b * d")
        first, _ = mine.unpack(packed, parts, "b * d")
        return first.mean()

    x = mindspore.Tensor(normal(2, 4, 3))
    same(mindspore.jit(mean_of_packed)(x), torch.tensor(x.asnumpy()).mean())


def test_lists_shapes_and_arrays() -> None:
    tensors = [mindspore.Tensor(normal(2, 3)) for _ in range(4)]
    wanted = theirs.rearrange([torch.from_numpy(tensor.asnumpy()) for tensor in tensors], "n a b -> a (n b)")
    same(mine.rearrange(tensors, "n a b -> a (n b)"), wanted)
    assert mine.parse_shape(tensors[0], "a _") == {"a": 2}
    assert mine.parse_shape(mindspore.Tensor(normal(2, 3, 4, 5)), "a _ _ b") == {"a": 2, "b": 5}
    array = normal(4, 6)
    np.testing.assert_array_equal(mine.reduce(array, "(a b) c -> c a", "max", b=2), theirs.reduce(array, "(a b) c -> c a", "max", b=2))
    np.testing.assert_array_equal(mine.asnumpy(tensors[0]), tensors[0].asnumpy())


@pytest.mark.parametrize(
    ("operation", "pattern", "lengths"),
    [
        ("rearrange", "a b c -> a b", {}),
        ("rearrange", "a b -> a b c", {}),
        ("rearrange", "a (b c) -> a b c", {}),
        ("rearrange", "a (b c) -> a b c", {"b": 4}),
        ("rearrange", "a a -> a", {}),
        ("rearrange", "(a b -> a b", {}),
        ("rearrange", "a b -> b a", {"c": 2}),
        ("rearrange", "a b c -> c b a", {}),
        ("rearrange", "a ... ... -> a", {}),
        ("rearrange", "a $ -> a $", {}),
        ("repeat", "a b -> a b c", {}),
        ("repeat", "a b -> a", {}),
    ],
)
def test_wrong_patterns(operation: str, pattern: str, lengths: dict[str, int]) -> None:
    for library, tensor in ((theirs, torch.ones(2, 6)), (mine, mindspore.ops.ones((2, 6)))):
        with pytest.raises(library.EinopsError):
            getattr(library, operation)(tensor, pattern, **lengths)


@pytest.mark.parametrize(
    ("pattern", "weight", "bias", "lengths", "shape"),
    [
        ("t b (c h) -> (t b) d h", "c h d", "d h", {"c": 3, "h": 2, "d": 4}, (2, 3, 6)),
        ("b c n -> b d n", "c d", "d", {"c": 3, "d": 5}, (2, 3, 4)),
        ("b ... c -> b ... d", "c d", None, {"c": 3, "d": 5}, (2, 4, 4, 3)),
    ],
)
def test_mixing_layer(pattern: str, weight: str, bias: str | None, lengths: dict[str, int], shape: tuple[int, ...]) -> None:
    from mindaudit_data.recipes import convert_checkpoint

    reference, layer = layers.EinMix(pattern, weight, bias, **lengths), my_layers.EinMix(pattern, weight, bias, **lengths)
    state = {name: value.detach().numpy() for name, value in reference.state_dict().items()}
    assert mindspore.load_param_into_net(layer, convert_checkpoint(state, layer)) == ([], [])
    x = normal(*shape)
    same(layer(mindspore.Tensor(x)), reference(torch.from_numpy(x)).detach())


def test_layers_in_a_graph() -> None:
    x = normal(2, 3, 4, 6)
    network = my_layers.Rearrange("b c (h p) (w q) -> b (h w) (p q c)", p=2, q=3)
    wanted = layers.Rearrange("b c (h p) (w q) -> b (h w) (p q c)", p=2, q=3)(torch.from_numpy(x))
    same(network(mindspore.Tensor(x)), wanted)
    same(mindspore.jit(network.construct)(mindspore.Tensor(x)), wanted)
    for options in ({"reduction": "mean", "pattern": "b c h w -> b c"}, {"reduction": "repeat", "pattern": "b ... -> (b s) ...", "s": 2}):
        wanted = layers.Reduce(**options)(torch.from_numpy(x))
        same(my_layers.Reduce(**options)(mindspore.Tensor(x)), wanted)
        same(mindspore.jit(my_layers.Reduce(**options).construct)(mindspore.Tensor(x)), wanted)


def test_pattern_without_arrow() -> None:
    with pytest.raises(mine.EinopsError, match="has no ->"):
        mine.rearrange(mindspore.ops.ones((2, 6)), "a b")
