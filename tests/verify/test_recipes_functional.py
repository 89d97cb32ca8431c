"""Recipes of `torch.nn.functional` and `torchvision.ops`, against torch."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from recipe_checks import check, mindspore, torch

from mindaudit_data import recipes

pytestmark = pytest.mark.verify
RANDOM = np.random.default_rng(13)
F = torch.nn.functional


def some(*shape: int) -> Any:
    return RANDOM.standard_normal(shape).astype("float32")


IMAGES, LINES, VOLUMES = some(2, 4, 6, 5), some(2, 4, 7), some(1, 2, 4, 5, 4)
SQUARE = np.arange(72, dtype="float32").reshape(1, 2, 6, 6)
GRID = (RANDOM.random((2, 3, 4, 2)) * 2.4 - 1.2).astype("float32")
LOGITS, CLASSES = some(4, 5), np.array([1, 0, 4, 2])
SHARES = RANDOM.random((4, 5)).astype("float32") * 0.8 + 0.1
TABLE, INDICES = some(6, 3), np.array([[0, 2], [5, 2], [1, 1]])

CONVOLUTIONS: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("conv1d", (LINES, some(4, 2, 3), some(4)), {"padding": 2, "groups": 2, "dilation": 2}),
    ("conv2d", (IMAGES, some(3, 4, 2, 3), some(3)), {"padding": "same"}),
    ("conv2d", (IMAGES[0].copy(), some(6, 2, 3, 3)), {"stride": (2, 1), "padding": (1, 0), "groups": 2}),
    ("conv3d", (VOLUMES, some(4, 1, 2, 3, 2), some(4)), {"stride": (2, 1, 1), "padding": 1, "groups": 2}),
    ("conv_transpose1d", (LINES, some(4, 2, 3), some(4)), {"stride": 2, "padding": 1, "output_padding": 1, "groups": 2}),
    (
        "conv_transpose2d",
        (IMAGES, some(4, 3, 3, 2), some(3)),
        {"stride": (2, 3), "padding": 1, "output_padding": (1, 2), "dilation": (1, 2)},
    ),
    ("conv_transpose3d", (VOLUMES, some(2, 2, 2, 3, 2)), {"stride": (1, 2, 1), "padding": (0, 1, 0)}),
]
POOLS: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("avg_pool1d", (LINES, 3), {"stride": 2, "padding": 1, "ceil_mode": True}),
    ("avg_pool2d", (IMAGES, (3, 2)), {"padding": 1, "count_include_pad": False}),
    ("avg_pool2d", (SQUARE, 5, 2), {"padding": 2, "count_include_pad": False}),
    ("avg_pool2d", (IMAGES, 2), {"ceil_mode": True, "divisor_override": 3}),
    ("avg_pool3d", (VOLUMES, 2), {"stride": (1, 2, 2), "padding": 1}),
    ("max_pool1d", (LINES, 3), {"stride": 2, "padding": 1}),
    ("max_pool2d", (IMAGES[0].copy(), 2), {"ceil_mode": True}),
    ("adaptive_avg_pool1d", (LINES, 3), {}),
    ("adaptive_max_pool1d", (LINES, 3), {}),
]
NORMS: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("layer_norm", (IMAGES, (6, 5), some(6, 5), some(6, 5)), {"eps": 1e-3}),
    ("rms_norm", (IMAGES, (5,), some(5)), {}),
    ("group_norm", (IMAGES, 2, some(4), some(4)), {}),
    ("instance_norm", (IMAGES,), {}),
    ("batch_norm", (IMAGES, None, None), {"training": True}),
    ("local_response_norm", (IMAGES, 3), {"alpha": 0.1, "k": 2.0}),
    ("normalize", (LOGITS,), {"p": 3.0, "dim": 0}),
]
OTHERS: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("grid_sample", (IMAGES, GRID), {"mode": "bicubic", "padding_mode": "border", "align_corners": True}),
    ("grid_sample", (IMAGES, GRID), {"padding_mode": "reflection", "align_corners": False}),
    ("grid_sample", (IMAGES, GRID), {"mode": "nearest", "align_corners": False}),
    ("affine_grid", (some(2, 2, 3), (2, 1, 3, 4)), {"align_corners": False}),
    ("scaled_dot_product_attention", (some(2, 3, 4, 8), some(2, 3, 5, 8), some(2, 3, 5, 6)), {"scale": 0.3}),
    ("scaled_dot_product_attention", (some(2, 4, 4, 8), some(2, 2, 4, 8), some(2, 2, 4, 8)), {"is_causal": True, "enable_gqa": True}),
    ("bilinear", (some(4, 3), some(4, 2), some(5, 3, 2), some(5)), {}),
    ("cosine_similarity", (some(1, 3, 4), some(2, 1, 4)), {"dim": 1}),
    ("prelu", (IMAGES, some(4)), {}),
    ("elu", (LOGITS, 0.3), {}),
    ("selu", (LOGITS,), {}),
    ("unfold", (IMAGES, (3, 2)), {"padding": 1, "stride": 2}),
    ("fold", (some(2, 12, 9), 4, 2), {}),
    ("embedding", (INDICES, TABLE), {"padding_idx": 2}),
]
LOSSES: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("soft_margin_loss", (LOGITS, np.sign(some(4, 5)).astype("int64")), {}),
    ("soft_margin_loss", (np.array([0, 0, 2], "float32"), np.array([1, -1, 1])), {}),
    ("multi_margin_loss", (LOGITS, CLASSES), {"p": 2, "margin": 0.5}),
    ("multilabel_margin_loss", (LOGITS, np.array([[0, 3, -1, 2, 1]] * 4)), {}),
    ("cosine_embedding_loss", (LOGITS, some(4, 5), np.array([1, -1, 1, -1])), {"margin": 0.1}),
    ("hinge_embedding_loss", (LOGITS, np.sign(some(4, 5)).astype("int64")), {"margin": 0.7}),
    ("pairwise_distance", (LOGITS, some(4, 5)), {"p": 3.0, "keepdim": True}),
    ("triplet_margin_loss", (LOGITS, some(4, 5), some(4, 5)), {"swap": True}),
    ("poisson_nll_loss", (LOGITS, np.abs(some(4, 5)) * 3), {"full": True}),
    ("smooth_l1_loss", (LOGITS, some(4, 5)), {"beta": 0.5}),
    ("smooth_l1_loss", (LOGITS, some(4, 5)), {"beta": 0}),
    ("binary_cross_entropy", (SHARES, SHARES[::-1].copy()), {}),
    ("linear_cross_entropy", (some(4, 3), some(5, 3), CLASSES), {"label_smoothing": 0.1}),
    *[("kl_div", (LOGITS, SHARES), {"reduction": way, "log_target": logs}) for way in ("batchmean", "sum") for logs in (False, True)],
]


@pytest.mark.parametrize(("name", "inputs", "options"), [*CONVOLUTIONS, *POOLS, *NORMS, *OTHERS, *LOSSES])
def test_with_gradients(name: str, inputs: tuple[Any, ...], options: dict[str, Any]) -> None:
    check(getattr(recipes, name), getattr(F, name), *inputs, tolerance=5e-5, **options)


@pytest.mark.parametrize("name", ["soft_margin_loss", "multilabel_margin_loss", "poisson_nll_loss", "kl_div", "smooth_l1_loss"])
@pytest.mark.parametrize("reduction", ["none", "sum"])
def test_reductions(name: str, reduction: str) -> None:
    inputs = next(case[1] for case in LOSSES if case[0] == name)
    check(getattr(recipes, name), getattr(F, name), *inputs, reduction=reduction, gradient=False, graph=False)


@pytest.mark.parametrize(
    "options",
    [
        {"size": (4, 9)},
        {"scale_factor": 1.7},
        {"scale_factor": (0.6, 2.0), "mode": "bilinear"},
        {"size": (8, 3), "mode": "bilinear", "align_corners": True},
        {"size": (9, 11), "mode": "bicubic"},
        {"scale_factor": 1.3, "mode": "bicubic", "recompute_scale_factor": True},
        {"size": (4, 3), "mode": "area"},
        {"size": (9, 4), "mode": "nearest-exact"},
        {"size": (3, 4), "mode": "bilinear", "antialias": True},
        {"size": (4, 2), "mode": "bicubic", "antialias": True},
    ],
)
def test_interpolate(options: dict[str, Any]) -> None:
    check(recipes.interpolate, F.interpolate, IMAGES, tolerance=5e-5, **options)


def test_sizes_of_interpolate_may_be_tensors() -> None:
    ours = recipes.interpolate(mindspore.Tensor(IMAGES), size=[mindspore.Tensor([6]), mindspore.Tensor(5)], mode="bilinear")
    theirs = F.interpolate(torch.tensor(IMAGES), size=[torch.tensor([6]), torch.tensor(5)], mode="bilinear")
    np.testing.assert_allclose(ours.asnumpy(), theirs.numpy(), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("mode", ["constant", "reflect", "replicate", "circular"])
def test_pad(mode: str) -> None:
    check(recipes.pad_edges, F.pad, IMAGES, (2, 1, 0, 3), mode)
    check(recipes.pad_edges, F.pad, VOLUMES, (1, 1, 1, 2, 2, 1), mode)


@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
def test_embedding_bag(mode: str) -> None:
    check(recipes.embedding_bag, F.embedding_bag, INDICES, TABLE, mode=mode)
    check(
        recipes.embedding_bag, F.embedding_bag, INDICES.reshape(-1), TABLE, np.array([0, 1, 1, 4]), mode=mode, padding_idx=2, gradient=False
    )
    if mode == "sum":
        check(_weighted_bag, lambda i, t, w: F.embedding_bag(i, t, per_sample_weights=w, mode="sum"), INDICES, TABLE, some(3, 2))


def _weighted_bag(indices: Any, table: Any, weights: Any) -> Any:
    return recipes.embedding_bag(indices, table, mode="sum", per_sample_weights=weights)


def test_one_hot() -> None:
    check(recipes.one_hot, F.one_hot, CLASSES, 7, gradient=False)
    check(recipes.one_hot, F.one_hot, INDICES, gradient=False, graph=False)


def test_attention_masks() -> None:
    q, k, v = some(2, 4, 8), some(2, 5, 8), some(2, 5, 8)
    hidden = RANDOM.random((4, 5)) < 0.5
    hidden[0] = False
    for mask in (hidden, some(4, 5)):
        check(recipes.scaled_dot_product_attention, F.scaled_dot_product_attention, q, k, v, mask, gradient=mask is not hidden)


@pytest.mark.parametrize("average", [True, False])
def test_multi_head_attention(average: bool) -> None:
    width, heads = 8, 2
    given = (some(4, 3, width), some(5, 3, width), some(5, 3, width), width, heads, some(3 * width, width), some(3 * width),
             some(1, 1, width), some(1, 1, width), True, 0.0, some(width, width), some(width))  # fmt: skip
    padding = np.zeros((3, 5), bool)
    padding[1, 3:] = True
    rest = (False, padding, True, np.triu(np.ones((4, 5), bool), 2))
    options = {"average_attn_weights": average}
    check(recipes.multi_head_attention_forward, F.multi_head_attention_forward, *given, *rest, tolerance=1e-4, gradient=False, **options)


@pytest.mark.parametrize("reduction", ["none", "mean", "sum"])
def test_ctc_loss(reduction: str) -> None:
    scores = torch.log_softmax(torch.from_numpy(some(8, 3, 5)), 2).numpy()
    labels = RANDOM.integers(1, 5, (3, 4))
    lengths = np.array([8, 7, 6]), np.array([4, 2, 3])
    check(recipes.ctc_loss, F.ctc_loss, scores, labels, *lengths, 0, reduction, tolerance=5e-5, graph=False)
    check(recipes.ctc_loss, F.ctc_loss, scores, labels, [8, 8, 8], [4, 4, 4], reduction=reduction, tolerance=5e-5, graph=False)


def test_batch_statistics() -> None:
    """Running statistics move as torch's do."""
    from mindspore import Parameter, Tensor

    mean, variance = some(4), np.abs(some(4)) + 1
    check(recipes.batch_norm, F.batch_norm, IMAGES, mean, variance, some(4), some(4), gradient=False)
    ours = Parameter(Tensor(mean)), Parameter(Tensor(variance))
    theirs = torch.from_numpy(mean.copy()), torch.from_numpy(variance.copy())
    recipes.batch_norm(Tensor(IMAGES), *ours, training=True, momentum=0.3)
    F.batch_norm(torch.from_numpy(IMAGES), *theirs, training=True, momentum=0.3)
    for mine, other in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(mine.asnumpy(), other.numpy(), rtol=1e-5)


