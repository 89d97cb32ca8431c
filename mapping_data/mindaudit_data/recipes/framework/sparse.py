"""`torch.sparse`: classes of tensors and functions for tables and type tests; calls are rewritten where they stand."""

from mindaudit_data.recipes.framework.missing import Missing
from mindaudit_data.recipes.sparse_classes import (
    SparseBFloat16Tensor as BFloat16Tensor,
)
from mindaudit_data.recipes.sparse_classes import (
    SparseByteTensor as ByteTensor,
)
from mindaudit_data.recipes.sparse_classes import (
    SparseCharTensor as CharTensor,
)
from mindaudit_data.recipes.sparse_classes import (
    SparseDoubleTensor as DoubleTensor,
)
from mindaudit_data.recipes.sparse_classes import (
    SparseFloatTensor as FloatTensor,
)
from mindaudit_data.recipes.sparse_classes import (
    SparseHalfTensor as HalfTensor,
)
from mindaudit_data.recipes.sparse_classes import (
    SparseIntTensor as IntTensor,
)
from mindaudit_data.recipes.sparse_classes import (
    SparseLongTensor as LongTensor,
)
from mindaudit_data.recipes.sparse_classes import (
    SparseShortTensor as ShortTensor,
)
from mindaudit_data.recipes.sparse_forms import sparse_addmm as addmm
from mindaudit_data.recipes.sparse_forms import sparse_mm as mm
from mindaudit_data.recipes.sparse_forms import sparse_sum as sum

__all__ = [
    "BFloat16Tensor",
    "ByteTensor",
    "CharTensor",
    "DoubleTensor",
    "FloatTensor",
    "HalfTensor",
    "IntTensor",
    "LongTensor",
    "ShortTensor",
    "addmm",
    "mm",
    "sum",
]
log_softmax = Missing("torch.sparse.log_softmax")
sampled_addmm = Missing("torch.sparse.sampled_addmm")
softmax = Missing("torch.sparse.softmax")
spdiags = Missing("torch.sparse.spdiags")
