"""`torch.jit.isinstance`: also of types that name what a container holds, which Python's isinstance refuses.

Any MindSpore version in PyNative mode, 2.7 and newer in graph mode, where the answer is found while it is compiled; exact, but that
torch errs about a Union of containers.
"""

from __future__ import annotations

from types import UnionType
from typing import Any, Union, get_args, get_origin

from mindspore.ops.primitive import constexpr

from mindaudit_data.recipes.scope import compiled_as


def _in_graph(obj: Any, target_type: Any) -> Any:
    """What a graph compiles: Python asks what the compiler knows of the object."""
    return _known(obj, target_type)


@compiled_as(_in_graph)
def is_of_type(obj: Any, target_type: Any) -> bool:
    """Whether an object is of a type or of one of several; a container with what it holds: `List[int]`, `Dict[str, Tensor]`."""
    if isinstance(target_type, tuple):
        return any(is_of_type(obj, each) for each in target_type)
    kind, parts = get_origin(target_type), get_args(target_type)
    if kind is None or not parts:
        return isinstance(obj, kind or target_type)
    if kind in (Union, UnionType):
        return any(is_of_type(obj, each) for each in parts)
    if not isinstance(obj, kind):
        return False
    if kind is dict:
        return all(is_of_type(key, parts[0]) and is_of_type(value, parts[1]) for key, value in obj.items())
    if kind is tuple:
        return len(obj) == len(parts) and all(map(is_of_type, obj, parts))
    return all(is_of_type(item, parts[0]) for item in obj)


_known = constexpr(is_of_type, check=False)
