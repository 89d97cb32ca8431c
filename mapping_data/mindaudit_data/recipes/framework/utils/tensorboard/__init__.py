"""`torch.utils.tensorboard`: event files by the package tensorboard; without it its writers cannot be imported, as with torch."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from mindaudit_data.recipes.framework.utils.tensorboard import summary, writer

if TYPE_CHECKING:
    from mindaudit_data.recipes.framework.utils.tensorboard.writer import FileWriter, SummaryWriter

__all__ = ["FileWriter", "SummaryWriter", "summary", "writer"]


def __getattr__(name: str) -> Any:
    """A writer. ModuleNotFoundError where the package is not installed, which programs that can do without it catch."""
    if name not in ("FileWriter", "SummaryWriter"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if find_spec("tensorboard") is None:
        raise ModuleNotFoundError("event files are written by the package tensorboard: pip install tensorboard", name="tensorboard")
    return getattr(writer, name)
