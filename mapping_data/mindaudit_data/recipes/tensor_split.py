"""`torch.tensor_split` with indices in a tensor, and `torch.hsplit` of vectors, which MindSpore's functions refuse."""

from __future__ import annotations

from collections.abc import Sequence

from mindspore import Tensor, ops


def tensor_split(x: Tensor, indices_or_sections: int | Sequence[int] | Tensor, dim: int = 0) -> tuple[Tensor, ...]:
    """Parts of `x` along `dim`: so many nearly equal ones, or cut at indices; a one-dimensional tensor of indices is read on the host."""
    if isinstance(indices_or_sections, Tensor):
        cuts = indices_or_sections
        indices_or_sections = int(cuts) if cuts.ndim == 0 else tuple([int(cut) for cut in cuts])
    return tuple(ops.tensor_split(x, indices_or_sections, axis=dim))


def hsplit(x: Tensor, indices_or_sections: int | Sequence[int]) -> tuple[Tensor, ...]:
    """Parts along the second dimension, of a vector along its only one."""
    return tuple(ops.tensor_split(x, indices_or_sections, axis=0 if x.ndim == 1 else 1))
