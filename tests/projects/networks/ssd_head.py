"""SSD: anchors, prediction heads, box decoding and non-maximum suppression."""

import math
from collections import OrderedDict
from typing import Dict, List, Optional, Tuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn


class DefaultBoxGenerator(nn.Module):
    def __init__(self, aspect_ratios: List[List[int]], min_ratio: float = 0.15, max_ratio: float = 0.9, clip: bool = True):
        super().__init__()
        self.aspect_ratios = aspect_ratios
        self.clip = clip
        num_outputs = len(aspect_ratios)
        self.scales = [min_ratio + (max_ratio - min_ratio) * k / (num_outputs - 1.0) for k in range(num_outputs)]
        self.scales.append(1.0)
        self._wh_pairs = self._generate_wh_pairs(num_outputs)

    def _generate_wh_pairs(self, num_outputs: int, dtype: torch.dtype = torch.float32) -> List[Tensor]:
        _wh_pairs: List[Tensor] = []
        for k in range(num_outputs):
            s_k = self.scales[k]
            s_prime_k = math.sqrt(self.scales[k] * self.scales[k + 1])
            wh_pairs = [[s_k, s_k], [s_prime_k, s_prime_k]]
            for ar in self.aspect_ratios[k]:
                sq_ar = math.sqrt(ar)
                w = self.scales[k] * sq_ar
                h = self.scales[k] / sq_ar
                wh_pairs.extend([[w, h], [h, w]])
            _wh_pairs.append(torch.as_tensor(wh_pairs, dtype=dtype))
        return _wh_pairs

    def num_anchors_per_location(self) -> List[int]:
        return [2 + 2 * len(r) for r in self.aspect_ratios]

    def _grid_default_boxes(self, grid_sizes: List[Tuple[int, int]], dtype: torch.dtype, device: torch.device) -> Tensor:
        default_boxes = []
        for k, f_k in enumerate(grid_sizes):
            # Now add the default boxes for each width-height pair
            shifts_x = ((torch.arange(0, f_k[1], device=device) + 0.5) / f_k[1]).to(dtype=dtype)
            shifts_y = ((torch.arange(0, f_k[0], device=device) + 0.5) / f_k[0]).to(dtype=dtype)
            shift_y, shift_x = torch.meshgrid(shifts_y, shifts_x, indexing="ij")
            shift_x = shift_x.reshape(-1)
            shift_y = shift_y.reshape(-1)

            shifts = torch.stack((shift_x, shift_y) * len(self._wh_pairs[k]), dim=-1).reshape(-1, 2)
            # Clipping the default boxes while the boxes are encoded in format (cx, cy, w, h)
            _wh_pair = self._wh_pairs[k].clamp(min=0, max=1) if self.clip else self._wh_pairs[k]
            wh_pairs = _wh_pair.repeat((f_k[0] * f_k[1]), 1).to(device)

            default_boxes.append(torch.cat((shifts, wh_pairs), dim=1))

        return torch.cat(default_boxes, dim=0)

    def forward(self, feature_maps: List[Tensor], image_size: Tuple[int, int]) -> Tensor:
        grid_sizes = [feature_map.shape[-2:] for feature_map in feature_maps]
        dtype, device = feature_maps[0].dtype, feature_maps[0].device
        boxes = self._grid_default_boxes(grid_sizes, dtype, device)
        x_y_size = torch.tensor([image_size[1], image_size[0]], device=device)
        return torch.cat(
            [
                (boxes[:, :2] - 0.5 * boxes[:, 2:]) * x_y_size,
                (boxes[:, :2] + 0.5 * boxes[:, 2:]) * x_y_size,
            ],
            -1,
        )


