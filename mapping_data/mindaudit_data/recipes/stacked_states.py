"""`torch.func.stack_module_state`: the parameters and buffers of several modules, stacked by their paths. PyNative mode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mindspore import Tensor, ops

from mindaudit_data.recipes.no_gradients import no_gradients, recorded


def stack_module_state(models: Sequence[Any]) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
    """Tensors of their own with one more axis: those of the parameters are trained. Raises RuntimeError for modules of different kinds."""
    if not models:
        raise RuntimeError("stack_module_state: Expected at least one model, got 0.")
    if len({model.training for model in models}) > 1:
        raise RuntimeError("stack_module_state: Expected all models to have the same training/eval mode.")
    if len({type(model) for model in models}) > 1:
        raise RuntimeError("stack_module_state: Expected all models to be of the same class.")
    parameters, buffers = [dict(each.named_parameters()) for each in models], [dict(each.named_buffers()) for each in models]
    return {path: _stacked(parameters, path) for path in parameters[0]}, {path: _stacked(buffers, path) for path in buffers[0]}


def _stacked(states: Sequence[dict[str, Any]], path: str) -> Tensor:
    tensors = [each[path] for each in states]
    trained = {bool(each.requires_grad) for each in tensors}
    if len(trained) > 1:
        raise RuntimeError(f"Expected {path} from each model to have the same .requires_grad")
    with no_gradients():
        stacked = ops.stack(tensors)
    return recorded(stacked) if trained == {True} else stacked
