"""Sparse tensors, and operators on them."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView

_MAKING = (
    "torch.sparse_coo_tensor",
    "torch.sparse_csr_tensor",
    "torch.Tensor.to_sparse",
    "torch.Tensor.to_sparse_coo",
    "torch.Tensor.to_sparse_csr",
    "torch.Tensor.coalesce",
    "torch.Tensor.sparse_mask",
    "torch.Tensor.sparse_resize_",
    "torch.hspmm",
    "torch.smm",
    "torch.sspaddmm",
)
_ELSEWHERE = frozenset({"torch.sparse.to_sparse_semi_structured"})


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a call that makes a COO or CSR tensor, or a function of torch.sparse."""
    for call in (*view.calls_of(*_MAKING), *view.calls_below("torch.sparse.")):
        if not call.names & _ELSEWHERE:
            yield view.hit(call, call.level, None)
