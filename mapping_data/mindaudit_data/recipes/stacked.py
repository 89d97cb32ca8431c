"""`torch.stack` of tensors of different dtypes, which MindSpore refuses on CPU.

MindSpore 2.5 and newer, graph and PyNative mode.
"""

from __future__ import annotations

from collections.abc import Sequence

from mindspore import Tensor, ops

from mindaudit_data.recipes.concatenated import concatenated


def stacked(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """The tensors side by side along a new dimension `dim`, in the dtype that arithmetic between them has."""
    return concatenated([ops.unsqueeze(part, dim) for part in tensors], dim)
