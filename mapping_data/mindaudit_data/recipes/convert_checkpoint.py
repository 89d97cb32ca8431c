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

    Adds or drops axes of length one (Conv1d). Raises KeyError for values that have no place in the network, ValueError for other shapes.
    """
    own = dict(network.parameters_and_names())
    converted, homeless = {}, []
    for name, array in arrays.items():
        head, dot, tail = name.rpartition(".")
        place = next((head + dot + twin for twin in _TWINS.get(tail, (tail,)) if head + dot + twin in own), None)
        if place is None:
            if tail != "num_batches_tracked":
                homeless.append(name)
            continue
        shape = tuple(own[place].shape)
        if [size for size in array.shape if size != 1] != [size for size in shape if size != 1]:
            raise ValueError(f"{name} has shape {tuple(array.shape)}, the network's {place} {shape}")
        converted[place] = Parameter(Tensor(array.reshape(shape), own[place].dtype), name=place)
    if homeless:
        raise KeyError(f"the network has no place for {', '.join(homeless)}")
    return converted
