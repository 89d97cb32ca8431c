"""`torch.nn.functional` on MindSpore, with torch's names, arguments and defaults.

Left out: `scaled_mm`, `scaled_grouped_mm` and `grouped_mm`, which need kernels of torch's own, and the helpers of torch's overriding protocol.
"""

from ...attention import multi_head_attention_forward as multi_head_attention_forward
from ...attention import scaled_dot_product_attention as scaled_dot_product_attention
from .activation import *  # noqa: F403
from .convolution import *  # noqa: F403
from .loss import *  # noqa: F403
from .normalization import *  # noqa: F403
from .pooling import *  # noqa: F403
from .vision import *  # noqa: F403
