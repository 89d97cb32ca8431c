"""`torch.svd_lowrank` and `pca_lowrank`, exactly: torch approximates them by random vectors.

MindSpore 2.0 and newer, any backend that has `ops.svd`; signs of vectors may differ, as between any two ways.
"""

from __future__ import annotations

from mindspore import Tensor

from mindaudit_data.recipes.svd import svd


def svd_lowrank(A: Tensor, q: int = 6, niter: int = 2, M: Tensor | None = None) -> tuple[Tensor, Tensor, Tensor]:  # noqa: N803
    """The `q` largest singular values of A, or of A - M, with their vectors. Raises ValueError if there are fewer."""
    if not 0 <= q <= min(A.shape[-2:]):
        raise ValueError(f"q(={q}) must be non-negative integer and not greater than min(m, n)={min(A.shape[-2:])}")
    left, values, right = svd(A if M is None else A - M, True)
    return left[..., :q], values[..., :q], right[..., :q]


def pca_lowrank(A: Tensor, q: int | None = None, center: bool = True, niter: int = 2) -> tuple[Tensor, Tensor, Tensor]:  # noqa: N803
    """The same of A with the mean of each column taken away."""
    return svd_lowrank(A, min(6, *A.shape[-2:]) if q is None else q, niter, A.mean(-2, True) if center else None)
