"""`einops.layers.torch`: `Rearrange`, `Reduce` and `EinMix`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod

from mindspore import Tensor, float32
from mindspore.common.initializer import Uniform, initializer

from mindaudit_data.recipes import modules as nn
from mindaudit_data.recipes.einops.functions import einsum, rearrange, reduce
from mindaudit_data.recipes.einops.patterns import EinopsError, groups_of, sides_of


class Rearrange(nn.Module):
    """Calls `rearrange` with the same pattern and lengths for every input."""

    def __init__(self, pattern: str, **axes_lengths: int) -> None:
        super().__init__()
        sides_of(pattern)
        self.pattern = pattern
        self.axes_lengths = axes_lengths

    def forward(self, input: Tensor) -> Tensor:
        """The rearranged input."""
        return rearrange(input, self.pattern, **self.axes_lengths)

    def extra_repr(self) -> str:
        """The pattern and the lengths."""
        return ", ".join([repr(self.pattern), *(f"{axis}={length}" for axis, length in self.axes_lengths.items())])


class Reduce(Rearrange):
    """Calls `reduce` with the same pattern, reduction and lengths for every input."""

    def __init__(self, pattern: str, reduction: str | Callable[..., Tensor], **axes_lengths: int) -> None:
        super().__init__(pattern, **axes_lengths)
        self.reduction = reduction

    def forward(self, input: Tensor) -> Tensor:
        """The reduced input."""
        return reduce(input, self.pattern, self.reduction, **self.axes_lengths)


class EinMix(nn.Module):
    """A linear layer in einops' notation: the input's axes become the output's, over a weight of the axes of `weight_shape`.

    A bias of the axes of `bias_shape` is added. Every axis of weight and bias needs a length. Raises EinopsError.
    """

    def __init__(self, pattern: str, weight_shape: str, bias_shape: str | None = None, **axes_lengths: int) -> None:
        super().__init__()
        self.pattern, self.weight_shape, self.bias_shape, self.axes_lengths = pattern, weight_shape, bias_shape, axes_lengths
        start, end = ([axis for group in side for axis in group] for side in sides_of(pattern))
        weight, bias = _axes(weight_shape, axes_lengths), _axes(bias_shape or "", axes_lengths)
        if wrong := [axis for axis in start if axis not in (*end, *weight)] + [axis for axis in bias if axis not in end]:
            raise EinopsError(f"{', '.join(wrong)} cannot stand where it stands in {pattern!r}")
        self.split = f"{pattern.partition('->')[0]} -> {' '.join(start)}"
        self.mix = f"{' '.join(start)}, {' '.join(weight)} -> {' '.join(end)}"
        self.merge = f"{' '.join(end)} -> {pattern.partition('->')[2]}"
        self.split_lengths = {axis: length for axis, length in axes_lengths.items() if axis in start}
        self.merge_lengths = {axis: length for axis, length in axes_lengths.items() if axis in end}
        scale = prod(axes_lengths[axis] for axis in weight if axis not in end) ** -0.5
        self.weight = _uniform([axes_lengths[axis] for axis in weight], 3**0.5 * scale)
        shape = [axes_lengths[axis] if axis in bias else 1 for axis in end if axis != "..."]
        self.bias = _uniform(shape, scale) if bias else None

    def forward(self, input: Tensor) -> Tensor:
        """The mixed input."""
        mixed = einsum(rearrange(input, self.split, **self.split_lengths), self.weight, self.mix)
        if self.bias is not None:
            mixed = mixed + self.bias
        return rearrange(mixed, self.merge, **self.merge_lengths)


def _axes(shape: str, lengths: Mapping[str, int]) -> list[str]:
    """The axes of a weight. Raises EinopsError for one without length."""
    axes = [group[0] for group in groups_of(shape)]
    if unknown := [axis for axis in axes if axis not in lengths]:
        raise EinopsError(f"the lengths of {', '.join(unknown)} are not known")
    return axes


def _uniform(shape: list[int], bound: float) -> nn.Parameter:
    return nn.Parameter(initializer(Uniform(bound), shape, float32).init_data())
