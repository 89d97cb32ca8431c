"""`torch.save` and `torch.load` of nested objects.

MindSpore 2.0 and newer; exact. Tensors are kept as arrays; reading takes what `save_object` or torch wrote: plain values alone, or all that
`save_object` wrote where the program asks for it.
"""

from __future__ import annotations

import io
import pickle
import sys
from pathlib import Path
from typing import Any, BinaryIO

import mindspore
from mindspore import Parameter, Tensor

from mindaudit_data.recipes.torch_files import NUMPY, PLAIN, is_torch_file, load_torch_file, refuse

_HEAD = b"mindaudit objects\n"
"""Begins a file; one without it holds tuples of kinds and parts."""
safe_classes: dict[tuple[str, str], Any] = {}
"""Classes and functions that files of plain values may name besides, by their modules and names."""


class _Pickler(pickle.Pickler):
    """Keeps tensors as arrays and dtypes by their names."""

    def reducer_override(self, value: Any) -> Any:
        """What is called with what when the value is read."""
        if type(value) is Parameter:
            return _parameter, (value.data, value.name, value.requires_grad)
        if isinstance(value, Tensor) and not isinstance(value, Parameter):
            array = value.astype(mindspore.float32) if value.dtype == mindspore.bfloat16 else value
            return _tensor, (array.asnumpy(), str(value.dtype).lower(), bool(getattr(value, "_requires_grad", False)))
        if isinstance(value, mindspore.Type):
            return _dtype, (str(value).lower(),)
        return NotImplemented


def _tensor(array: Any, dtype: str, requires_grad: bool) -> Tensor:
    tensor = Tensor(array, _dtype(dtype))
    if requires_grad:
        tensor._requires_grad = True
    return tensor


def _parameter(tensor: Tensor, name: str, requires_grad: bool) -> Parameter:
    return Parameter(tensor, name, requires_grad)


def _dtype(name: str) -> Any:
    return mindspore.bool_ if name == "bool" else getattr(mindspore, name)


_OWN = {each.__name__: each for each in (_tensor, _parameter, _dtype)}


class _PlainUnpickler(pickle.Unpickler):
    """Reads numbers, strings, containers, tensors and arrays; any other class would run its own code."""

    def find_class(self, module: str, name: str) -> Any:
        """What a file names. Raises pickle.UnpicklingError."""
        known = {**PLAIN, **safe_classes}
        if module == __name__ and name in _OWN:
            return _OWN[name]
        if (module, name) in known:
            return known[module, name]
        loaded = getattr(sys.modules.get(module), name, None)
        is_parameter = isinstance(loaded, type) and issubclass(loaded, Parameter)
        if is_parameter or (module.split(".")[0] == "numpy" and name in NUMPY):
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name} is not read; a file that you trust is read with weights_only=False")


def save_object(value: Any, file: str | Path | BinaryIO) -> None:
    """Writes tensors, containers, plain values and whatever Python pickles to a path or an open file."""
    stream = io.BytesIO()
    _Pickler(stream).dump(value)
    data = _HEAD + stream.getvalue()
    if hasattr(file, "write"):
        file.write(data)
    else:
        Path(file).write_bytes(data)


def load_object(file: str | Path | BinaryIO, weights_only: bool | None = None) -> Any:
    """Reads what `save_object` or `torch.save` wrote. Raises pickle.UnpicklingError for classes that are no plain values.

    With `weights_only=False` a file may name any class, which runs its code: whole modules, for example; torch's file none of torch's.
    """
    data = file.read() if hasattr(file, "read") else Path(file).read_bytes()
    if is_torch_file(data):
        return load_torch_file(data, _imported if weights_only is False else _safe)
    unpickler = pickle.Unpickler if weights_only is False else _PlainUnpickler
    value = unpickler(io.BytesIO(data.removeprefix(_HEAD))).load()
    return value if data.startswith(_HEAD) else _restored(value)


def _safe(module: str, name: str) -> Any:
    """A class or function that was declared safe."""
    return safe_classes[module, name] if (module, name) in safe_classes else refuse(module, name)


def _imported(module: str, name: str) -> Any:
    """A class or function of any module but torch's. Raises pickle.UnpicklingError where there is none."""
    if module.partition(".")[0] == "torch":
        return refuse(module, name)
    try:
        return pickle.Unpickler(io.BytesIO()).find_class(module, name)  # it knows what Python 2 called its modules
    except (ImportError, AttributeError) as error:
        raise pickle.UnpicklingError(f"{module}.{name} is not there: {error}") from error


def _restored(plain: Any) -> Any:
    """The object that tuples of kinds and parts stand for."""
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
