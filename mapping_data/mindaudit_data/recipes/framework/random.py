"""`torch.manual_seed`, `torch.Generator`, `torch.random.fork_rng` and the state of the generator."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

import mindspore
from mindspore import Generator, initial_seed, seed

from mindaudit_data.recipes.manual_seed import manual_seed
from mindaudit_data.recipes.random_state import get_random_state as get_rng_state
from mindaudit_data.recipes.random_state import keep_random_state
from mindaudit_data.recipes.random_state import set_random_state as set_rng_state

__all__ = ["Generator", "default_generator", "fork_rng", "get_rng_state", "initial_seed", "manual_seed", "seed", "set_rng_state"]

default_generator = mindspore.default_generator if hasattr(mindspore, "default_generator") else None


def fork_rng(devices: Any = None, enabled: bool = True, **_: Any) -> AbstractContextManager[None]:
    """A scope after which the generator goes on as if nothing had been drawn."""
    return keep_random_state(enabled)
