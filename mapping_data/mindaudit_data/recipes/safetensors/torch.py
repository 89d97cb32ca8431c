"""`safetensors.torch`: tensors from and to files that torch's programs read and write as well.

Uses the library `safetensors`. Names of weights are kept; the recipe `convert_checkpoint` fits them to a network.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from mindspore import Tensor
from safetensors import safe_open
from safetensors.numpy import load as _load
from safetensors.numpy import save as _save
from safetensors.numpy import save_file as _save_file

__all__ = ["load", "load_file", "load_model", "safe_open", "save", "save_file", "save_model"]


def load_file(filename: str | Path, device: Any = "cpu") -> dict[str, Tensor]:
    """The tensors of a file by name."""
    return load(Path(filename).read_bytes())


def load(data: bytes) -> dict[str, Tensor]:
    """The tensors of a file's content by name."""
    return {name: Tensor(array) for name, array in _load(data).items()}


def save_file(tensors: Mapping[str, Tensor], filename: str | Path, metadata: dict[str, str] | None = None) -> None:
    """Writes tensors by name into a file."""
    _save_file(_arrays(tensors), filename, metadata)


def save(tensors: Mapping[str, Tensor], metadata: dict[str, str] | None = None) -> bytes:
    """A file's content with these tensors by name."""
    return _save(_arrays(tensors), metadata)


def _arrays(tensors: Mapping[str, Tensor]) -> dict[str, Any]:
    return {name: np.ascontiguousarray(tensor.asnumpy()) for name, tensor in tensors.items()}


def save_model(model: Any, filename: str | Path, metadata: dict[str, str] | None = None, force_contiguous: bool = True) -> None:
    """Writes a module's state into a file."""
    save_file(model.state_dict(), filename, metadata)


def load_model(model: Any, filename: str | Path, strict: bool = True, device: Any = "cpu") -> tuple[list[str], list[str]]:
    """Loads a module's state from a file; the names that the file lacks and those that the module lacks."""
    missing, unexpected = model.load_state_dict(load_file(filename), strict=strict)
    return list(missing), list(unexpected)
