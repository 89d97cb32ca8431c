"""`torch.save` for files of its own kind, `torch.load` for these and for torch's, and the classes that files may name."""

from __future__ import annotations

from typing import Any

from mindaudit_data.recipes.framework.devices import device
from mindaudit_data.recipes.framework.dtypes import Size
from mindaudit_data.recipes.object_files import load_object, safe_classes, save_object


def save(obj: Any, f: Any, *_: Any, **__: Any) -> None:
    """Writes an object of tensors, containers and whatever Python pickles."""
    save_object(obj, f)


def load(f: Any, map_location: Any = None, pickle_module: Any = None, *, weights_only: bool | None = None, **_: Any) -> Any:
    """Reads what `save` or torch wrote: plain values, or with `weights_only=False` all that `save` wrote."""
    return load_object(f, weights_only)


def add_safe_globals(safe_globals: Any) -> None:
    """Files of plain values may name these classes and functions; a pair gives one another full name."""
    for each in safe_globals:
        found, name = each if isinstance(each, tuple) else (each, f"{each.__module__}.{each.__qualname__}")
        module, _, last = name.rpartition(".")
        safe_classes[module, last] = found


def get_safe_globals() -> list[Any]:
    """Those that were added."""
    return [each for each in safe_classes.values() if each not in _OWN]


def clear_safe_globals() -> None:
    """Files may name no others any more."""
    safe_classes.clear()
    add_safe_globals(_OWN)


class safe_globals:
    """A scope in which files of plain values may name these classes and functions."""

    def __init__(self, safe_globals: Any) -> None:
        self.safe_globals = safe_globals

    def __enter__(self) -> None:
        self._before = dict(safe_classes)
        add_safe_globals(self.safe_globals)

    def __exit__(self, *_: object) -> None:
        safe_classes.clear()
        safe_classes.update(self._before)


_OWN = (Size, device)
add_safe_globals(_OWN)
