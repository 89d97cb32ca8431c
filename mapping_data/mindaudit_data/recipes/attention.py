"""`torch.nn.functional.scaled_dot_product_attention` and `multi_head_attention_forward` from matrix products and a softmax."""

from __future__ import annotations

import math

import mindspore
from mindspore import Tensor, ops

from mindaudit_data.recipes.exponentials import wide_on_cpu
from mindaudit_data.recipes.leaky_units import softmax_over
from mindaudit_data.recipes.projected import projected


def scaled_dot_product_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_mask: Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> Tensor:
    """softmax(Q K^T * scale + mask) V over (…, length, width); a bool mask says where to look, another one is added.

    With `enable_gqa` heads of key and value are repeated to those of the query. Rows that may look nowhere give 0, as in torch.
    """
    if enable_gqa:
        key, value = _repeated(key, query.shape[-3]), _repeated(value, query.shape[-3])
    factor = 1 / math.sqrt(query.shape[-1]) if scale is None else scale
    scores = ops.matmul(query * factor, key.swapaxes(-1, -2))
    if is_causal:
        scores = _masked(scores, ops.tril(ops.ones(scores.shape[-2:], mindspore.int32)) > 0)
    if attn_mask is not None:
        scores = _masked(scores, attn_mask) if attn_mask.dtype == mindspore.bool_ else scores + attn_mask
    weights = _softmax(scores)
    weights = ops.dropout(weights, dropout_p) if dropout_p > 0 else weights
    return ops.matmul(weights, value)


def multi_head_attention_forward(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    embed_dim_to_check: int,
    num_heads: int,
    in_proj_weight: Tensor | None,
    in_proj_bias: Tensor | None,
    bias_k: Tensor | None,
    bias_v: Tensor | None,
    add_zero_attn: bool,
    dropout_p: float,
    out_proj_weight: Tensor,
    out_proj_bias: Tensor | None,
    training: bool = True,
    key_padding_mask: Tensor | None = None,
    need_weights: bool = True,
    attn_mask: Tensor | None = None,
    use_separate_proj_weight: bool = False,
    q_proj_weight: Tensor | None = None,
    k_proj_weight: Tensor | None = None,
    v_proj_weight: Tensor | None = None,
    static_k: Tensor | None = None,
    static_v: Tensor | None = None,
    average_attn_weights: bool = True,
    is_causal: bool = False,
) -> tuple[Tensor, Tensor | None]:
    """Multi-head attention on (length, batch, width), or without the batch, with torch's arguments; bool masks say where not to look.

    Gives the output and, if wanted, the weights, averaged over the heads or one by one. `is_causal` is but a hint.
    """
    single = query.ndim == 2
    if single:
        query, key, value = query.expand_dims(1), key.expand_dims(1), value.expand_dims(1)
        key_padding_mask = None if key_padding_mask is None else key_padding_mask.expand_dims(0)
    length, batch, width = query.shape
    matrices = [q_proj_weight, k_proj_weight, v_proj_weight] if use_separate_proj_weight else ops.split(in_proj_weight, width, 0)
    biases = [None] * 3 if in_proj_bias is None else ops.split(in_proj_bias, width, 0)
    q, k, v = [_linear(x, matrices[i], biases[i]) for i, x in enumerate((query, key, value))]
    extra = 0
    if bias_k is not None:
        k, v = ops.cat((k, ops.tile(bias_k, (1, batch, 1))), 0), ops.cat((v, ops.tile(bias_v, (1, batch, 1))), 0)
        extra += 1
    q, k, v = _heads(q, num_heads), _heads(k, num_heads), _heads(v, num_heads)
    k, v = k if static_k is None else static_k, v if static_v is None else static_v
    if add_zero_attn:
        zeros = ops.zeros((k.shape[0], 1, k.shape[2]), k.dtype)
        k, v = ops.cat((k, zeros), 1), ops.cat((v, zeros), 1)
        extra += 1
    scores = ops.matmul(q / math.sqrt(width // num_heads), k.swapaxes(1, 2))
    mask = _all_masks(attn_mask, key_padding_mask, num_heads, extra, scores)
    weights = softmax_over(scores if mask is None else scores + mask, -1)
    used = ops.dropout(weights, dropout_p) if training and dropout_p > 0 else weights
    mixed = ops.matmul(used, v).swapaxes(0, 1).reshape((length * batch, width))
    output = _linear(mixed, out_proj_weight, out_proj_bias).reshape((length, batch, -1))
    shown = weights.reshape((batch, num_heads, length, -1)) if need_weights else None
    shown = shown.mean(1) if shown is not None and average_attn_weights else shown
    if single:
        return output.squeeze(1), None if shown is None else shown.squeeze(0)
    return output, shown


def _repeated(x: Tensor, heads: int) -> Tensor:
    return ops.repeat_interleave(x, heads // x.shape[-3], x.ndim - 3)


def _masked(scores: Tensor, visible: Tensor) -> Tensor:
    return ops.where(visible, scores, ops.full_like(scores, float("-inf")))


def _softmax(scores: Tensor) -> Tensor:
    """A softmax that gives 0 where a whole row is minus infinity."""
    wide = wide_on_cpu(scores)
    top = ops.amax(wide, -1, keepdims=True)
    powers = ops.exp(wide - ops.stop_gradient(ops.where(top == float("-inf"), ops.zeros_like(top), top)))
    total = powers.sum(-1, keepdims=True)
    return (powers / ops.where(total == 0, ops.ones_like(total), total)).astype(scores.dtype)


def _linear(x: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
    product = projected(x, weight)
    return product if bias is None else product + bias


def _heads(x: Tensor, heads: int) -> Tensor:
    """(length, batch, width) as (batch * heads, length, width / heads)."""
    return x.reshape((x.shape[0], x.shape[1] * heads, -1)).swapaxes(0, 1)


def _all_masks(attention: Tensor | None, padding: Tensor | None, heads: int, extra: int, scores: Tensor) -> Tensor | None:
    """Both masks as numbers to add, with room for `extra` keys at the end, for each head."""
    mask = None
    if attention is not None:
        mask = _widened(_as_numbers(attention, scores), extra)
    if padding is not None:
        hidden = _widened(_as_numbers(padding, scores), extra).expand_dims(1)
        hidden = ops.repeat_interleave(hidden, heads, 0)
        mask = hidden if mask is None else mask + hidden
    return mask


def _as_numbers(mask: Tensor, scores: Tensor) -> Tensor:
    if mask.dtype != mindspore.bool_:
        return mask.astype(scores.dtype)
    zeros = ops.zeros(mask.shape, scores.dtype)
    return ops.where(mask, ops.full_like(zeros, float("-inf")), zeros)


def _widened(mask: Tensor, extra: int) -> Tensor:
    return ops.cat((mask, ops.zeros((*mask.shape[:-1], extra), mask.dtype)), -1) if extra else mask