def test_dropouts() -> None:
    from mindspore import Tensor

    x = np.ones((40, 50, 3, 4), "float32")
    found = recipes.dropout(Tensor(x), 0.3).asnumpy()
    assert set(np.unique(found.round(4))) == {0.0, np.float32(1 / 0.7).round(4)}
    assert abs((found == 0).mean() - 0.3) < 0.02
    channels = recipes.feature_dropout(Tensor(x), 2, 0.5).asnumpy()
    assert (channels.std((2, 3)) == 0).all()
    normal = some(200, 300)
    dropped = recipes.alpha_dropout(Tensor(normal), 0.4, True).asnumpy()
    assert abs(dropped.mean()) < 0.03
    assert abs(dropped.std() - 1) < 0.03
    assert (recipes.feature_alpha_dropout(Tensor(x), 0.4, False).asnumpy() == x).all()


# torchvision is not asked for: its operators are written out here, element by element


def test_sigmoid_focal_loss() -> None:
    targets = (SHARES > 0.5).astype("float32")

    def reference(x: Any, t: Any) -> Any:
        p = torch.sigmoid(x)
        right = torch.where(t == 1, p, 1 - p)
        return -torch.where(t == 1, 0.25, 0.75) * (1 - right) ** 2 * torch.log(right)

    check(recipes.sigmoid_focal_loss, reference, LOGITS, targets, gradient=False)
    check(recipes.reduce_log_sum_exp, lambda x, axis: torch.logsumexp(x, axis), IMAGES * 50, (1, 3))


