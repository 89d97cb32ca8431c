"""Carries a torch checkpoint over to a MindSpore network, once.

MindSpore 2.0 and newer. The arrays come from torch: `{name: value.numpy() for name, value in state_dict.items()}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mindspore import Parameter, Tensor, nn

_TWINS = {
    "weight": ("weight", "gamma", "embedding_table"),
    "bias": ("bias", "beta"),
    "running_mean": ("running_mean", "moving_mean"),
    "running_var": ("running_var", "moving_variance"),
}


def convert_checkpoint(arrays: Mapping[str, Any], network: nn.Cell) -> dict[str, Parameter]:
    """The values under MindSpore's names, for `mindspore.load_param_into_net` and `save_checkpoint`.

    Adds or drops axes of length one (Conv1d). Buffers are no parameters: they get their values at once.
    Raises KeyError for values that have no place in the network, ValueError for other shapes.
    """
    own, buffers = _parameters(network), _buffers(network)
    converted, homeless = {}, []
    for name, array in arrays.items():
        head, dot, tail = name.rpartition(".")
        place = next((head + dot + twin for twin in _TWINS.get(tail, (tail,)) if head + dot + twin in own), None)
        if place is not None:
            shape = _shape_of(own[place], name, array)
            converted[own[place].name] = Parameter(Tensor(array.reshape(shape), own[place].dtype), name=own[place].name)
        elif name in buffers:
            shape = _shape_of(buffers[name], name, array)
            buffers[name].assign_value(Tensor(array.reshape(shape), buffers[name].dtype))
        elif tail != "num_batches_tracked":
            homeless.append(name)
    if homeless:
        raise KeyError(f"the network has no place for {', '.join(homeless)}")
    return converted


def _parameters(network: nn.Cell) -> dict[str, Parameter]:
    """The parameters by every path that leads to them: one that is shared has several."""
    found = {}
    for path, cell in network.cells_and_names():
        for name, parameter in cell.parameters_and_names(expand=False):
            found[f"{path}.{name}" if path else name] = parameter
    return found


def _buffers(network: nn.Cell) -> dict[str, Tensor]:
    return dict(network.named_buffers()) if hasattr(network, "named_buffers") else {}


def _shape_of(place: Tensor, name: str, array: Any) -> tuple[int, ...]:
    shape = tuple(place.shape)
    if [size for size in array.shape if size != 1] != [size for size in shape if size != 1]:
        raise ValueError(f"{name} has shape {tuple(array.shape)}, the network's place for it {shape}")
    return shape
