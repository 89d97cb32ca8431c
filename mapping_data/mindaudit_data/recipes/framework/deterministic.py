"""Switches of torch for accuracy, threads and printing; what they ask about holds, what they set changes nothing."""

from __future__ import annotations

from typing import Any

from mindaudit_data.recipes.framework.unavailable import no, nothing, one
from mindaudit_data.recipes.tensor_text import set_printoptions as set_printoptions

are_deterministic_algorithms_enabled = is_deterministic_algorithms_warn_only_enabled = is_autocast_enabled = is_autocast_cache_enabled = no
is_autocast_cpu_enabled = is_inference_mode_enabled = is_warn_always_enabled = no
use_deterministic_algorithms = set_float32_matmul_precision = set_warn_always = nothing
set_num_threads = set_num_interop_threads = set_flush_denormal = nothing
get_num_threads = get_num_interop_threads = one


def get_float32_matmul_precision() -> str:
    """The highest."""
    return "highest"


def get_autocast_dtype(device_type: Any) -> None:
    """None: nothing is cast."""


get_autocast_gpu_dtype = get_autocast_cpu_dtype = get_autocast_dtype


_DEBUG_MODES = ("default", "warn", "error")
_debug_mode = [0]


def get_deterministic_debug_mode() -> int:
    """The number that was set last."""
    return _debug_mode[0]


def set_deterministic_debug_mode(debug_mode: int | str) -> None:
    """Keeps the number of a mode, or of its name: default, warn, error."""
    _debug_mode[0] = _DEBUG_MODES.index(debug_mode) if isinstance(debug_mode, str) else debug_mode


def compile(model: Any = None, **options: Any) -> Any:
    """What it gets: `mindspore.jit` compiles what is to be compiled."""
    return (lambda function: function) if model is None else model


def _assert(condition: Any, message: Any) -> None:
    """Raises AssertionError with the message unless the condition holds."""
    if not bool(condition):
        raise AssertionError(message() if callable(message) else message)


def _check(condition: Any, message: Any = "") -> None:
    """Raises RuntimeError with the message unless the condition holds."""
    if not bool(condition):
        raise RuntimeError(message() if callable(message) else message)


def typename(obj: Any) -> str:
    """The name of an object's class, with its module unless that is Python's own."""
    kind = type(obj)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"
