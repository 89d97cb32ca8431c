"""`torch.manual_seed` and its forms for devices.

MindSpore 2.3 and newer. Drawn numbers are MindSpore's, so they differ from torch's with the same seed.
"""

from __future__ import annotations

import random

import mindspore
import numpy as np

from mindaudit_data.recipes.host_random import seed_host


def manual_seed(seed: int) -> mindspore.Generator:
    """Seeds what MindSpore draws and returns its generator.

    mindspore.set_seed serves operators of mindspore.ops and data sets; it takes 32 bits, and would seed NumPy's and Python's generators,
    which stay as they are. mindspore.manual_seed serves mindspore.mint.
    """
    numpy_state, python_state = np.random.get_state(), random.getstate()
    mindspore.set_seed(seed % 2**32)
    np.random.set_state(numpy_state)
    random.setstate(python_state)
    seed_host(seed % 2**32)
    return mindspore.manual_seed(seed)
