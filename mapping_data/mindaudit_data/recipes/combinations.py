"""`torch.combinations`; MindSpore's gives a wrong shape where there is no combination."""

from __future__ import annotations

from mindspore import Tensor, ops


def combinations(x: Tensor, r: int = 2, with_replacement: bool = False) -> Tensor:
    """All choices of r elements of a vector, one a row, in the order of `itertools`; (0, r) if there are none."""
    if not with_replacement and r > x.shape[0]:
        return ops.zeros((0, r), x.dtype)
    return ops.combinations(x, r, with_replacement)
