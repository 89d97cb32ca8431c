"""`torch.amp` in full precision: nothing is cast, and gradients are not scaled.

MindSpore casts a network once, when it is built: `mindspore.amp.auto_mixed_precision(network, "O1")`.
"""

from __future__ import annotations

from typing import Any

from mindaudit_data.recipes.scope import Scope
from mindaudit_data.recipes.unchanged import unchanged


class autocast(Scope):
    """A scope, or a decorator, that changes nothing."""

    def __init__(self, device_type: Any = None, dtype: Any = None, enabled: bool = True, cache_enabled: Any = None) -> None:
        self.device, self.fast_dtype = device_type, dtype


class GradScaler:
    """Scales by one: what is scaled stays as it is, and `step` steps."""

    def __init__(self, *_: Any, **__: Any) -> None:
        """Whatever is asked for, the scale is one."""

    def scale(self, outputs: Any) -> Any:
        """What it gets."""
        return outputs

    def step(self, optimizer: Any, *args: Any, **kwargs: Any) -> Any:
        """The optimizer's step."""
        return optimizer.step(*args, **kwargs)

    def unscale_(self, optimizer: Any) -> None:
        """Nothing: nothing was scaled."""

    def update(self, new_scale: Any = None) -> None:
        """Nothing: the scale is one."""

    def is_enabled(self) -> bool:
        """Never."""
        return False

    def get_scale(self) -> float:
        """1.0."""
        return 1.0

    def state_dict(self) -> dict[str, Any]:
        """Empty."""
        return {}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Nothing: there is no state."""


def is_autocast_available(device_type: str) -> bool:
    """Never."""
    return False


def custom_fwd(fwd: Any = None, **_: Any) -> Any:
    """The function as it is."""
    return unchanged(fwd)


custom_bwd = custom_fwd
