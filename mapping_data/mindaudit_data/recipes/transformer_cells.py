"""torch's multi-head attention and transformer layers, with masks, all options and torch's parameter names.

Source: Vaswani et al., "Attention is all you need", 2017. MindSpore 2.0 and newer on every backend, graph and PyNative mode;
float32 agrees with torch to 1e-5 relative. Boolean masks forbid where True, float masks are added.
"""

from __future__ import annotations

import copy
from typing import Any

import mindspore
from mindspore import Parameter, Tensor, nn, ops
from mindspore.common.initializer import HeUniform, Normal, Uniform, XavierUniform, initializer

from mindaudit_data.recipes.leaky_units import softmax_over
from mindaudit_data.recipes.pad_edges import pad_edges
from mindaudit_data.recipes.projected import projected


class _Projection(nn.Cell):
    """A linear layer with torch's parameter names."""

    def __init__(self, inputs: int, outputs: int, bias: bool = True) -> None:
        super().__init__()
        self.weight = Parameter(initializer(HeUniform(5**0.5), (outputs, inputs), mindspore.float32), name="weight")
        self.bias = Parameter(initializer(Uniform(inputs**-0.5), (outputs,), mindspore.float32), name="bias") if bias else None

    def construct(self, x: Tensor) -> Tensor:
        output = projected(x, self.weight)
        return output if self.bias is None else output + self.bias


class _Norm(nn.Cell):
    """Layer normalisation over the last dimension with torch's parameter names and an optional shift."""

    def __init__(self, size: int, eps: float, bias: bool = True) -> None:
        super().__init__()
        self.eps = eps
        self.weight = Parameter(ops.ones((size,), mindspore.float32), name="weight")
        self.bias = Parameter(ops.zeros((size,), mindspore.float32), name="bias") if bias else None

    def construct(self, x: Tensor) -> Tensor:
        mean = x.mean(-1, keep_dims=True)
        variance = ops.square(x - mean).mean(-1, keep_dims=True)
        output = (x - mean) / ops.sqrt(variance + self.eps) * self.weight
        return output if self.bias is None else output + self.bias


