"""torch.ops: operators of compiled libraries. They are built for torch, so none can be loaded here."""

from __future__ import annotations

from pathlib import Path

from mindaudit_data.recipes.framework.missing import Missing

SERVED = frozenset({"torchvision"})
"""The libraries whose operators rewriting replaces by recipes."""


def load_library(path: object) -> None:
    """Does nothing for a library whose operators have recipes.

    Raises OSError for others, as for a file that cannot be loaded, so that what a package does without its operators is done.
    """
    if Path(str(path)).parent.name in SERVED:
        return
    raise OSError(f"{path} is compiled for torch; MindSpore cannot load it")


def __getattr__(name: str) -> Missing:
    """A namespace of operators. Calling one of its operators raises NotImplementedError."""
    if name.startswith("__"):
        raise AttributeError(name)
    return Missing(f"torch.ops.{name}")
