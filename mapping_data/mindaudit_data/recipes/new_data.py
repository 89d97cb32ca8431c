"""Tensors that get other data between what is computed with them and its gradients: `x.data = y`. PyNative mode."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor

from mindaudit_data.recipes.no_gradients import gradients_recorded


def before_new_data(x: Any) -> None:
    """Gives a tensor memory of its own, so that gradients see the data that it gets afterwards, as in torch.

    MindSpore saves a copy for them once all elements of a tensor were stored into by an index.
    """
    if isinstance(x, Tensor) and gradients_recorded():
        x.data = x.data.copy()
