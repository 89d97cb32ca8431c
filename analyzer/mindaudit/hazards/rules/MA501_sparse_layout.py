"""Sparse layouts that MindSpore does not have."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView

_MAKING = (
    "torch.sparse_csc_tensor",
    "torch.sparse_bsr_tensor",
    "torch.sparse_bsc_tensor",
    "torch.sparse_compressed_tensor",
    "torch.sparse.to_sparse_semi_structured",
    "torch.Tensor.to_sparse_csc",
    "torch.Tensor.to_sparse_bsr",
    "torch.Tensor.to_sparse_bsc",
)
_INPUTS = ("input", "ccol_indices", "crow_indices", "compressed_indices", "original_tensor")


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a call that makes such a tensor, or converts to one."""
    for call in view.calls_of(*_MAKING):
        yield view.hit(call, call.level, None, input=view.text_of(call.argument(*_INPUTS)))
