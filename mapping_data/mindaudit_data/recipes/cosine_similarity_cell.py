"""`torch.nn.CosineSimilarity`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from mindspore import Tensor, nn

from mindaudit_data.recipes.normalize import cosine_similarity


class CosineSimilarityCell(nn.Cell):
    """Cosine of the angle between two tensors along a dimension."""

    def __init__(self, dim: int = 1, eps: float = 1e-8) -> None:
        super().__init__()
        self.dim = dim
        self.eps = eps

    def construct(self, x1: Tensor, x2: Tensor) -> Tensor:
        """Broadcasts the two; the dimension vanishes."""
        return cosine_similarity(x1, x2, self.dim, self.eps)
