"""`torch.autograd.set_detect_anomaly` and `detect_anomaly`: a gradient that is not a number is an error of the recipe `backward`.

PyNative mode, MindSpore 2.8 and newer. The gradients of parameters and other leaves are looked at, not those of what lies between: the
error does not name the operation.
"""

from __future__ import annotations

import warnings

import mindspore

from mindaudit_data.recipes.no_gradients import Backward


class set_detect_anomaly:  # noqa: N801 - it stands where torch's stood
    """Looks from now on, or no longer; as a scope, until its end. `check_nan=False` looks at nothing."""

    def __init__(self, mode: bool, check_nan: bool = True) -> None:
        self._before = Backward.checks
        Backward.checks = mode and check_nan
        if Backward.checks and mindspore.get_context("mode") == mindspore.GRAPH_MODE:
            warnings.warn("gradients that graphs compute are not looked at", stacklevel=2)

    def __enter__(self) -> None:
        """It has begun already."""

    def __exit__(self, *_: object) -> None:
        Backward.checks = self._before


class detect_anomaly:  # noqa: N801 - it stands where torch's stood
    """A scope in which is looked."""

    def __init__(self, check_nan: bool = True) -> None:
        self.check_nan = check_nan

    def __enter__(self) -> None:
        self._scope = set_detect_anomaly(True, self.check_nan)

    def __exit__(self, *_: object) -> None:
        self._scope.__exit__()


def is_anomaly_enabled() -> bool:
    """Whether gradients are looked at."""
    return Backward.checks
