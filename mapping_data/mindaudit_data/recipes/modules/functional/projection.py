"""`torch.nn.functional`: how queries, keys and values are projected, which copies of torch's attention call by its private names."""

from __future__ import annotations

from mindspore import Tensor, mint, ops

__all__ = ["_in_projection", "_in_projection_packed"]


def _in_projection(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    b_q: Tensor | None = None,
    b_k: Tensor | None = None,
    b_v: Tensor | None = None,
) -> tuple[Tensor, Tensor, Tensor]:
    """Three linear layers: weights (E, E), (E, Ek) and (E, Ev), biases (E)."""
    linear = mint.nn.functional.linear
    return linear(q, w_q, b_q), linear(k, w_k, b_k), linear(v, w_v, b_v)


def _in_projection_packed(q: Tensor, k: Tensor, v: Tensor, w: Tensor, b: Tensor | None = None) -> list[Tensor]:
    """The same with the weights in one of (3 E, E) and the biases in one of (3 E)."""
    weights = ops.chunk(w, 3, 0)
    biases = (None, None, None) if b is None else ops.chunk(b, 3, 0)
    return [*_in_projection(q, k, v, *weights, *biases)]
