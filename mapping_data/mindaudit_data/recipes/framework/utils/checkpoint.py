"""`torch.utils.checkpoint`: the same results and gradients, without saving memory.

In MindSpore `cell.recompute()` saves it, in graph mode.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

_OPTIONS = ("use_reentrant", "preserve_rng_state", "context_fn", "determinism_check", "debug", "early_stop")


def checkpoint(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """What the function gives for these arguments; torch's own options are left out."""
    return function(*args, **{name: value for name, value in kwargs.items() if name not in _OPTIONS})


def checkpoint_sequential(functions: Iterable[Callable[..., Any]], segments: int, input: Any, **_: Any) -> Any:
    """What the functions give, one after the other."""
    for function in functions:
        input = function(input)
    return input


def set_checkpoint_early_stop(enable: bool) -> None:
    """Nothing."""


def get_device_states(*args: Any) -> tuple[list[int], list[Any]]:
    """The devices of the arguments beside the host, and the states of their generators: none."""
    return [], []


def set_device_states(devices: Iterable[int], states: Iterable[Any], **_: Any) -> None:
    """Nothing."""
