"""Recipe losses against torch's, with every argument."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from layer_checks import check_layer, to_mindspore, torch
from recipe_checks import check, mindspore

from mindaudit_data import recipes
from mindaudit_data.recipes import modules

pytestmark = pytest.mark.verify
nn = torch.nn
RANDOM = np.random.default_rng(0)
REDUCTIONS = ["mean", "sum", "none"]
X = RANDOM.standard_normal((4, 6)).astype("float32")
Y = RANDOM.standard_normal((4, 6)).astype("float32")
Z = RANDOM.standard_normal((4, 6)).astype("float32")
SIGNS = np.sign(RANDOM.standard_normal((4, 6))).astype("float32")
SHARES = (np.exp(Y) / np.exp(Y).sum(1, keepdims=True)).astype("float32")
CLASSES = np.array([1, -100, 2, 5])
WEIGHT = np.array([0.1, 0.5, 1.0, 2.0, 0.3, 0.7], "float32")


def both(name: str, **options: Any) -> tuple[Any, Any]:
    """torch's loss and the recipe's."""
    theirs = getattr(nn, name)(
        **{key: torch.from_numpy(value) if isinstance(value, np.ndarray) else value for key, value in options.items()}
    )
    mine = getattr(recipes, f"{name}Cell")(**{key: to_mindspore(value) for key, value in options.items()})
    return theirs, mine


def held(name: str, *inputs: Any, **options: Any) -> None:
    """Fails unless the loss and its gradient by the first input agree."""
    theirs, mine = both(name, **options)
    check(
        lambda first: mine(first, *map(to_mindspore, inputs[1:])),
        lambda first: theirs(first, *map(torch.from_numpy, inputs[1:])),
        inputs[0],
        tolerance=1e-4,
        graph=False,
    )


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_elementwise_losses(reduction: str) -> None:
    held("SmoothL1Loss", X, Y, reduction=reduction, beta=0.5)
    held("SmoothL1Loss", X, Y, reduction=reduction, beta=0.0)
    held("HuberLoss", X, Y, reduction=reduction, delta=0.5)
    held("SoftMarginLoss", X, SIGNS, reduction=reduction)
    held("BCELoss", SHARES, (SIGNS > 0).astype("float32"), reduction=reduction, weight=WEIGHT)
    held("MarginRankingLoss", X, Y, SIGNS.astype("int64"), reduction=reduction, margin=0.3)
    held("KLDivLoss", np.log(SHARES), SHARES[::-1].copy(), reduction=reduction)
    held("KLDivLoss", np.log(SHARES), np.log(SHARES[::-1]).copy(), reduction=reduction, log_target=True)
    held("KLDivLoss", np.log(SHARES), np.where(SHARES > 0.5, SHARES, 0.0).astype("float32"), reduction=reduction)


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_cross_entropy(reduction: str, smoothing: float) -> None:
    options = {"reduction": reduction, "label_smoothing": smoothing}
    held("CrossEntropyLoss", X, CLASSES, **options)
    held("CrossEntropyLoss", X, CLASSES, weight=WEIGHT, **options)
    held("CrossEntropyLoss", X, np.array([0, 2, 2, 3]), ignore_index=2, **options)
    held("CrossEntropyLoss", X, SHARES, weight=WEIGHT, **options)
    held("CrossEntropyLoss", X, SHARES.astype("float64"), weight=WEIGHT, **options)
    images = RANDOM.standard_normal((2, 6, 3, 2)).astype("float32")
    held("CrossEntropyLoss", images, RANDOM.integers(0, 6, (2, 3, 2)), **options)


@pytest.mark.parametrize("dtypes", [("float32", "float64"), ("float64", "float64"), ("float64", "float32"), ("float32", "float32")])
def test_cross_entropy_of_shares_in_any_dtype(dtypes: tuple[str, str]) -> None:
    logits, shares = X.astype(dtypes[0]), SHARES.astype(dtypes[1])
    wanted = torch.nn.functional.cross_entropy(torch.from_numpy(logits), torch.from_numpy(shares), torch.from_numpy(WEIGHT))
    for layer in (modules.CrossEntropyLoss, recipes.CrossEntropyLossCell):
        found = layer(mindspore.Tensor(WEIGHT))(mindspore.Tensor(logits), mindspore.Tensor(shares)).asnumpy()
        assert found.dtype == wanted.numpy().dtype
        np.testing.assert_allclose(found, wanted.numpy(), rtol=1e-6)


def test_cross_entropy_of_masked_classes() -> None:
    masked = X.copy()
    masked[:, 0] = -np.inf
    theirs, mine = both("CrossEntropyLoss")
    check(mine, theirs, masked, CLASSES, gradient=False, graph=False)


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_hinges_of_signs_of_any_dtype(reduction: str) -> None:
    held("HingeEmbeddingLoss", X, SIGNS.astype("int64"), reduction=reduction, margin=0.5)
    held("HingeEmbeddingLoss", X, SIGNS, reduction=reduction)


def test_cross_entropy_with_its_layer() -> None:
    theirs, mine = both("LinearCrossEntropyLoss", in_features=6, num_classes=5, out_features=(3, 2), label_smoothing=0.1, bias=True)
    check_layer(theirs, mine, X, RANDOM.integers(0, 5, (4, 3, 2)))


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("options", [{}, {"margin": 0.5, "p": 1.0}, {"margin": 2.0, "swap": True}])
def test_triplets(reduction: str, options: dict[str, Any]) -> None:
    held("TripletMarginLoss", X, Y, Z, reduction=reduction, **options)
    if "p" not in options:
        held("TripletMarginWithDistanceLoss", X, Y, Z, reduction=reduction, **options)


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_labels_until_the_first_negative(reduction: str) -> None:
    labels = np.array([[1, 3, -1, 0, 0, 0], [0, -1, 0, 0, 0, 0], [5, 4, 3, 2, 1, 0], [2, -1, 2, 2, 2, 2]])
    held("MultiLabelMarginLoss", X, labels, reduction=reduction)


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("flat", [False, True])
def test_ctc(reduction: str, flat: bool) -> None:
    logs = np.log(RANDOM.uniform(0.05, 0.9, (12, 3, 6)).astype("float32"))
    targets = RANDOM.integers(1, 6, 9) if flat else RANDOM.integers(1, 6, (3, 4))
    held("CTCLoss", logs, targets, np.array([12, 11, 10]), np.array([4, 3, 2]), reduction=reduction)
    held("CTCLoss", logs, targets, np.array([12, 2, 10]), np.array([4, 3, 2]), reduction=reduction, zero_infinity=True)


def test_adaptive_softmax() -> None:
    layer, recipe = (
        nn.AdaptiveLogSoftmaxWithLoss(8, 12, [4, 8], 2.0, True),
        recipes.AdaptiveLogSoftmaxWithLossCell(8, 12, [4, 8], 2.0, True),
    )
    check_layer(layer, recipe, RANDOM.standard_normal((5, 8)).astype("float32"), RANDOM.integers(0, 12, 5))


def test_distances() -> None:
    check_layer(nn.CosineSimilarity(0), recipes.CosineSimilarityCell(0), X, Y)
    check_layer(nn.PairwiseDistance(1, keepdim=True), recipes.PairwiseDistanceCell(1, keepdim=True), X, Y)
    check_layer(nn.PairwiseDistance(float("inf")), recipes.PairwiseDistanceCell(float("inf")), X, Y)
