"""Recipe layers against torch's, with torch's weights."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from layer_checks import check_layer, mindspore, torch

from mindaudit_data import recipes

pytestmark = pytest.mark.verify
nn = torch.nn
RANDOM = np.random.default_rng(0)


def normal(*shape: int) -> Any:
    return RANDOM.standard_normal(shape).astype("float32")


CONVOLUTIONS = [
    ({}, 2),
    ({"stride": 2, "padding": 1}, 1),
    ({"padding": "same", "dilation": 2}, 2),
    ({"padding": "same", "padding_mode": "reflect"}, 2),
    ({"padding": (1, 2), "groups": 2, "bias": False}, 2),
    ({"padding": 1, "padding_mode": "circular"}, 3),
    ({"padding": 1, "padding_mode": "replicate", "stride": 2}, 1),
]
SIZES = {1: (9,), 2: (7, 8), 3: (5, 6, 7)}


@pytest.mark.parametrize(("options", "dims"), CONVOLUTIONS)
@pytest.mark.parametrize("batch", [(2,), ()])
def test_convolutions(options: dict[str, Any], dims: int, batch: tuple[int, ...]) -> None:
    layer = getattr(nn, f"Conv{dims}d")(4, 6, 3, **options)
    check_layer(layer, recipes.ConvCell(4, 6, 3, **options, dims=dims), normal(*batch, 4, *SIZES[dims]))


@pytest.mark.parametrize("dims", [1, 2, 3])
@pytest.mark.parametrize("padding", [0, 2, (1, 2, 3), "same", "valid"])
def test_the_padding_of_a_convolution(dims: int, padding: Any) -> None:
    given = padding[:dims] if isinstance(padding, tuple) else padding
    wanted = getattr(nn, f"Conv{dims}d")(2, 4, 3, padding=given).padding
    assert recipes.ConvCell(2, 4, 3, padding=given, dims=dims).padding == wanted
    cells = [recipes.ConvCell(2, 4, 3, padding=given, dims=dims), getattr(mindspore.mint.nn, f"Conv{dims}d")(2, 4, 3, padding=given)]
    layer = getattr(mindspore.nn, f"Conv{dims}d")
    if isinstance(given, str):
        cells.append(layer(2, 4, 3, pad_mode=given))
    elif isinstance(given, int):
        cells.append(layer(2, 4, 3, pad_mode="pad", padding=given))
    elif dims > 1:
        cells.append(layer(2, 4, 3, pad_mode="pad", padding=tuple(size for size in given for _ in range(2))))
    assert [recipes.padding_of(cell) for cell in cells] == [wanted] * len(cells)


@pytest.mark.parametrize("dims", [1, 2, 3])
@pytest.mark.parametrize("options", [{}, {"stride": 2, "padding": 1, "output_padding": 1}, {"groups": 2, "dilation": 2, "bias": False}])
def test_transposed_convolutions(options: dict[str, Any], dims: int) -> None:
    layer = getattr(nn, f"ConvTranspose{dims}d")(4, 6, 3, **options)
    check_layer(layer, recipes.ConvTransposeCell(4, 6, 3, **options, dims=dims), normal(2, 4, *(4, 5, 3)[:dims]))


def test_the_output_size_of_a_transposed_convolution_can_be_chosen() -> None:
    layer, recipe = nn.ConvTranspose2d(4, 6, 3, 2, 1), recipes.ConvTransposeCell(4, 6, 3, 2, 1)
    check_layer(layer, recipe, normal(2, 4, 5, 6), output_size=(10, 11))


NORMS = [
    (nn.BatchNorm2d(4), recipes.BatchNormCell(4), (3, 4, 5, 6)),
    (nn.BatchNorm1d(4, momentum=None), recipes.BatchNormCell(4, momentum=None), (6, 4)),
    (nn.BatchNorm3d(4, 1e-3, 0.3, False), recipes.BatchNormCell(4, 1e-3, 0.3, False), (2, 4, 2, 3, 4)),
    (nn.BatchNorm2d(4, track_running_stats=False), recipes.BatchNormCell(4, track_running_stats=False), (3, 4, 5, 6)),
    (nn.InstanceNorm2d(4, affine=True), recipes.InstanceNormCell(4, 2, affine=True), (3, 4, 5, 6)),
    (nn.InstanceNorm1d(4, track_running_stats=True), recipes.InstanceNormCell(4, 1, track_running_stats=True), (3, 4, 7)),
    (nn.GroupNorm(2, 4), recipes.GroupNormCell(2, 4), (3, 4, 5)),
    (nn.LayerNorm((5, 6), 1e-3), recipes.LayerNormCell((5, 6), 1e-3), (3, 5, 6)),
    (nn.LayerNorm(6, bias=False), recipes.LayerNormCell(6, bias=False), (3, 6)),
    (nn.RMSNorm(6), recipes.RMSNormCell(6), (3, 6)),
    (nn.LocalResponseNorm(4, 0.5), recipes.LocalResponseNormCell(4, 0.5), (2, 6, 5, 4)),
]


@pytest.mark.parametrize("training", [False, True])
@pytest.mark.parametrize(("layer", "recipe", "shape"), NORMS, ids=lambda value: type(value).__name__)
def test_norms(layer: Any, recipe: Any, shape: tuple[int, ...], training: bool) -> None:
    check_layer(layer, recipe, normal(*shape), training=training)


PLAIN = [
    (nn.ELU(0.5), recipes.ELUCell(0.5), (4, 6)),
    (nn.SELU(), recipes.SELUCell(), (4, 6)),
    (nn.Softplus(2, 5), recipes.SoftplusCell(2, 5), (4, 6)),
    (nn.Mish(), recipes.MishCell(), (4, 6)),
    (nn.GLU(1), recipes.GLUCell(1), (4, 6)),
    (nn.LogSoftmax(0), recipes.LogSoftmaxCell(0), ()),
    (nn.LogSoftmax(1), recipes.LogSoftmaxCell(1), (4, 6)),
    (nn.Softmax(), recipes.SoftmaxCell(), (4, 6)),
    (nn.Softmin(1), recipes.SoftmaxCell(1, -1.0), (4, 6)),
    (nn.AdaptiveAvgPool1d(3), recipes.AdaptiveAvgPool1dCell(3), (2, 4, 10)),
    (nn.AdaptiveMaxPool3d((None, 2, 3), True), recipes.AdaptiveMaxPoolCell((None, 2, 3), True, 3), (2, 4, 5, 6, 7)),
    (nn.LPPool2d(2, 3, 2), recipes.LPPoolCell(2, 3, 2), (2, 4, 9, 8)),
    (nn.Unfold(3, 1, 1, 2), recipes.UnfoldCell(3, 1, 1, 2), (2, 3, 7, 8)),
    (nn.Fold((7, 8), 3, 2, 1, 1), recipes.FoldCell((7, 8), 3, 2, 1, 1), (2, 18, 30)),
    (nn.CircularPad2d((3, 1, 2, 2)), recipes.CircularPadCell((3, 1, 2, 2), 2), (2, 3, 5, 6)),
    (nn.ReplicationPad3d(2), recipes.ReplicationPadCell(2, 3), (2, 3, 4, 5, 6)),
    (nn.ReflectionPad2d((1, 2, 3, 1)), recipes.ReflectionPadCell((1, 2, 3, 1), 2), (2, 3, 5, 6)),
    (nn.ConstantPad1d((-1, 2), 3.5), recipes.ConstantPadCell((-1, 2), 3.5, 1), (2, 3, 5)),
    (nn.Upsample(scale_factor=2), recipes.UpsampleCell(scale_factor=2), (2, 3, 4, 5)),
    (nn.Upsample((7, 9), mode="bicubic"), recipes.UpsampleCell((7, 9), mode="bicubic"), (2, 3, 4, 5)),
    (nn.Upsample(None, 1.7, "bilinear", True), recipes.UpsampleCell(None, 1.7, "bilinear", True), (2, 3, 4, 5)),
    (nn.Upsample(None, 2, "trilinear"), recipes.UpsampleCell(None, 2, "trilinear"), (2, 3, 3, 4, 5)),
]


@pytest.mark.parametrize(("layer", "recipe", "shape"), PLAIN, ids=lambda value: type(value).__name__)
def test_layers_without_weights(layer: Any, recipe: Any, shape: tuple[int, ...]) -> None:
    check_layer(layer, recipe, np.abs(normal(*shape)) if isinstance(layer, nn.LPPool2d) else normal(*shape))


def test_pooled_positions_are_put_back() -> None:
    values, places = nn.MaxPool2d(2, return_indices=True)(torch.from_numpy(normal(2, 3, 6, 8)))
    check_layer(nn.MaxUnpool2d(2), recipes.MaxUnpoolCell(2), values.numpy(), places.numpy())


@pytest.mark.parametrize("options", [{}, {"padding_idx": 2}, {"padding_idx": -1}, {"max_norm": 1.0}, {"scale_grad_by_freq": True}])
def test_embeddings(options: dict[str, Any]) -> None:
    check_layer(nn.Embedding(10, 4, **options), recipes.EmbeddingCell(10, 4, **options), RANDOM.integers(0, 10, (2, 5)))


@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
def test_embedding_bags(mode: str) -> None:
    layer, recipe = nn.EmbeddingBag(10, 4, mode=mode), recipes.EmbeddingBagCell(10, 4, mode=mode)
    check_layer(layer, recipe, RANDOM.integers(0, 10, 9), np.array([0, 3, 3]))


def test_dropout_that_keeps_the_deviation() -> None:
    layer = recipes.AlphaDropoutCell(0.3)
    layer.set_train()
    found = layer(mindspore.Tensor(np.ones(500, "float32"))).asnumpy()
    wanted = nn.functional.alpha_dropout(torch.ones(500), 0.3, True).numpy()
    np.testing.assert_allclose(np.unique(found), np.unique(wanted), rtol=1e-5)


@pytest.mark.parametrize(
    ("cell", "names"),
    [
        (
            recipes.BatchNormCell(3, momentum=0.3),
            {"gamma": "weight", "beta": "bias", "moving_mean": "running_mean", "moving_variance": "running_var"},
        ),
        (recipes.LayerNormCell(3, 0.5), {"gamma": "weight", "beta": "bias", "epsilon": "eps"}),
        (recipes.EmbeddingCell(3, 4), {"embedding_table": "weight", "vocab_size": "num_embeddings", "embedding_size": "embedding_dim"}),
        (recipes.ConvCell(2, 4, 3, groups=2), {"group": "groups"}),
    ],
)
def test_recipe_layers_answer_to_the_names_of_mindspores_own_too(cell: Any, names: dict[str, str]) -> None:
    assert all(getattr(cell, name) is getattr(cell, own) for name, own in names.items())
    assert {name for name, _ in cell.parameters_and_names()} & set(names) == set()


def test_the_momentum_that_a_layer_keeps_is_torchs() -> None:
    assert recipes.BatchNormCell(3, momentum=0.3).momentum == nn.BatchNorm2d(3, momentum=0.3).momentum
    assert mindspore.nn.BatchNorm2d(3, momentum=1 - 0.3).momentum == pytest.approx(0.3)


def test_cells_by_name() -> None:
    def filled(container: Any, linear: Any, many: Any) -> Any:
        made = container({"one": linear(2, 3), "many": many([linear(2, 3), linear(3, 2)])})
        made["two"] = linear(3, 2)
        made.update([("one", linear(2, 5))])
        return made

    theirs = filled(nn.ModuleDict, nn.Linear, nn.ModuleList)
    mine = filled(recipes.ModuleDictCell, mindspore.mint.nn.Linear, mindspore.nn.CellList)
    assert list(mine) == list(mine.keys()) == list(theirs)
    assert {name for name, _ in mine.parameters_and_names()} == {name for name, _ in theirs.named_parameters()}
    assert {parameter.name for parameter in mine.get_parameters()} == {name for name, _ in theirs.named_parameters()}
    assert mine.one is mine["one"]
    assert mine.pop("two") not in mine.values()
    assert "two" not in mine
    assert len(mine) == 2
    mine.clear()
    assert not mine.items()
