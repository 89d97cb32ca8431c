"""`safetensors.torch`: tensors from and to files that torch's programs read and write as well.

Reads and writes the format itself, since the library of that name has no bfloat16 for NumPy: eight bytes with the length of a JSON text,
which gives for each name the dtype, the shape and the place of the bytes that follow. Names of weights are kept; the recipe
`convert_checkpoint` fits them to a network.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import mindspore
import numpy as np
from mindspore import Tensor

__all__ = ["load", "load_file", "load_model", "safe_open", "save", "save_file", "save_model"]
try:
    from safetensors import SafetensorError
except ImportError:  # what a program catches can only be the library's

    class SafetensorError(Exception):  # type: ignore[no-redef]
        """A file that cannot be read."""


_HALF = "BF16"
_DTYPES = {
    "BOOL": np.bool_,
    "U8": np.uint8,
    "I8": np.int8,
    "I16": np.int16,
    "U16": np.uint16,
    "I32": np.int32,
    "U32": np.uint32,
    "I64": np.int64,
    "U64": np.uint64,
    "F16": np.float16,
    _HALF: np.uint16,
    "F32": np.float32,
    "F64": np.float64,
    "C64": np.complex64,
}
_TORCH = ("pt", "torch", "pytorch")


def load_file(filename: str | Path, device: Any = "cpu") -> dict[str, Tensor]:
    """The tensors of a file by name."""
    return load(Path(filename).read_bytes())


def load(data: bytes) -> dict[str, Tensor]:
    """The tensors of a file's content by name."""
    start = 8 + int.from_bytes(data[:8], "little")
    entries = json.loads(data[8:start])
    entries.pop("__metadata__", None)
    numbers = memoryview(data)[start:]
    return {name: _tensor(_array(numbers, each), each["dtype"]) for name, each in entries.items()}


def save_file(tensors: Mapping[str, Tensor], filename: str | Path, metadata: dict[str, str] | None = None) -> None:
    """Writes tensors by name into a file."""
    Path(filename).write_bytes(save(tensors, metadata))


def save(tensors: Mapping[str, Tensor], metadata: dict[str, str] | None = None) -> bytes:
    """A file's content with these tensors by name."""
    entries: dict[str, Any] = {"__metadata__": metadata} if metadata else {}
    parts, place = [], 0
    for name, tensor in sorted(tensors.items(), key=lambda item: (-item[1].itemsize, item[0])):  # as the library has it, for alignment
        array = _numbers(tensor)
        kind = _HALF if tensor.dtype == mindspore.bfloat16 else next(kind for kind, dtype in _DTYPES.items() if dtype == array.dtype)
        entries[name] = {"dtype": kind, "shape": list(tensor.shape), "data_offsets": [place, place + array.nbytes]}
        place += array.nbytes
        parts.append(array.tobytes())
    text = json.dumps(entries, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return b"".join([len(text).to_bytes(8, "little"), text, *parts])


def save_model(model: Any, filename: str | Path, metadata: dict[str, str] | None = None, force_contiguous: bool = True) -> None:
    """Writes a module's state into a file."""
    save_file(model.state_dict(), filename, metadata)


def load_model(model: Any, filename: str | Path, strict: bool = True, device: Any = "cpu") -> tuple[list[str], list[str]]:
    """Loads a module's state from a file; the names that the file lacks and those that the module lacks."""
    missing, unexpected = model.load_state_dict(load_file(filename), strict=strict)
    return list(missing), list(unexpected)


def safe_open(filename: str | Path, framework: str, device: Any = "cpu") -> Any:
    """A file whose tensors are read one by one; for another framework than torch what the library gives."""
    if framework in _TORCH:
        return _File(filename)
    from safetensors import safe_open as other

    return other(filename, framework, device)


class _File:
    """The tensors of a file, each of which is read when it is asked for."""

    def __init__(self, filename: str | Path) -> None:
        with Path(filename).open("rb") as file:
            length = int.from_bytes(file.read(8), "little")
            self._entries = json.loads(file.read(length))
        self._metadata = self._entries.pop("__metadata__", None)
        self._filename, self._start = filename, 8 + length

    def __enter__(self) -> _File:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is open between two reads."""

    def keys(self) -> list[str]:
        """The names in order."""
        return sorted(self._entries)

    def offset_keys(self) -> list[str]:
        """The names in the order of the file."""
        return sorted(self._entries, key=lambda name: self._entries[name]["data_offsets"])

    def metadata(self) -> dict[str, str] | None:
        """What was written beside the tensors."""
        return self._metadata

    def get_tensor(self, name: str) -> Tensor:
        """The tensor of that name. Raises SafetensorError for an unknown one."""
        return self.get_slice(name)[...]

    def get_tensors(self, names: Sequence[str]) -> dict[str, Tensor]:
        """The tensors of these names."""
        return {name: self.get_tensor(name) for name in names}

    def get_slice(self, name: str) -> _Slice:
        """What gives parts of the tensor of that name. Raises SafetensorError for an unknown one."""
        if name not in self._entries:
            raise SafetensorError(f"File does not contain tensor {name}")
        entry = self._entries[name]
        begin, end = entry["data_offsets"]
        with Path(self._filename).open("rb") as file:
            file.seek(self._start + begin)
            return _Slice(_array(file.read(end - begin), {**entry, "data_offsets": (0, end - begin)}), entry["dtype"])


class _Slice:
    """A tensor of a file, of which an index gives a part."""

    def __init__(self, array: np.ndarray, kind: str) -> None:
        self._array, self._kind = array, kind

    def get_shape(self) -> list[int]:
        """The sizes."""
        return list(self._array.shape)

    def get_dtype(self) -> str:
        """The dtype's name in the file."""
        return self._kind

    def __getitem__(self, index: Any) -> Tensor:
        return _tensor(self._array[index], self._kind)


def _array(data: bytes | memoryview, entry: Mapping[str, Any]) -> np.ndarray:
    """The numbers at an entry's place in the data; of bfloat16 the upper halves of float32 as whole numbers."""
    begin, end = entry["data_offsets"]
    return np.frombuffer(data[begin:end], _DTYPES[entry["dtype"]]).reshape(entry["shape"])


def _tensor(array: np.ndarray, kind: str) -> Tensor:
    if kind != _HALF:
        return Tensor(np.array(array))
    return Tensor((array.astype(np.uint32) << 16).view(np.float32)).astype(mindspore.bfloat16)


def _numbers(tensor: Tensor) -> np.ndarray:
    """What is written of a tensor."""
    if tensor.dtype != mindspore.bfloat16:
        return np.ascontiguousarray(tensor.asnumpy())
    return (np.ascontiguousarray(tensor.float().asnumpy()).view(np.uint32) >> 16).astype(np.uint16)
