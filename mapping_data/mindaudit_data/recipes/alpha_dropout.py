"""`torch.nn.functional.dropout`, `dropout1d/2d/3d`, `alpha_dropout` and `feature_alpha_dropout` for every p and rank."""

from __future__ import annotations

import math

from mindspore import Tensor, ops

_LOW = -1.7580993408473766


def alpha_dropout(x: Tensor, p: float = 0.5, training: bool = False) -> Tensor:
    """In training, elements take SELU's limit with probability p, and all are scaled so that mean and variance stay."""
    return _dropped(x, p, training, x.shape)


def feature_alpha_dropout(x: Tensor, p: float = 0.5, training: bool = False) -> Tensor:
    """The same for whole channels, the first two dimensions."""
    return _dropped(x, p, training, x.shape[:2] + (1,) * (x.ndim - 2))


def dropout(x: Tensor, p: float = 0.5, training: bool = True) -> Tensor:
    """In training, elements are 0 with probability p, and the others scaled by 1 / (1 - p)."""
    return _thinned(x, p, training, x.shape)


def feature_dropout(x: Tensor, space: int, p: float = 0.5, training: bool = True) -> Tensor:
    """The same for whole channels: all dimensions but the last `space` ones (and the first two of three, as torch does for `dropout2d`)."""
    kept = 2 if space == 2 and x.ndim == 3 else x.ndim - space
    return _thinned(x, p, training, x.shape[:kept] + (1,) * (x.ndim - kept))


def _thinned(x: Tensor, p: float, training: bool, shape: tuple[int, ...]) -> Tensor:
    if not training or p == 0:
        return x
    if p == 1:
        return ops.zeros_like(x)
    return x * (ops.rand(*shape) >= p).astype(x.dtype) / (1 - p)


def _dropped(x: Tensor, p: float, training: bool, shape: tuple[int, ...]) -> Tensor:
    if not training or p == 0:
        return x
    if p == 1:
        return ops.zeros_like(x)
    keep = (ops.rand(*shape) >= p).astype(x.dtype)
    scale = 1 / math.sqrt((_LOW * _LOW * p + 1) * (1 - p))
    return scale * (x * keep + _LOW * (1 - keep)) - scale * _LOW * p
