"""`torch.random.fork_rng`.

MindSpore 2.3 and newer; exact for mindspore.mint. What mindspore.ops draws follows mindspore.set_seed and is not set back.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import mindspore


@contextmanager
def keep_random_state() -> Iterator[None]:
    """A scope after which MindSpore's generator goes on as if nothing had been drawn."""
    state = mindspore.get_rng_state()
    try:
        yield
    finally:
        mindspore.set_rng_state(state)
