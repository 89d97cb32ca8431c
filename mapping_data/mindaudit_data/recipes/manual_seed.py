"""`torch.manual_seed` and its forms for devices.

MindSpore 2.3 and newer. Drawn numbers are MindSpore's, so they differ from torch's with the same seed.
"""

from __future__ import annotations

import mindspore


def manual_seed(seed: int) -> mindspore.Generator:
    """Seeds what MindSpore draws and returns its generator.

    mindspore.set_seed serves operators of mindspore.ops, initialisers and data sets, and numpy, which initialisers draw from; it
    takes 32 bits. mindspore.manual_seed serves mindspore.mint.
    """
    mindspore.set_seed(seed % 2**32)
    return mindspore.manual_seed(seed)
