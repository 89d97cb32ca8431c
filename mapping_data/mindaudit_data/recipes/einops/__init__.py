"""einops for MindSpore: the functions of that library under its names, in PyNative and graph mode.

The notation is that of einops: axes by name, parentheses around axes that are one, `...` for any others, numbers for axes of that length.
"""

from mindaudit_data.recipes.einops.functions import asnumpy, einsum, parse_shape, rearrange, reduce, repeat
from mindaudit_data.recipes.einops.packing import pack, unpack
from mindaudit_data.recipes.einops.patterns import EinopsError

__all__ = ["EinopsError", "asnumpy", "einsum", "pack", "parse_shape", "rearrange", "reduce", "repeat", "unpack"]
