"""Bipartite matching in the style of DETR: the assignment is made on the host."""

import torch
from scipy.optimize import linear_sum_assignment
from torch import nn


class HungarianMatcher(nn.Module):
    def __init__(self, cost_class: float = 1, cost_bbox: float = 1):
        super().__init__()
        self.cost_class = cost_class
        self.cost_bbox = cost_bbox
        assert cost_class != 0 or cost_bbox != 0, "all costs cannot be 0"

    @torch.no_grad()
    def forward(self, outputs: dict[str, torch.Tensor], targets: list[dict[str, torch.Tensor]]):
        bs, num_queries = outputs["pred_logits"].shape[:2]
        out_prob = outputs["pred_logits"].flatten(0, 1).softmax(-1)
        out_bbox = outputs["pred_boxes"].flatten(0, 1)
        tgt_ids = torch.cat([v["labels"] for v in targets])
        tgt_bbox = torch.cat([v["boxes"] for v in targets])
        cost_class = -out_prob[:, tgt_ids]
        cost_bbox = torch.cdist(out_bbox, tgt_bbox, p=1)
        cost = self.cost_bbox * cost_bbox + self.cost_class * cost_class
        host = cost.view(bs, num_queries, -1).cpu().numpy()  # <- MA305, MA605
        sizes = [len(v["boxes"]) for v in targets]
        indices = [linear_sum_assignment(c) for c in host]
        return [(torch.as_tensor(i, dtype=torch.int64), torch.as_tensor(j, dtype=torch.int64)) for i, j in indices], sizes


class SetCriterion(nn.Module):
    def __init__(self, matcher: nn.Module, empty: float = 0.1):
        super().__init__()
        self.matcher = matcher
        self.register_buffer("empty", torch.tensor(empty))

    def forward(self, outputs: dict[str, torch.Tensor], targets: list[dict[str, torch.Tensor]]):
        labels = torch.cat([t["labels"] for t in targets])
        num_boxes = torch.as_tensor([len(t["labels"]) for t in targets], dtype=torch.float)
        count = torch.clamp(num_boxes.sum(), min=1).item()  # <- MA305
        kept = outputs["pred_logits"][labels != 0]  # <- MA203
        return kept.sum() / count