def test_nms() -> None:
    corners = RANDOM.random((30, 2)).astype("float32") * 10
    boxes, scores = np.concatenate([corners, corners + 1 + RANDOM.random((30, 2)) * 4], 1).astype("float32"), some(30)
    kept: list[int] = []
    for i in np.argsort(-scores):
        if all(_overlap(boxes[i], boxes[j]) <= 0.3 for j in kept):
            kept.append(int(i))
    check(recipes.nms, lambda *_: torch.tensor(kept), boxes, scores, 0.3, gradient=False, graph=False)
    check(recipes.batched_nms, lambda *_: torch.tensor(np.argsort(-scores)), boxes, scores, np.arange(30), 0.3, gradient=False, graph=False)


def _overlap(a: Any, b: Any) -> float:
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    common = max(wide, 0) * max(high, 0)
    return float(common / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - common))


@pytest.mark.parametrize("aligned", [True, False])
@pytest.mark.parametrize("ratio", [2, -1])
def test_roi_align(aligned: bool, ratio: int) -> None:
    boxes = np.array([[0, 0.5, 0.2, 3.1, 4.0], [1, 1, 1, 4.5, 5.5]], "float32")

    def reference(x: Any, rows: Any) -> Any:
        shift = 0.5 if aligned else 0.0
        result = torch.zeros(2, 4, 2, 3)
        for r, (image, *sides) in enumerate(rows.tolist()):
            left, top, right, bottom = (side * 0.9 - shift for side in sides)
            size = [bottom - top, right - left] if aligned else [max(bottom - top, 1), max(right - left, 1)]
            step = size[0] / 2, size[1] / 3
            counts = [ratio if ratio > 0 else math.ceil(length) for length in step]
            for i in range(2):
                for j in range(3):
                    points = [
                        (top + (i + (a + 0.5) / counts[0]) * step[0], left + (j + (b + 0.5) / counts[1]) * step[1])
                        for a in range(counts[0])
                        for b in range(counts[1])
                    ]
                    result[r, :, i, j] = sum(_at(x[int(image)], y, z, True) for y, z in points) / len(points)
        return result

    check(lambda x, b: recipes.roi_align(x, b, (2, 3), 0.9, ratio, aligned), reference, IMAGES, boxes, gradient=False, graph=False)


