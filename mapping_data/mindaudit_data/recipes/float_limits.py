"""`torch.finfo`: the limits of a floating-point dtype, including bfloat16, which NumPy lacks.

MindSpore 2.0 and newer, graph and PyNative mode.
"""

from __future__ import annotations

from typing import Any

import mindspore


@mindspore.jit_class
class FloatLimits:
    """`bits`, `eps`, `max`, `min`, `tiny`, `smallest_normal`, `resolution` and name (`dtype`); those of the parts of a complex dtype.

    Any dtype other than float16, bfloat16, float32 and complex64 has those of float64.
    """

    def __init__(self, dtype: Any = mindspore.float32) -> None:
        if dtype == mindspore.float16:
            self.dtype = "float16"
            self.bits, self.eps, self.max, self.tiny, self.resolution = 16, 2.0**-10, 65504.0, 2.0**-14, 1e-3
        elif dtype == mindspore.bfloat16:
            self.dtype = "bfloat16"
            self.bits, self.eps, self.max, self.tiny, self.resolution = 16, 2.0**-7, 3.3895313892515355e38, 2.0**-126, 1e-2
        elif dtype == mindspore.float32 or dtype == mindspore.complex64:
            self.dtype = "float32"
            self.bits, self.eps, self.max, self.tiny, self.resolution = 32, 2.0**-23, 3.4028234663852886e38, 2.0**-126, 1e-6
        else:
            self.dtype = "float64"
            self.bits, self.eps, self.max, self.tiny, self.resolution = 64, 2.0**-52, 1.7976931348623157e308, 2.0**-1022, 1e-15
        self.min = -self.max
        self.smallest_normal = self.tiny