class MultiheadAttentionCell(nn.Cell):
    """Attention in several heads; the options are those of torch.nn.MultiheadAttention."""

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        dropout: float = 0.0,
        bias: bool = True,
        add_bias_kv: bool = False,
        add_zero_attn: bool = False,
        kdim: int | None = None,
        vdim: int | None = None,
        batch_first: bool = False,
    ) -> None:
        super().__init__()
        self.embed_dim = embed_dim
        self.num_heads = num_heads
        self.add_zero_attn = add_zero_attn
        self.batch_first = batch_first
        self.drop = nn.Dropout(p=dropout) if dropout > 0 else None
        self.same = kdim in (None, embed_dim) and vdim in (None, embed_dim)
        if self.same:
            self.in_proj_weight = self._xavier("in_proj_weight", (3 * embed_dim, embed_dim))
        else:
            self.q_proj_weight = self._xavier("q_proj_weight", (embed_dim, embed_dim))
            self.k_proj_weight = self._xavier("k_proj_weight", (embed_dim, kdim or embed_dim))
            self.v_proj_weight = self._xavier("v_proj_weight", (embed_dim, vdim or embed_dim))
        self.in_proj_bias = Parameter(ops.zeros((3 * embed_dim,), mindspore.float32), name="in_proj_bias") if bias else None
        self.bias_k = self._normal("bias_k", embed_dim) if add_bias_kv else None
        self.bias_v = self._normal("bias_v", embed_dim) if add_bias_kv else None
        self.out_proj = _Projection(embed_dim, embed_dim, bias)

    @staticmethod
    def _xavier(name: str, shape: tuple[int, int]) -> Parameter:
        return Parameter(initializer(XavierUniform(), shape, mindspore.float32), name=name)

    @staticmethod
    def _normal(name: str, size: int) -> Parameter:
        return Parameter(initializer(Normal((1.0 / size) ** 0.5), (1, 1, size), mindspore.float32), name=name)

    def _projected(self, query: Tensor, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        size = self.embed_dim
        if self.same:
            weights = (self.in_proj_weight[:size], self.in_proj_weight[size : 2 * size], self.in_proj_weight[2 * size :])
        else:
            weights = (self.q_proj_weight, self.k_proj_weight, self.v_proj_weight)
        q, k, v = projected(query, weights[0]), projected(key, weights[1]), projected(value, weights[2])
        if self.in_proj_bias is not None:
            q, k, v = q + self.in_proj_bias[:size], k + self.in_proj_bias[size : 2 * size], v + self.in_proj_bias[2 * size :]
        return q, k, v

    def _heads(self, x: Tensor) -> Tensor:
        """(L, N, E) to (N, heads, L, E / heads)."""
        return x.reshape((x.shape[0], x.shape[1], self.num_heads, -1)).transpose((1, 2, 0, 3))

    @staticmethod
    def _added(mask: Tensor, dtype: Any) -> Tensor:
        """A mask as numbers to add."""
        return mask.astype(dtype) * -3.0e38 if mask.dtype == mindspore.bool_ else mask.astype(dtype)

    def construct(
        self,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        key_padding_mask: Any = None,
        need_weights: bool = True,
        attn_mask: Any = None,
        average_attn_weights: bool = True,
        is_causal: bool = False,
    ) -> tuple[Tensor, Any]:
        """(L, N, E), with batch_first (N, L, E), or (L, E): the output and, with `need_weights`, the attention weights or None.

        `is_causal` is a hint about `attn_mask`, as in torch.
        """
        batched = query.ndim == 3
        if not batched:
            query, key, value = query.expand_dims(1), key.expand_dims(1), value.expand_dims(1)
            key_padding_mask = None if key_padding_mask is None else key_padding_mask.expand_dims(0)
        elif self.batch_first:
            query, key, value = query.swapaxes(0, 1), key.swapaxes(0, 1), value.swapaxes(0, 1)
        q, k, v = self._projected(query, key, value)
        count, extra = q.shape[1], 0
        if self.bias_k is not None:
            k = ops.cat((k, ops.tile(self.bias_k, (1, count, 1))), 0)
            v = ops.cat((v, ops.tile(self.bias_v, (1, count, 1))), 0)
            extra += 1
        if self.add_zero_attn:
            k, v = ops.cat((k, ops.zeros_like(k[:1])), 0), ops.cat((v, ops.zeros_like(v[:1])), 0)
            extra += 1
        q, k, v = self._heads(q), self._heads(k), self._heads(v)
        scores = ops.matmul(q * (q.shape[-1] ** -0.5), k.swapaxes(-1, -2))
        if attn_mask is not None:
            mask = self._added(attn_mask, scores.dtype)
            mask = mask.reshape((count, self.num_heads, *mask.shape[1:])) if mask.ndim == 3 else mask
            scores = scores + (pad_edges(mask, (0, extra)) if extra else mask)
        if key_padding_mask is not None:
            mask = self._added(key_padding_mask, scores.dtype).reshape((count, 1, 1, -1))
            scores = scores + (pad_edges(mask, (0, extra)) if extra else mask)
        weights = softmax_over(scores, -1)
        mixed = ops.matmul(weights if self.drop is None else self.drop(weights), v)
        output = self.out_proj(mixed.transpose((2, 0, 1, 3)).reshape((mixed.shape[2], count, self.embed_dim)))
        if not batched:
            output = output.squeeze(1)
        elif self.batch_first:
            output = output.swapaxes(0, 1)
        if not need_weights:
            return output, None
        weights = weights.mean(1) if average_attn_weights else weights
        return output, weights if batched else weights.squeeze(0)


class TransformerEncoderLayerCell(nn.Cell):
    """Self-attention and a feed-forward network, each with a shortcut and a normalisation after it, or before it with `norm_first`."""

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: Any = "relu",
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
    ) -> None:
        super().__init__()
        self.self_attn = MultiheadAttentionCell(d_model, nhead, dropout, bias, batch_first=batch_first)
        self.linear1 = _Projection(d_model, dim_feedforward, bias)
        self.linear2 = _Projection(dim_feedforward, d_model, bias)
        self.norm1 = _Norm(d_model, layer_norm_eps, bias)
        self.norm2 = _Norm(d_model, layer_norm_eps, bias)
        self.drop = nn.Dropout(p=dropout) if dropout > 0 else nn.Identity()
        self.norm_first = norm_first
        self.activation = nn.GELU(approximate=False) if activation == "gelu" else nn.ReLU() if activation == "relu" else activation

    def construct(self, src: Tensor, src_mask: Any = None, src_key_padding_mask: Any = None, is_causal: bool = False) -> Tensor:
        """The source, of the same shape."""
        first = self.norm1(src) if self.norm_first else src
        attended, _ = self.self_attn(first, first, first, src_key_padding_mask, False, src_mask)
        x = src + self.drop(attended)
        x = x if self.norm_first else self.norm1(x)
        fed = self.linear2(self.drop(self.activation(self.linear1(self.norm2(x) if self.norm_first else x))))
        x = x + self.drop(fed)
        return x if self.norm_first else self.norm2(x)