class BoxCoder:
    """Encodes and decodes a set of bounding boxes."""

    def __init__(self, weights: Tuple[float, float, float, float], bbox_xform_clip: float = math.log(1000.0 / 16)) -> None:
        self.weights = weights
        self.bbox_xform_clip = bbox_xform_clip

    def decode_single(self, rel_codes: Tensor, boxes: Tensor) -> Tensor:
        boxes = boxes.to(rel_codes.dtype)

        widths = boxes[:, 2] - boxes[:, 0]
        heights = boxes[:, 3] - boxes[:, 1]
        ctr_x = boxes[:, 0] + 0.5 * widths
        ctr_y = boxes[:, 1] + 0.5 * heights

        wx, wy, ww, wh = self.weights
        dx = rel_codes[:, 0::4] / wx
        dy = rel_codes[:, 1::4] / wy
        dw = rel_codes[:, 2::4] / ww
        dh = rel_codes[:, 3::4] / wh

        # Prevent sending too large values into torch.exp()
        dw = torch.clamp(dw, max=self.bbox_xform_clip)
        dh = torch.clamp(dh, max=self.bbox_xform_clip)

        pred_ctr_x = dx * widths[:, None] + ctr_x[:, None]
        pred_ctr_y = dy * heights[:, None] + ctr_y[:, None]
        pred_w = torch.exp(dw) * widths[:, None]
        pred_h = torch.exp(dh) * heights[:, None]

        # Distance from center to box's corner.
        c_to_c_h = torch.tensor(0.5, dtype=pred_ctr_y.dtype, device=pred_h.device) * pred_h
        c_to_c_w = torch.tensor(0.5, dtype=pred_ctr_x.dtype, device=pred_w.device) * pred_w

        pred_boxes1 = pred_ctr_x - c_to_c_w
        pred_boxes2 = pred_ctr_y - c_to_c_h
        pred_boxes3 = pred_ctr_x + c_to_c_w
        pred_boxes4 = pred_ctr_y + c_to_c_h
        return torch.stack((pred_boxes1, pred_boxes2, pred_boxes3, pred_boxes4), dim=2).flatten(1)


def clip_boxes_to_image(boxes: Tensor, size: Tuple[int, int]) -> Tensor:
    boxes_x = boxes[..., 0::2]
    boxes_y = boxes[..., 1::2]
    height, width = size
    boxes_x = boxes_x.clamp(min=0, max=width)
    boxes_y = boxes_y.clamp(min=0, max=height)
    return torch.stack((boxes_x, boxes_y), dim=boxes.dim()).reshape(boxes.shape)


def nms(boxes: Tensor, scores: Tensor, iou_threshold: float) -> Tensor:
    """Indices of the boxes that are kept, best first."""
    if boxes.numel() == 0:
        return torch.empty((0,), dtype=torch.long, device=boxes.device)
    areas = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    _, order = scores.sort(0, descending=True)
    keep = []
    while order.numel() > 0:
        i = order[0]
        keep.append(i.item())
        if order.numel() == 1:
            break
        order = order[1:]
        left_top = torch.max(boxes[i, :2], boxes[order, :2])
        right_bottom = torch.min(boxes[i, 2:], boxes[order, 2:])
        width_height = (right_bottom - left_top).clamp(min=0)
        inter = width_height[:, 0] * width_height[:, 1]
        union = areas[i] + areas[order] - inter
        iou = inter / union
        order = order[iou.le(iou_threshold)]
    return torch.tensor(keep, dtype=torch.long, device=boxes.device)


class PredictionHead(nn.Module):
    def __init__(self, in_channels: List[int], num_anchors: List[int], num_columns: int):
        super().__init__()
        self.module_list = nn.ModuleList()
        for channels, anchors in zip(in_channels, num_anchors):
            self.module_list.append(nn.Conv2d(channels, num_columns * anchors, kernel_size=3, padding=1))
        for layer in self.modules():
            if isinstance(layer, nn.Conv2d):
                torch.nn.init.xavier_uniform_(layer.weight)
                if layer.bias is not None:
                    torch.nn.init.constant_(layer.bias, 0.0)
        self.num_columns = num_columns

    def forward(self, x: List[Tensor]) -> Tensor:
        all_results = []
        for i, features in enumerate(x):
            results = self.module_list[i](features)

            # Permute output from (N, A * K, H, W) to (N, HWA, K).
            N, _, H, W = results.shape
            results = results.view(N, -1, self.num_columns, H, W)
            results = results.permute(0, 3, 4, 1, 2)
            results = results.reshape(N, -1, self.num_columns)

            all_results.append(results)

        return torch.cat(all_results, dim=1)


class L2Norm(nn.Module):
    def __init__(self, n_channels: int, scale: float):
        super().__init__()
        self.weight = nn.Parameter(torch.Tensor(n_channels))
        nn.init.constant_(self.weight, scale)

    def forward(self, x: Tensor) -> Tensor:
        norm = x.pow(2).sum(dim=1, keepdim=True).sqrt() + 1e-10
        x = torch.div(x, norm)
        return self.weight.unsqueeze(0).unsqueeze(2).unsqueeze(3).expand_as(x) * x


