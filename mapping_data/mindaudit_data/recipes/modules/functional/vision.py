"""`torch.nn.functional`: padding, images and embeddings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mindspore import Tensor

from ...embedding_bag import embedding as _embedding
from ...embedding_bag import embedding_bag as _embedding_bag
from ...embedding_bag import one_hot as _one_hot
from ...grid_sample import affine_grid as _affine_grid
from ...grid_sample import grid_sample as _grid_sample
from ...interpolate import interpolate as _interpolate
from ...pad_edges import pad_edges

__all__ = [
    "affine_grid",
    "channel_shuffle",
    "embedding",
    "embedding_bag",
    "grid_sample",
    "interpolate",
    "native_channel_shuffle",
    "one_hot",
    "pad",
    "pixel_shuffle",
    "pixel_unshuffle",
    "upsample",
    "upsample_bilinear",
    "upsample_nearest",
]


def pad(input: Tensor, pad: Sequence[int], mode: str = "constant", value: float | None = None) -> Tensor:
    """Pairs of amounts before and behind, for the last dimension first; below zero they take away."""
    return pad_edges(input, pad, mode, value)


def interpolate(
    input: Tensor,
    size: Any = None,
    scale_factor: Any = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
    antialias: bool = False,
) -> Tensor:
    """Another size of rows, images or volumes, given itself or as a factor."""
    return _interpolate(input, size, scale_factor, mode, align_corners, recompute_scale_factor, antialias)


def upsample(input: Tensor, size: Any = None, scale_factor: Any = None, mode: str = "nearest", align_corners: bool | None = None) -> Tensor:
    """The old name of `interpolate`."""
    return _interpolate(input, size, scale_factor, mode, align_corners)


def upsample_nearest(input: Tensor, size: Any = None, scale_factor: Any = None) -> Tensor:
    """`interpolate` by the nearest element."""
    return _interpolate(input, size, scale_factor)


def upsample_bilinear(input: Tensor, size: Any = None, scale_factor: Any = None) -> Tensor:
    """`interpolate` by straight lines between the corners."""
    return _interpolate(input, size, scale_factor, "bilinear", True)


def grid_sample(
    input: Tensor, grid: Tensor, mode: str = "bilinear", padding_mode: str = "zeros", align_corners: bool | None = None
) -> Tensor:
    """The values of images or volumes at the places of a grid, from -1 to 1."""
    return _grid_sample(input, grid, mode, padding_mode, align_corners)


def affine_grid(theta: Tensor, size: Sequence[int], align_corners: bool | None = None) -> Tensor:
    """The grid of an affine map."""
    return _affine_grid(theta, size, align_corners)


def pixel_shuffle(input: Tensor, upscale_factor: int) -> Tensor:
    """Channels become places in squares of `upscale_factor`."""
    *head, channels, height, width = input.shape
    factor = upscale_factor
    parts = input.reshape((-1, channels // factor**2, factor, factor, height, width)).transpose((0, 1, 4, 2, 5, 3))
    return parts.reshape((*head, channels // factor**2, height * factor, width * factor))


def pixel_unshuffle(input: Tensor, downscale_factor: int) -> Tensor:
    """Places in squares of `downscale_factor` become channels."""
    *head, channels, height, width = input.shape
    factor = downscale_factor
    parts = input.reshape((-1, channels, height // factor, factor, width // factor, factor)).transpose((0, 1, 3, 5, 2, 4))
    return parts.reshape((*head, channels * factor**2, height // factor, width // factor))


def channel_shuffle(input: Tensor, groups: int) -> Tensor:
    """Channels of groups, one of each in turn."""
    shape = input.shape
    return input.reshape((shape[0], groups, shape[1] // groups, -1)).swapaxes(1, 2).reshape(shape)


native_channel_shuffle = channel_shuffle


def embedding(
    input: Tensor,
    weight: Tensor,
    padding_idx: int | None = None,
    max_norm: float | None = None,
    norm_type: float = 2.0,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Tensor:
    """Rows of the weight. `scale_grad_by_freq` and `sparse` change nothing here."""
    return _embedding(input, weight, padding_idx, max_norm, norm_type)


def embedding_bag(
    input: Tensor,
    weight: Tensor,
    offsets: Tensor | None = None,
    max_norm: float | None = None,
    norm_type: float = 2,
    scale_grad_by_freq: bool = False,
    mode: str = "mean",
    sparse: bool = False,
    per_sample_weights: Tensor | None = None,
    include_last_offset: bool = False,
    padding_idx: int | None = None,
) -> Tensor:
    """Sums, means or maxima of embeddings over bags. `scale_grad_by_freq` and `sparse` change nothing here."""
    weights, last = per_sample_weights, include_last_offset
    return _embedding_bag(input, weight, offsets, max_norm, norm_type, False, mode, False, weights, last, padding_idx)


def one_hot(tensor: Tensor, num_classes: int = -1) -> Tensor:
    """int64 ones at the class of each element, zeros elsewhere."""
    return _one_hot(tensor, num_classes)
