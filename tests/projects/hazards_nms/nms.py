"""Non-maximum suppression in Python."""

import torch
from torch import nn


def box_iou(box: torch.Tensor, boxes: torch.Tensor) -> torch.Tensor:
    top_left = torch.max(box[:, None, :2], boxes[:, :2])
    bottom_right = torch.min(box[:, None, 2:], boxes[:, 2:])
    width_height = (bottom_right - top_left).clamp(min=0)
    return width_height[:, :, 0] * width_height[:, :, 1]


def nms(boxes: torch.Tensor, scores: torch.Tensor, threshold: float) -> torch.Tensor:
    order = scores.argsort(descending=True)
    keep = []
    while order.numel() > 0:  # <- MA302
        best = order[0]
        keep.append(best.item())  # <- MA305
        if order.numel() == 1:  # <- MA301
            break
        overlap = box_iou(boxes[best].unsqueeze(0), boxes[order[1:]]).squeeze(0)  # <- MA208
        left = (overlap <= threshold).nonzero().squeeze(1)  # <- MA202
        order = order[left + 1]  # <- MA208
    return torch.tensor(keep)


class Head(nn.Module):
    def forward(self, boxes: torch.Tensor, scores: torch.Tensor, classes: torch.Tensor):
        found = []
        for label in torch.unique(classes):  # <- MA204, MA303
            mask = classes == label
            found.append(nms(boxes[mask], scores[mask], 0.5))  # <- MA203, MA203
        return torch.cat(found)
