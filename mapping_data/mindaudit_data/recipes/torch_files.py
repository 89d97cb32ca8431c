"""Files that `torch.save` wrote, read without torch: the archives of torch 1.6 and newer, and the older ones.

An archive is a zip with `data.pkl`, a pickle whose tensors name their storages, and a file of raw bytes for each storage. An older
file is a row of pickles: a magic number, the protocol, the machine's sizes, the object, the keys of its storages; then each storage's
length and bytes. Nothing but tensors, containers, numbers and texts is read, and what the caller finds: a pickle may name any function.
"""

from __future__ import annotations

import argparse
import io
import math
import pickle
import sys
import zipfile
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO, NamedTuple

import mindspore
import numpy as np
from mindspore import Parameter, Tensor

MAGIC = 0x1950A86A20F9469CFC6C
"""The first object of an older file."""
_LEGACY_HEAD = pickle.dumps(MAGIC, protocol=2)
_BFLOAT16 = "bfloat16"
_KINDS = {
    "Float": "float32",
    "Double": "float64",
    "Half": "float16",
    "BFloat16": _BFLOAT16,
    "Long": "int64",
    "Int": "int32",
    "Short": "int16",
    "Char": "int8",
    "Byte": "uint8",
    "Bool": "bool",
    "ComplexFloat": "complex64",
    "ComplexDouble": "complex128",
    "Untyped": "uint8",
}
"""What the elements of torch's storage classes are."""
_DTYPES = {
    **{name: getattr(mindspore, name) for name in (*(set(_KINDS.values()) - {"bool"}), "uint16", "uint32", "uint64")},
    **{alias: getattr(mindspore, _KINDS[alias.title()]) for alias in ("float", "double", "half", "long", "int", "short")},
    "bool": mindspore.bool_,
}
"""torch's dtypes under all their names."""
_BUILTINS = (set, frozenset, slice, complex, bytearray, list, dict, tuple, int, float, bool)
PLAIN = {
    ("collections", "Counter"): Counter,
    ("collections", "OrderedDict"): OrderedDict,
    ("collections", "defaultdict"): defaultdict,
    ("argparse", "Namespace"): argparse.Namespace,
    ("torch", "Size"): tuple,
    **{(module, each.__name__): each for module in ("builtins", "__builtin__") for each in _BUILTINS},
}
NUMPY = ("_reconstruct", "ndarray", "dtype", "scalar", "_frombuffer")
Find = Callable[[str, str], Any]
"""From the module and the name of a class or function to it. Raises pickle.UnpicklingError for those that are not to be read."""
Read = Callable[[str, np.dtype[Any]], np.ndarray[Any, Any] | None]
"""From a storage's key and the type of its elements to these; None where they are not there yet."""


class Storage(NamedTuple):
    """The elements that tensors lie in; bfloat16 as the upper halves of float32."""

    values: np.ndarray[Any, Any] | None
    kind: str


def is_torch_file(data: bytes) -> bool:
    """Whether `torch.save` wrote these bytes."""
    return data.startswith((_LEGACY_HEAD, b"PK\x03\x04"))


def refuse(module: str, name: str) -> Any:
    """Raises pickle.UnpicklingError: no class or function is found."""
    raise pickle.UnpicklingError(f"{module}.{name} is not read: save a state_dict, not a whole network")


def load_torch_file(data: bytes, find: Find = refuse) -> Any:
    """The object with MindSpore's tensors and parameters; `find` gives classes and functions that are no plain values.

    Raises pickle.UnpicklingError where it finds none, and for files that are cut off or damaged.
    """
    try:
        return _of_older_file(data, find) if data.startswith(_LEGACY_HEAD) else _of_archive(data, find)
    except (EOFError, KeyError, IndexError, AttributeError, TypeError, ValueError, zipfile.BadZipFile) as error:
        raise pickle.UnpicklingError(f"the file is cut off or damaged: {error}") from error