class Backbone(nn.Module):
    def __init__(self, width: int = 16):
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(3, width, 3, stride=2, padding=1),
            nn.ReLU(inplace=True),
            nn.MaxPool2d(kernel_size=2, stride=2, ceil_mode=True),
            nn.Conv2d(width, width * 2, 3, padding=1),
            nn.ReLU6(inplace=True),
        )
        self.norm = L2Norm(width * 2, 20.0)
        self.extra = nn.ModuleList([
            nn.Sequential(
                nn.Conv2d(width * 2, width, kernel_size=1),
                nn.BatchNorm2d(width, eps=0.001, momentum=0.03),
                nn.LeakyReLU(0.1),
                nn.Conv2d(width, width * 2, kernel_size=3, padding=1, stride=2),
                nn.ReLU(inplace=True),
            )
            for _ in range(2)
        ])

    def forward(self, x: Tensor) -> Dict[str, Tensor]:
        x = self.stem(x)
        output = [self.norm(x)]
        for block in self.extra:
            x = block(x)
            output.append(x)
        return OrderedDict([(str(i), v) for i, v in enumerate(output)])


class SSD(nn.Module):
    def __init__(
        self,
        num_classes: int,
        width: int = 16,
        score_thresh: float = 0.01,
        nms_thresh: float = 0.45,
        detections_per_img: int = 20,
        topk_candidates: int = 40,
    ):
        super().__init__()
        self.backbone = Backbone(width)
        self.anchor_generator = DefaultBoxGenerator([[2], [2, 3], [2]])
        num_anchors = self.anchor_generator.num_anchors_per_location()
        self.classification_head = PredictionHead([width * 2] * 3, num_anchors, num_classes)
        self.regression_head = PredictionHead([width * 2] * 3, num_anchors, 4)
        self.box_coder = BoxCoder(weights=(10.0, 10.0, 5.0, 5.0))
        self.score_thresh = score_thresh
        self.nms_thresh = nms_thresh
        self.detections_per_img = detections_per_img
        self.topk_candidates = topk_candidates

    def forward(self, images: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
        features = list(self.backbone(images).values())
        cls_logits = self.classification_head(features)
        bbox_regression = self.regression_head(features)
        anchors = self.anchor_generator(features, images.shape[-2:])
        return cls_logits, bbox_regression, anchors

    @torch.no_grad()
    def detect(self, images: Tensor) -> List[Dict[str, Tensor]]:
        image_size = images.shape[-2:]
        cls_logits, bbox_regression, anchors = self.forward(images)
        pred_scores = F.softmax(cls_logits, dim=-1)
        num_classes = pred_scores.size(-1)
        device = pred_scores.device

        detections: List[Dict[str, Tensor]] = []

        for boxes, scores in zip(bbox_regression, pred_scores):
            boxes = self.box_coder.decode_single(boxes, anchors)
            boxes = clip_boxes_to_image(boxes, image_size)

            image_boxes = []
            image_scores = []
            image_labels = []
            for label in range(1, num_classes):
                score = scores[:, label]

                keep_idxs = score > self.score_thresh
                score = score[keep_idxs]
                box = boxes[keep_idxs]

                # keep only topk scoring predictions
                num_topk = min(self.topk_candidates, score.size(0))
                score, idxs = score.topk(num_topk)
                box = box[idxs]

                keep = nms(box, score, self.nms_thresh)
                image_boxes.append(box[keep])
                image_scores.append(score[keep])
                image_labels.append(torch.full_like(score[keep], fill_value=label, dtype=torch.int64, device=device))

            image_boxes = torch.cat(image_boxes, dim=0)
            image_scores = torch.cat(image_scores, dim=0)
            image_labels = torch.cat(image_labels, dim=0)

            order = torch.argsort(image_scores, descending=True)[: self.detections_per_img]
            detections.append({"boxes": image_boxes[order], "scores": image_scores[order], "labels": image_labels[order]})
        return detections


class MultiBoxLoss(nn.Module):
    """Localization and classification losses with hard negative mining."""

    def __init__(self, neg_to_pos_ratio: int = 3):
        super().__init__()
        self.neg_to_pos_ratio = neg_to_pos_ratio

    def forward(self, cls_logits: Tensor, bbox_regression: Tensor, labels: Tensor, targets: Tensor) -> Tensor:
        foreground = labels > 0
        num_foreground = foreground.sum(1, keepdim=True)
        bbox_loss = F.smooth_l1_loss(bbox_regression[foreground], targets[foreground], reduction="sum")

        num_classes = cls_logits.size(-1)
        cls_loss = F.cross_entropy(cls_logits.view(-1, num_classes), labels.view(-1), reduction="none").view(labels.size())

        # Hard Negative Sampling
        negative_loss = cls_loss.clone()
        negative_loss[foreground] = -float("inf")
        values, idx = negative_loss.sort(1, descending=True)
        background_idxs = idx.sort(1)[1] < self.neg_to_pos_ratio * num_foreground

        N = max(1, foreground.sum().item())
        return bbox_loss / N + (cls_loss[foreground].sum() + cls_loss[background_idxs].sum()) / N
