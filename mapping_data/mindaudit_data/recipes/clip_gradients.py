"""`torch.nn.utils.clip_grad_norm_`, `clip_grads_with_norm_` and `clip_grad_value_`, on gradients as values.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-6 relative.
"""

from __future__ import annotations

from collections.abc import Sequence

from mindspore import Tensor, ops


def clip_gradients(gradients: Sequence[Tensor], max_norm: float, norm_type: float = 2.0) -> tuple[tuple[Tensor, ...], Tensor]:
    """The gradients, shrunk together so that their common norm is at most `max_norm`, and the norm that they had."""
    if norm_type == float("inf"):
        norm = ops.stack([ops.abs(gradient).max() for gradient in gradients]).max()
    else:
        norm = ops.pow(sum(ops.pow(ops.abs(gradient), norm_type).sum() for gradient in gradients), 1.0 / norm_type)
    return clip_gradients_with_norm(gradients, max_norm, norm), norm


def clip_gradients_with_norm(gradients: Sequence[Tensor], max_norm: float, total_norm: Tensor) -> tuple[Tensor, ...]:
    """The gradients, shrunk together as those must be whose common norm is `total_norm`, so that it is at most `max_norm`."""
    share = max_norm / (total_norm + 1e-6)
    share = ops.where(share > 1, ops.ones_like(share), share)  # ops.minimum passes over NaN on CPU
    return tuple((gradient * share).astype(gradient.dtype) for gradient in gradients)


def clip_gradient_values(gradients: Sequence[Tensor], clip_value: float) -> tuple[Tensor, ...]:
    """The gradients, each value held between -clip_value and clip_value."""
    return tuple(ops.clamp(gradient, -clip_value, clip_value) for gradient in gradients)
