"""`torch.nn.functional`: normalizations, dropout and distances. Functions with `inplace` change their input."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor, ops

from ...alpha_dropout import alpha_dropout as _alpha_dropout
from ...alpha_dropout import dropout as _dropout
from ...alpha_dropout import feature_alpha_dropout as _feature_alpha_dropout
from ...alpha_dropout import feature_dropout
from ...functional_norms import batch_norm as _batch_norm
from ...functional_norms import group_norm as _group_norm
from ...functional_norms import instance_norm as _instance_norm
from ...functional_norms import layer_norm as _layer_norm
from ...functional_norms import local_response_norm as _local_response_norm
from ...functional_norms import rms_norm as _rms_norm
from ...margin_losses import pairwise_distance
from ...normalize import cosine_similarity
from ...normalize import normalize as _normalize
from ...overwritten import overwritten
from ._in_place import stored_in_place

__all__ = [
    "alpha_dropout",
    "batch_norm",
    "cosine_similarity",
    "dropout",
    "dropout1d",
    "dropout2d",
    "dropout3d",
    "feature_alpha_dropout",
    "group_norm",
    "instance_norm",
    "layer_norm",
    "local_response_norm",
    "normalize",
    "pairwise_distance",
    "pdist",
    "rms_norm",
]


def batch_norm(
    input: Tensor,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Tensor:
    """Normalize each channel over the batch, or by the running statistics outside training."""
    return _batch_norm(input, running_mean, running_var, weight, bias, training, momentum, eps)


def instance_norm(
    input: Tensor,
    running_mean: Tensor | None = None,
    running_var: Tensor | None = None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    use_input_stats: bool = True,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Tensor:
    """Normalize each channel of each sample."""
    return _instance_norm(input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps)


def layer_norm(input: Tensor, normalized_shape: Any, weight: Tensor | None = None, bias: Tensor | None = None, eps: float = 1e-5) -> Tensor:
    """Normalize the last dimensions, those of `normalized_shape`."""
    return _layer_norm(input, normalized_shape, weight, bias, eps)


def rms_norm(input: Tensor, normalized_shape: Any, weight: Tensor | None = None, eps: float | None = None) -> Tensor:
    """Divide by the root of the mean square over the last dimensions."""
    return _rms_norm(input, normalized_shape, weight, eps)


def group_norm(input: Tensor, num_groups: int, weight: Tensor | None = None, bias: Tensor | None = None, eps: float = 1e-5) -> Tensor:
    """Normalize each sample's channels in groups."""
    return _group_norm(input, num_groups, weight, bias, eps)


def local_response_norm(input: Tensor, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0) -> Tensor:
    """Divide by a power of the mean square over neighbouring channels."""
    return _local_response_norm(input, size, alpha, beta, k)


def normalize(input: Tensor, p: float = 2.0, dim: Any = 1, eps: float = 1e-12, out: Tensor | None = None) -> Tensor:
    """Divide by the p-norm along `dim`, but at least by `eps`."""
    return overwritten(out, _normalize(input, p, dim, eps))


@stored_in_place
def dropout(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """In training, elements are 0 with probability p, and the others scaled by 1 / (1 - p)."""
    return _dropout(input, p, training)


@stored_in_place
def dropout1d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """The same for whole rows."""
    return feature_dropout(input, 1, p, training)


@stored_in_place
def dropout2d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """The same for whole images."""
    return feature_dropout(input, 2, p, training)


@stored_in_place
def dropout3d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """The same for whole volumes."""
    return feature_dropout(input, 3, p, training)


@stored_in_place
def alpha_dropout(input: Tensor, p: float = 0.5, training: bool = False, inplace: bool = False) -> Tensor:
    """Dropout that keeps mean and variance of self-normalizing units."""
    return _alpha_dropout(input, p, training)


@stored_in_place
def feature_alpha_dropout(input: Tensor, p: float = 0.5, training: bool = False, inplace: bool = False) -> Tensor:
    """The same for whole channels."""
    return _feature_alpha_dropout(input, p, training)


def pdist(input: Tensor, p: float = 2.0) -> Tensor:
    """The p-distances of all pairs of rows."""
    return ops.pdist(input, float(p))
