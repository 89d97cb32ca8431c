"""Arrays of what is written, and the messages that hold it."""

from __future__ import annotations

from typing import Any, TypeAlias

import mindspore
import numpy as np
from mindspore import Tensor
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]


def as_array(value: Any) -> Array:
    """The array of a tensor, a number or an array, with at least one dimension."""
    if isinstance(value, Tensor):
        # NumPy has no bfloat16
        value = (value.astype(mindspore.float32) if value.dtype == mindspore.bfloat16 else value).asnumpy()
    found = np.atleast_1d(np.asarray(value))
    if found.dtype == object:
        raise TypeError(f"tensors, arrays and numbers are written, not {type(value).__name__}")
    return found


def summary_of(tag: str, **fields: Any) -> Any:
    """The message with one value under a tag. Fields are messages, or dictionaries of their fields."""
    from tensorboard.compat.proto.summary_pb2 import Summary

    return Summary(value=[{"tag": tag, **fields}])


def for_plugin(name: str, content: bytes = b"") -> dict[str, Any]:
    """What says which of TensorBoard's plugins shows a value."""
    return {"plugin_data": {"plugin_name": name, "content": content}}


def texts(values: list[bytes], shape: tuple[int, ...]) -> dict[str, Any]:
    """The fields of a tensor of strings."""
    return {"dtype": "DT_STRING", "string_val": values, "tensor_shape": {"dim": [{"size": each} for each in shape]}}


def tensor_of(array: Array) -> Any:
    """The message of a tensor of numbers."""
    from tensorboard.util.tensor_util import make_tensor_proto

    return make_tensor_proto(array)