def _of_archive(data: bytes, find: Find) -> Any:
    archive = zipfile.ZipFile(io.BytesIO(data))
    root = next(name for name in archive.namelist() if name.endswith("/data.pkl")).removesuffix("data.pkl")
    order = archive.read(f"{root}byteorder").decode() if f"{root}byteorder" in archive.namelist() else "little"

    def read(key: str, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
        values = np.frombuffer(archive.read(f"{root}data/{key}"), dtype.newbyteorder("<" if order == "little" else ">"))
        return values.astype(dtype)

    return _TorchUnpickler(io.BytesIO(archive.read(f"{root}data.pkl")), read, find).load()


def _of_older_file(data: bytes, find: Find) -> Any:
    """The storages follow the object: it is read once to learn what they are, and once more when they are there."""
    stream = io.BytesIO(data)
    for _ in range(3):
        _TorchUnpickler(stream, _not_yet, find).load()
    start = stream.tell()
    first = _TorchUnpickler(stream, _not_yet, find)
    first.load()
    values: dict[str, np.ndarray[Any, Any]] = {}
    for key in _TorchUnpickler(stream, _not_yet, find).load():
        dtype = first.seen[key]
        raw = stream.read(int.from_bytes(stream.read(8), sys.byteorder) * dtype.itemsize)
        values[key] = np.frombuffer(raw[: len(raw) // dtype.itemsize * dtype.itemsize], dtype)
    stream.seek(start)
    return _TorchUnpickler(stream, lambda key, _: values[key], find).load()


def _not_yet(key: str, dtype: np.dtype[Any]) -> None:
    """The first look at an older file."""


class _TorchUnpickler(pickle.Unpickler):
    """Reads plain values and torch's tensors, whose storages `read` gives; any other class, which `find` gives, runs its own code."""

    def __init__(self, file: BinaryIO, read: Read, find: Find) -> None:
        super().__init__(file, encoding="utf-8")
        self._read, self._find = read, find
        self._storages: dict[str, Storage] = {}
        self.seen: dict[str, np.dtype[Any]] = {}

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in PLAIN:
            return PLAIN[module, name]
        if module.split(".")[0] == "numpy" and name in NUMPY:
            return super().find_class(module, name)
        if module == "_codecs" and name == "encode":
            return _encoded
        if module.split(".")[0] == "torch" and (found := _of_torch(name)) is not None:
            return found
        return self._find(module, name)

    def persistent_load(self, pid: Any) -> Storage:
        """The storage that a tensor names."""
        kind, key = pid[1:3]
        dtype = np.dtype("uint16" if kind == _BFLOAT16 else kind)
        self.seen[key] = dtype
        if key not in self._storages:
            self._storages[key] = Storage(self._read(key, dtype), kind)
        return self._storages[key]


def _of_torch(name: str) -> Any:
    """What stands for a name of torch in a pickle; None for what is not read."""
    if name.endswith("Storage"):
        return _KINDS.get(name.removesuffix("Storage"))
    return _REBUILT.get(name) or _DTYPES.get(name)


def _encoded(text: str, encoding: str = "utf-8") -> bytes:
    """How older pickles hold bytes."""
    return text.encode(encoding)


def tensor_of_storage(storage: Storage, offset: int, size: tuple[int, ...], stride: tuple[int, ...], *_: Any) -> Tensor:
    """A tensor from a part of a storage."""
    if storage.values is None:
        return Tensor(0)
    reach = 1 + sum((length - 1) * step for length, step in zip(size, stride, strict=True)) if math.prod(size) else 0
    part = storage.values[offset : offset + reach]
    if len(part) < reach:
        raise pickle.UnpicklingError("a tensor is longer than its storage: the file is cut off or damaged")
    steps = tuple(step * part.itemsize for step in stride)
    values = np.lib.stride_tricks.as_strided(part, size, steps).copy() if reach else np.zeros(size, storage.values.dtype)
    if storage.kind == _BFLOAT16:
        return Tensor((values.astype(np.uint32) << 16).view(np.float32), mindspore.bfloat16)
    return Tensor(values)


def _tensor_of_type(storage: Storage, offset: int, size: tuple[int, ...], stride: tuple[int, ...], *rest: Any) -> Tensor:
    """A tensor from a storage of bytes; its dtype comes after gradient, hooks."""
    if storage.values is None:
        return Tensor(0)
    dtype = np.dtype("uint16" if rest[2] == mindspore.bfloat16 else mindspore.dtype_to_nptype(rest[2]))
    kind = _BFLOAT16 if rest[2] == mindspore.bfloat16 else dtype.name
    whole = len(storage.values) // dtype.itemsize * dtype.itemsize
    return tensor_of_storage(Storage(storage.values[:whole].view(dtype), kind), offset, size, stride)


def _parameter(data: Tensor, requires_grad: bool = True, *_: Any) -> Parameter:
    return Parameter(data, requires_grad=requires_grad)


def _device(kind: str, index: int | None = None) -> str:
    """A device as a text, which everything takes that takes a device."""
    return kind if index is None else f"{kind}:{index}"


_REBUILT: Mapping[str, Any] = {
    "_rebuild_tensor": tensor_of_storage,
    "_rebuild_tensor_v2": tensor_of_storage,
    "_rebuild_tensor_v3": _tensor_of_type,
    "_rebuild_parameter": _parameter,
    "_rebuild_parameter_with_state": _parameter,
    "device": _device,
}
