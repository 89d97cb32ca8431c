"""Recipes of boxes, against what their definitions give box by box."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from recipe_checks import check, torch

from mindaudit_data import recipes

pytestmark = pytest.mark.verify
RANDOM = np.random.default_rng(7)
CORNERS = (RANDOM.random((9, 2)) * 10).astype("float32")
BOXES = np.concatenate([CORNERS, CORNERS + RANDOM.random((9, 2)).astype("float32") * 6], 1)
FIRST, SECOND = BOXES[:4].copy(), BOXES[4:].copy()


def _pairs(share: Any) -> Any:
    return lambda a, b: torch.stack([torch.stack([share(one, other) for other in b]) for one in a])


def _area(box: Any) -> Any:
    return (box[2] - box[0]) * (box[3] - box[1])


def _union(a: Any, b: Any) -> tuple[Any, Any]:
    wide = (torch.minimum(a[2], b[2]) - torch.maximum(a[0], b[0])).clamp(min=0)
    high = (torch.minimum(a[3], b[3]) - torch.maximum(a[1], b[1])).clamp(min=0)
    return wide * high, _area(a) + _area(b) - wide * high


def _iou(a: Any, b: Any) -> Any:
    common, union = _union(a, b)
    return common / union


def _generalized(a: Any, b: Any) -> Any:
    around = torch.cat([torch.minimum(a[:2], b[:2]), torch.maximum(a[2:], b[2:])])
    return _iou(a, b) - (_area(around) - _union(a, b)[1]) / _area(around)


def test_areas_and_overlaps() -> None:
    check(recipes.box_area, lambda boxes: torch.stack([_area(box) for box in boxes]), BOXES)
    check(
        recipes.box_area, lambda boxes: torch.tensor([200 * 200], dtype=torch.int32), np.array([[1, 1, 201, 201]], "uint8"), gradient=False
    )
    check(recipes.box_area, lambda boxes, fmt: boxes[:, 2] * boxes[:, 3], BOXES, fmt="xywh")
    check(recipes.box_iou, _pairs(_iou), FIRST, SECOND)
    check(recipes.generalized_box_iou, _pairs(_generalized), FIRST, SECOND)


def test_forms() -> None:
    centers = np.concatenate([(BOXES[:, :2] + BOXES[:, 2:]) / 2, BOXES[:, 2:] - BOXES[:, :2]], 1)
    sizes = np.concatenate([BOXES[:, :2], BOXES[:, 2:] - BOXES[:, :2]], 1)
    forms = {"xyxy": BOXES, "xywh": sizes, "cxcywh": centers}
    for old, given in forms.items():
        for new, wanted in forms.items():
            check(recipes.box_convert, lambda *_, wanted=wanted: torch.tensor(wanted), given, old, new, gradient=False)
    with pytest.raises(ValueError, match="xyzw"):
        recipes.box_convert(BOXES, "xyzw", "xyxy")


def test_choices() -> None:
    inside = np.stack([BOXES[:, side].clip(0, limit) for side, limit in enumerate((8, 5, 8, 5))], 1)
    check(recipes.clip_boxes_to_image, lambda *_: torch.tensor(inside), BOXES, (5, 8), gradient=False)
    large = ((BOXES[:, 2:] - BOXES[:, :2]) >= 2).all(1).nonzero()[0]
    assert 0 < len(large) < len(BOXES)
    check(recipes.remove_small_boxes, lambda *_: torch.tensor(large), BOXES, 2.0, gradient=False, graph=False)
    masks = np.zeros((2, 6, 7), "int32")
    masks[0, 1:4, 2], masks[1, 5, 3:6] = 1, 2
    check(recipes.masks_to_boxes, lambda *_: torch.tensor([[2.0, 1, 2, 3], [3, 5, 5, 5]]), masks, gradient=False, graph=False)
