"""What a two-stage detector does behind its heads."""

from collections import OrderedDict

import torch
from torch import nn
from torchvision.ops import boxes as box_ops


class Pyramid(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.levels = nn.ModuleList([nn.Conv2d(width, width, 3, stride=2, padding=1) for _ in range(3)])
        self.heads = nn.ModuleDict(dict((str(i), nn.Conv2d(width, 4, 1)) for i in range(3)))

    def forward(self, x: torch.Tensor):
        maps = []
        for level in self.levels:
            x = level(x)
            maps.append(x)
        named = OrderedDict([(str(i), each) for i, each in enumerate(maps)])  # <- MA421
        options = dict(mode="bilinear", align_corners=False)
        out = OrderedDict()
        for name, each in named.items():
            out[name] = nn.functional.interpolate(self.heads[name](each), scale_factor=2, **options)
        return out


class RoIHeads(nn.Module):
    def __init__(self, score_thresh: float, nms_thresh: float, detections: int):
        super().__init__()
        self.score_thresh = score_thresh
        self.nms_thresh = nms_thresh
        self.detections = detections

    def postprocess(self, logits: torch.Tensor, deltas: torch.Tensor, proposals: list[torch.Tensor], shapes: list[tuple[int, int]]):
        num_classes = logits.shape[-1]
        counts = [p.shape[0] for p in proposals]
        scores = logits.softmax(-1)
        results = []
        for boxes, score, shape in zip(deltas.split(counts), scores.split(counts), shapes):
            labels = torch.arange(num_classes).view(1, -1).expand_as(score)
            boxes, score, labels = boxes[:, 1:].reshape(-1, 4), score[:, 1:].reshape(-1), labels[:, 1:].reshape(-1)
            inds = torch.where(score > self.score_thresh)[0]  # <- MA205
            boxes, score, labels = boxes[inds], score[inds], labels[inds]  # <- MA208, MA208, MA208
            keep = box_ops.remove_small_boxes(boxes, min_size=1e-2)
            boxes, score, labels = boxes[keep], score[keep], labels[keep]
            keep = box_ops.batched_nms(boxes, score, labels, self.nms_thresh)
            keep = keep[: self.detections]
            results.append((boxes[keep], score[keep], labels[keep]))  # <- MA208, MA208, MA208
        return results

    def forward(self, logits: torch.Tensor, deltas: torch.Tensor, proposals: list[torch.Tensor], shapes: list[tuple[int, int]], targets=None):
        if self.training:
            assert targets is not None
            labels = torch.cat([t["labels"] for t in targets])
            positive = torch.where(labels > 0)[0]  # <- MA205
            return nn.functional.smooth_l1_loss(deltas[positive], deltas[positive] * 0, reduction="sum")  # <- MA208, MA208
        return self.postprocess(logits, deltas, proposals, shapes)


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads = RoIHeads(0.05, 0.5, 100)

    def forward(self, logits, deltas, proposals, shapes, targets=None):
        if targets is not None:
            for i, target in enumerate(targets):
                boxes = target["boxes"]
                if isinstance(boxes, torch.Tensor):
                    if len(boxes.shape) != 2 or boxes.shape[-1] != 4:
                        raise ValueError(f"Expected boxes of shape [N, 4], got {boxes.shape}.")
                degenerate = boxes[:, 2:] <= boxes[:, :2]
                if degenerate.any():  # <- MA301
                    first = torch.where(degenerate.any(dim=1))[0][0]  # <- MA205
                    raise ValueError(f"Degenerate box {boxes[first].tolist()} of target {i}")  # <- MA305
        return self.heads(logits, deltas, proposals, shapes, targets)
