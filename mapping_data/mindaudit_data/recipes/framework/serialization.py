"""`torch.save` and `torch.load` for files of their own kind; the recipe `convert_checkpoint` takes torch's weights over."""

from __future__ import annotations

from typing import Any

from mindaudit_data.recipes.framework.unavailable import nothing
from mindaudit_data.recipes.object_files import load_object, save_object

add_safe_globals = nothing


def save(obj: Any, f: Any, *_: Any, **__: Any) -> None:
    """Writes an object of tensors, containers and plain values."""
    save_object(obj, f)


def load(f: Any, map_location: Any = None, **_: Any) -> Any:
    """Reads what `save` wrote."""
    return load_object(f)
