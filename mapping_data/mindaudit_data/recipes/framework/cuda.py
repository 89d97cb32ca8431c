"""`torch.cuda`: there is no such device, as `is_available` says; what asks for memory, streams and seeds hears so.

Programs that ask before they use it run as they are; MindSpore's own device is set by `mindspore.set_device`.
"""

from __future__ import annotations

from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

from mindaudit_data.recipes import typed_tensors
from mindaudit_data.recipes.framework import amp, sparse
from mindaudit_data.recipes.framework.missing import Missing
from mindaudit_data.recipes.framework.random import get_rng_state, initial_seed, manual_seed, set_rng_state
from mindaudit_data.recipes.framework.unavailable import no, nothing, zero
from mindaudit_data.recipes.typed_tensors import *

__all__ = ["amp", "get_rng_state", "initial_seed", "manual_seed", "set_rng_state", "sparse", *typed_tensors.__all__]

manual_seed_all = manual_seed
is_available = is_initialized = is_bf16_supported = is_current_stream_capturing = no
device_count = current_device = memory_allocated = memory_reserved = max_memory_allocated = max_memory_reserved = zero
nvtx = SimpleNamespace(range_push=nothing, range_pop=nothing, mark=nothing, range=nullcontext)
empty_cache = synchronize = reset_peak_memory_stats = reset_max_memory_allocated = init = set_device = ipc_collect = nothing
device = stream = nullcontext
_initialized = False
CUDAGraph = Missing("torch.cuda.CUDAGraph")
Event = Missing("torch.cuda.Event")
OutOfMemoryError = MemoryError
Stream = Missing("torch.cuda.Stream")
current_stream = Missing("torch.cuda.current_stream")
get_device_capability = Missing("torch.cuda.get_device_capability")
get_device_name = Missing("torch.cuda.get_device_name")
get_device_properties = Missing("torch.cuda.get_device_properties")


def get_rng_state_all() -> list[Any]:
    """No states, of no devices."""
    return []


def set_rng_state_all(new_states: Any) -> None:
    """Nothing."""


def get_arch_list() -> list[str]:
    """Nothing was compiled for such devices."""
    return []


def memory_stats(device: Any = None) -> dict[str, Any]:
    """Nothing is counted."""
    return {}
