"""`torch.nn.utils.skip_init`."""

from __future__ import annotations

from typing import Any


def skip_init(module_cls: Any, *args: Any, **kwargs: Any) -> Any:
    """A module of the class; its values are initialised, as nothing is gained by leaving that out."""
    return module_cls(*args, **kwargs)