def _at(image: Any, y: float, z: float, clamp: bool) -> Any:
    """The bilinear value of (C, H, W) at a place; outside it is 0, or up to one pixel outside the edge's."""
    height, width = image.shape[1:]
    if clamp:
        if not (-1 <= y <= height and -1 <= z <= width):
            return torch.zeros(image.shape[0])
        y, z = min(max(y, 0), height - 1), min(max(z, 0), width - 1)
    total = torch.zeros(image.shape[0])
    for row in (math.floor(y), math.floor(y) + 1):
        for column in (math.floor(z), math.floor(z) + 1):
            if 0 <= row < height and 0 <= column < width:
                total = total + image[:, row, column] * (1 - abs(y - row)) * (1 - abs(z - column))
    return total


def test_deform_conv2d() -> None:
    x, weight, bias = some(1, 4, 5, 5), some(2, 2, 3, 3), some(2)
    offset, mask = some(1, 2 * 2 * 9, 3, 3) * 0.7, RANDOM.random((1, 2 * 9, 3, 3)).astype("float32")

    def reference(x: Any, offset: Any, weight: Any, bias: Any, mask: Any) -> Any:
        result = torch.zeros(1, 2, 3, 3)
        for i in range(3):
            for j in range(3):
                patch = torch.zeros(4, 9)
                for k in range(9):
                    for share in range(2):
                        y = i * 2 - 1 + k // 3 + float(offset[0, share * 18 + 2 * k, i, j])
                        z = j * 2 - 1 + k % 3 + float(offset[0, share * 18 + 2 * k + 1, i, j])
                        rows = slice(share * 2, share * 2 + 2)
                        patch[rows, k] = _at(x[0, rows], y, z, False) * mask[0, share * 9 + k, i, j]
                for out in range(2):
                    result[0, out, i, j] = (patch[out * 2 : out * 2 + 2] * weight[out].reshape(2, 9)).sum() + bias[out]
        return result

    check(_deformed, reference, x, offset, weight, bias, mask, tolerance=5e-5, gradient=False)


def _deformed(x: Any, offset: Any, weight: Any, bias: Any, mask: Any) -> Any:
    return recipes.deform_conv2d(x, offset, weight, bias, 2, 1, 1, mask)
