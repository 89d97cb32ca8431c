"""`torch.get_rng_state`, `torch.set_rng_state` and `torch.random.fork_rng`.

MindSpore 2.3 and newer. MindSpore's operators on a CPU follow seeds and have no state that can be read: reading begins with a new seed,
which stands for the state. So what is drawn after reading it is drawn again after setting it.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager

import mindspore
import numpy as np
from mindspore import Tensor

from mindaudit_data.recipes.host_random import host_orders
from mindaudit_data.recipes.manual_seed import manual_seed

_BITS = 32


def get_random_state(device: object = None) -> Tensor:
    """The state: the bytes of a seed, uint8 (8,)."""
    seed = host_orders().getrandbits(_BITS)
    manual_seed(seed)
    return mindspore.tensor(np.array([seed], np.int64).view(np.uint8))


def set_random_state(new_state: Tensor, device: object = None) -> None:
    """Draws what was drawn after this state was read. Another program's state, of any size, is a seed like others."""
    state = np.ascontiguousarray(new_state.asnumpy()).view(np.uint8)
    manual_seed(int(state.view(np.int64)[0]) if state.size == np.int64().nbytes else zlib.crc32(state.tobytes()))


@contextmanager
def keep_random_state(enabled: bool = True) -> Iterator[None]:
    """A scope after which MindSpore's generators go on as if nothing had been drawn, if it is `enabled`."""
    state = get_random_state() if enabled else None
    try:
        yield
    finally:
        if state is not None:
            set_random_state(state)
