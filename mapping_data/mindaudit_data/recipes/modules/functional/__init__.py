"""`torch.nn.functional` on MindSpore, with torch's names, arguments and defaults.

Left out: `scaled_mm`, `scaled_grouped_mm` and `grouped_mm`, which need kernels of torch's own, and the helpers of its overriding protocol.
"""

from ...attention import multi_head_attention_forward as multi_head_attention_forward
from ...attention import scaled_dot_product_attention as scaled_dot_product_attention
from .. import _reduction as _Reduction  # noqa: N812 - its name in torch
from .activation import *
from .convolution import *
from .loss import *
from .normalization import *
from .pooling import *
from .projection import *
from .vision import *