class TransformerDecoderLayerCell(nn.Cell):
    """Self-attention, attention to the memory and a feed-forward network, normalised after each or, with `norm_first`, before each."""

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: Any = "relu",
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
    ) -> None:
        super().__init__()
        self.self_attn = MultiheadAttentionCell(d_model, nhead, dropout, bias, batch_first=batch_first)
        self.multihead_attn = MultiheadAttentionCell(d_model, nhead, dropout, bias, batch_first=batch_first)
        self.linear1 = _Projection(d_model, dim_feedforward, bias)
        self.linear2 = _Projection(dim_feedforward, d_model, bias)
        self.norm1 = _Norm(d_model, layer_norm_eps, bias)
        self.norm2 = _Norm(d_model, layer_norm_eps, bias)
        self.norm3 = _Norm(d_model, layer_norm_eps, bias)
        self.drop = nn.Dropout(p=dropout) if dropout > 0 else nn.Identity()
        self.norm_first = norm_first
        self.activation = nn.GELU(approximate=False) if activation == "gelu" else nn.ReLU() if activation == "relu" else activation

    def construct(
        self,
        tgt: Tensor,
        memory: Tensor,
        tgt_mask: Any = None,
        memory_mask: Any = None,
        tgt_key_padding_mask: Any = None,
        memory_key_padding_mask: Any = None,
        tgt_is_causal: bool = False,
        memory_is_causal: bool = False,
    ) -> Tensor:
        """The target, of the same shape."""
        first = self.norm1(tgt) if self.norm_first else tgt
        attended, _ = self.self_attn(first, first, first, tgt_key_padding_mask, False, tgt_mask)
        x = tgt + self.drop(attended)
        x = x if self.norm_first else self.norm1(x)
        second = self.norm2(x) if self.norm_first else x
        attended, _ = self.multihead_attn(second, memory, memory, memory_key_padding_mask, False, memory_mask)
        x = x + self.drop(attended)
        x = x if self.norm_first else self.norm2(x)
        fed = self.linear2(self.drop(self.activation(self.linear1(self.norm3(x) if self.norm_first else x))))
        x = x + self.drop(fed)
        return x if self.norm_first else self.norm3(x)


def _copies(layer: nn.Cell, number: int) -> nn.CellList:
    return nn.CellList([copy.deepcopy(layer) for _ in range(number)])


class TransformerEncoderCell(nn.Cell):
    """Several copies of one encoder layer, then an optional normalisation."""

    def __init__(self, encoder_layer: nn.Cell, num_layers: int, norm: Any = None) -> None:
        super().__init__()
        self.layers = _copies(encoder_layer, num_layers)
        self.norm = norm

    def construct(self, src: Tensor, mask: Any = None, src_key_padding_mask: Any = None, is_causal: Any = None) -> Tensor:
        """The source, of the same shape."""
        output = src
        for layer in self.layers:
            output = layer(output, mask, src_key_padding_mask)
        return output if self.norm is None else self.norm(output)


class TransformerDecoderCell(nn.Cell):
    """Several copies of one decoder layer, then an optional normalisation."""

    def __init__(self, decoder_layer: nn.Cell, num_layers: int, norm: Any = None) -> None:
        super().__init__()
        self.layers = _copies(decoder_layer, num_layers)
        self.norm = norm

    def construct(
        self,
        tgt: Tensor,
        memory: Tensor,
        tgt_mask: Any = None,
        memory_mask: Any = None,
        tgt_key_padding_mask: Any = None,
        memory_key_padding_mask: Any = None,
        tgt_is_causal: Any = None,
        memory_is_causal: bool = False,
    ) -> Tensor:
        """The target, of the same shape."""
        output = tgt
        for layer in self.layers:
            output = layer(output, memory, tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask)
        return output if self.norm is None else self.norm(output)


class TransformerCell(nn.Cell):
    """Encoder and decoder stacks, each closed by a normalisation, as torch.nn.Transformer."""

    def __init__(
        self,
        d_model: int = 512,
        nhead: int = 8,
        num_encoder_layers: int = 6,
        num_decoder_layers: int = 6,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: Any = "relu",
        custom_encoder: Any = None,
        custom_decoder: Any = None,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
    ) -> None:
        super().__init__()
        options = (d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, bias)
        self.encoder = custom_encoder or TransformerEncoderCell(
            TransformerEncoderLayerCell(*options), num_encoder_layers, _Norm(d_model, layer_norm_eps, bias)
        )
        self.decoder = custom_decoder or TransformerDecoderCell(
            TransformerDecoderLayerCell(*options), num_decoder_layers, _Norm(d_model, layer_norm_eps, bias)
        )

    def construct(
        self,
        src: Tensor,
        tgt: Tensor,
        src_mask: Any = None,
        tgt_mask: Any = None,
        memory_mask: Any = None,
        src_key_padding_mask: Any = None,
        tgt_key_padding_mask: Any = None,
        memory_key_padding_mask: Any = None,
        src_is_causal: Any = None,
        tgt_is_causal: Any = None,
        memory_is_causal: bool = False,
    ) -> Tensor:
        """The target, of the same shape."""
        memory = self.encoder(src, src_mask, src_key_padding_mask)
        return self.decoder(tgt, memory, tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask)
