"""`torch.utils.checkpoint`: the same results, gradients and effects of a second run, without saving memory.

In MindSpore `cell.recompute()` saves it, in graph mode.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

from mindspore import Tensor

from mindaudit_data.recipes.no_gradients import carry_gradients, no_gradients
from mindaudit_data.recipes.random_state import get_random_state, keep_random_state, set_random_state
from mindaudit_data.recipes.tensor_hooks import hook_gradient

_OPTIONS = ("context_fn", "determinism_check", "debug", "early_stop")


def checkpoint(
    function: Callable[..., Any],
    *args: Any,
    use_reentrant: bool | None = None,
    preserve_rng_state: bool = True,
    **kwargs: Any,
) -> Any:
    """What the function gives for these arguments; torch's other options are left out.

    As in torch it runs again for its gradients, so that its effects come twice: statistics of batch norms move on.
    With `use_reentrant` nothing has a gradient unless an argument has.
    """
    named = {name: value for name, value in kwargs.items() if name not in _OPTIONS}
    if use_reentrant and not carry_gradients(*args):
        with no_gradients():
            return function(*args, **named)
    state = get_random_state() if preserve_rng_state else None
    found = function(*args, **named)

    @cache
    def run_again() -> None:
        with no_gradients(), keep_random_state(state is not None):
            if state is not None:
                set_random_state(state)
            function(*args, **named)

    for each in found if isinstance(found, (tuple, list)) else (found,):
        if isinstance(each, Tensor) and each._requires_grad:
            hook_gradient(each, lambda _: run_again())
    return found


def checkpoint_sequential(functions: Iterable[Callable[..., Any]], segments: int, input: Any, **options: Any) -> Any:
    """What the functions give, one after the other; all segments of them but the last run again for their gradients."""
    every = [*functions]
    length = len(every) // segments
    for start in range(0, length * (segments - 1), length):
        input = checkpoint(_in_turn, every[start : start + length], input, **options)
    return _in_turn(every[length * (segments - 1) :], input)


def _in_turn(functions: Sequence[Callable[..., Any]], x: Any) -> Any:
    for function in functions:
        x = function(x)
    return x


def set_checkpoint_early_stop(enable: bool) -> None:
    """Nothing."""


def get_device_states(*args: Any) -> tuple[list[int], list[Any]]:
    """The devices of the arguments beside the host, and the states of their generators: none."""
    return [], []


def set_device_states(devices: Iterable[int], states: Iterable[Any], **_: Any) -> None:
    """Nothing."""
