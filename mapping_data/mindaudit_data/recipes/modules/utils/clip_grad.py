"""`torch.nn.utils.clip_grad_norm_` and its kin.

Takes parameters, whose gradients are those that the recipe `backward` gives them, or gradients as values. They are changed in place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import mindspore
from mindspore import Tensor, ops

from ...no_gradients import GradientScope
from ...overwritten import overwritten


def _gradients(parameters: Any) -> list[Tensor]:
    """The gradients among tensors: what those keep that keep one, nothing of other parameters, everything else itself."""
    tensors = [parameters] if isinstance(parameters, Tensor) else list(parameters)
    found = [(getattr(each, "_grad", None), each) for each in tensors]
    return [own if kept is None else kept for kept, own in found if kept is not None or not isinstance(own, mindspore.Parameter)]


def _keep(gradients: Sequence[Tensor], clipped: Sequence[Tensor]) -> None:
    """Stores values into the memory of gradients, which others may hold."""
    with GradientScope(False):
        for gradient, value in zip(gradients, clipped, strict=True):
            overwritten(gradient, value)


def get_total_norm(
    tensors: Iterable[Tensor], norm_type: float = 2.0, error_if_nonfinite: bool = False, foreach: bool | None = None
) -> Tensor:
    """The common norm of tensors. Raises RuntimeError if it is not finite and that is an error."""
    values = [tensors] if isinstance(tensors, Tensor) else list(tensors)
    if not values:
        return Tensor(0.0)
    if float(norm_type) == float("inf"):
        norm = ops.stack([ops.abs(value).max() for value in values]).max()
    else:
        norm = ops.pow(sum(ops.pow(ops.abs(value), norm_type).sum() for value in values), 1.0 / norm_type)
    if error_if_nonfinite and not bool(ops.isfinite(norm)):
        raise RuntimeError(f"The total norm of order {norm_type} is non-finite, so it cannot be clipped.")
    return norm


def clip_grads_with_norm_(parameters: Any, max_norm: float, total_norm: Tensor, foreach: bool | None = None) -> None:
    """Shrink gradients in place so that their common norm is at most `max_norm`."""
    share = ops.minimum(max_norm / (total_norm + 1e-6), ops.ones_like(total_norm))
    gradients = _gradients(parameters)
    _keep(gradients, [gradient * share for gradient in gradients])


def clip_grad_norm_(
    parameters: Any, max_norm: float, norm_type: float = 2.0, error_if_nonfinite: bool = False, foreach: bool | None = None
) -> Tensor:
    """The same; gives the norm that they had."""
    gradients = _gradients(parameters)
    total = get_total_norm(gradients, norm_type, error_if_nonfinite)
    clip_grads_with_norm_(gradients, max_norm, total)
    return total


def clip_grad_value_(parameters: Any, clip_value: float, foreach: bool | None = None) -> None:
    """Hold every value of gradients between -clip_value and clip_value, in place."""
    gradients = _gradients(parameters)
    _keep(gradients, [ops.clamp(gradient, -float(clip_value), float(clip_value)) for gradient in gradients])


clip_grad_norm = clip_grad_norm_
