"""Carries a torch checkpoint over to a MindSpore network, once.

MindSpore 2.0 and newer. The arrays come from torch: `{name: value.numpy() for name, value in state_dict.items()}`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from mindspore import Parameter, Tensor, nn

_TWINS = {
    "weight": ("weight", "gamma", "embedding_table"),
    "bias": ("bias", "beta"),
    "running_mean": ("running_mean", "moving_mean"),
    "running_var": ("running_var", "moving_variance"),
}


def convert_checkpoint(arrays: Mapping[str, Any], network: nn.Cell) -> dict[str, Parameter]:
    """The values under MindSpore's names, for `mindspore.load_param_into_net` and `save_checkpoint`.

    Adds or drops axes of length one (Conv1d). Buffers that are no parameters get their values at once.
    Names that only the network's own `load_state_dict` knows are loaded by it; what its own `state_dict` leaves out keeps its value.
    Raises KeyError for values that have no place in the network, ValueError for other shapes and for a shared place with two values.
    """
    _name_by_path(network)
    places = dict(_states(network))
    sources: dict[int, str] = {}
    converted, homeless = {}, []
    for name, array in arrays.items():
        place = _place(name, places)
        if place is not None:
            tensor = Tensor(array.reshape(_shape_of(place, name, array)), place.dtype)
            first = sources.setdefault(id(place), name)
            if first != name and not np.array_equal(array, arrays[first], equal_nan=array.dtype.kind in "fc"):
                raise ValueError(f"{first} and {name} are one parameter of the network, but have different values")
            if isinstance(place, Parameter):
                converted[place.name] = Parameter(tensor, name=place.name)
            else:
                place.assign_value(tensor)
        elif not name.endswith("num_batches_tracked"):
            homeless.append(name)
    if homeless and _loads_itself(network, arrays):
        return {parameter.name: parameter for parameter in network.get_parameters()}
    if homeless:
        raise KeyError(f"the network has no place for {', '.join(homeless)}")
    return {**_not_saved(network, places), **converted}


def _not_saved(network: nn.Cell, places: Mapping[str, Tensor]) -> dict[str, Parameter]:
    """The parameters that a network's own `state_dict` leaves out: they keep their values, and are not missing."""
    own = network.state_dict() if hasattr(network, "state_dict") else places
    asked = {id(parameter) for parameter in network.get_parameters()}
    return {state.name: state for path, state in places.items() if path not in own and id(state) in asked}


def _loads_itself(network: nn.Cell, arrays: Mapping[str, Any]) -> bool:
    """Whether the network has a `load_state_dict` that knows these names, such as one that splits weights; then it has loaded them."""
    try:
        network.load_state_dict({name: Tensor(array) for name, array in arrays.items()})
    except (AttributeError, KeyError, RuntimeError, TypeError, ValueError):
        return False
    return True


def _name_by_path(network: nn.Cell) -> None:
    """Give all parameters unique names, as MindSpore asks for."""
    names = [parameter.name for parameter in network.get_parameters()]
    if len(set(names)) < len(names):
        network.update_parameters_name()


def _place(name: str, places: Mapping[str, Tensor]) -> Tensor | None:
    """The tensor that a torch name means, also under the name that MindSpore's own layer has for it."""
    head, dot, tail = name.rpartition(".")
    names = (head + dot + twin for twin in _TWINS.get(tail, (tail,)))
    return next((places[twin] for twin in names if twin in places), None)


def _states(cell: nn.Cell, path: str = "", above: tuple[int, ...] = ()) -> Iterator[tuple[str, Tensor]]:
    """Parameters and buffers by every path that leads to them: what is shared has several."""
    if id(cell) in above:
        return
    for name, state in {**(cell.__dict__.get("_buffers") or {}), **cell._params}.items():
        if state is not None:
            yield path + name, state
    for name, child in cell._cells.items():
        if child is not None:
            yield from _states(child, f"{path}{name}.", (*above, id(cell)))


def _shape_of(place: Tensor, name: str, array: Any) -> tuple[int, ...]:
    shape = tuple(place.shape)
    if [size for size in array.shape if size != 1] != [size for size in shape if size != 1]:
        raise ValueError(f"{name} has shape {tuple(array.shape)}, the network's place for it {shape}")
    return shape
