"""`torch.save` for files of its own kind, `torch.load` for these and for torch's."""

from __future__ import annotations

from typing import Any

from mindaudit_data.recipes.framework.unavailable import nothing
from mindaudit_data.recipes.object_files import load_object, save_object

add_safe_globals = nothing


def save(obj: Any, f: Any, *_: Any, **__: Any) -> None:
    """Writes an object of tensors, containers and plain values."""
    save_object(obj, f)


def load(f: Any, map_location: Any = None, **_: Any) -> Any:
    """Reads what `save` or torch wrote."""
    return load_object(f)
