"""`torch.save` and `torch.load` of nested objects.

MindSpore 2.0 and newer; exact. Tensors are kept as arrays; reading takes what `save_object` or torch wrote, plain values alone.
"""

from __future__ import annotations

import io
import pickle
from pathlib import Path
from typing import Any, BinaryIO

from mindspore import Parameter, Tensor

from mindaudit_data.recipes.torch_files import is_torch_file, load_torch_file


def _plain(value: Any) -> Any:
    if isinstance(value, Tensor):
        return ("tensor", isinstance(value, Parameter), getattr(value, "name", ""), value.asnumpy())
    if isinstance(value, dict):
        return ("dict", [(key, _plain(item)) for key, item in value.items()])
    if isinstance(value, (list, tuple)):
        return (type(value).__name__, [_plain(item) for item in value])
    return ("value", value)


def _restored(plain: Any) -> Any:
    kind, *rest = plain
    if kind == "tensor":
        is_parameter, name, array = rest
        return Parameter(Tensor(array), name=name) if is_parameter else Tensor(array)
    if kind == "dict":
        return {key: _restored(item) for key, item in rest[0]}
    if kind in ("list", "tuple"):
        items = [_restored(item) for item in rest[0]]
        return items if kind == "list" else tuple(items)
    return rest[0]


class _PlainUnpickler(pickle.Unpickler):
    """Reads numbers, strings, containers and arrays; any other class would run its own code."""

    def find_class(self, module: str, name: str) -> Any:
        if module.split(".")[0] == "numpy" and name in ("_reconstruct", "ndarray", "dtype", "scalar", "_frombuffer"):
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name} is not read")


def save_object(value: Any, file: str | Path | BinaryIO) -> None:
    """Writes tensors, parameters, numbers, strings and dictionaries, lists and tuples of them to a path or an open file."""
    data = pickle.dumps(_plain(value))
    if hasattr(file, "write"):
        file.write(data)
    else:
        Path(file).write_bytes(data)


def load_object(file: str | Path | BinaryIO) -> Any:
    """Reads what `save_object` or `torch.save` wrote. Raises pickle.UnpicklingError for other classes."""
    data = file.read() if hasattr(file, "read") else Path(file).read_bytes()
    if is_torch_file(data):
        return load_torch_file(data)
    return _restored(_PlainUnpickler(io.BytesIO(data)).load())
