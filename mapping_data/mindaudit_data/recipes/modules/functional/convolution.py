"""`torch.nn.functional`: linear maps, convolutions, fold and unfold."""

from __future__ import annotations

from mindspore import Tensor

from ...bilinear import bilinear
from ...convolution import conv1d as _conv1d
from ...convolution import conv2d as _conv2d
from ...convolution import conv3d as _conv3d
from ...fold import Sizes
from ...fold import fold as _fold
from ...fold import unfold as _unfold
from ...linear import linear as _linear
from ...transposed_convolution import conv_transpose1d as _conv_transpose1d
from ...transposed_convolution import conv_transpose2d as _conv_transpose2d
from ...transposed_convolution import conv_transpose3d as _conv_transpose3d

__all__ = [
    "bilinear",
    "conv1d",
    "conv2d",
    "conv3d",
    "conv_tbc",
    "conv_transpose1d",
    "conv_transpose2d",
    "conv_transpose3d",
    "fold",
    "linear",
    "unfold",
]


def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """x times the transposed weight, plus the bias."""
    return _linear(input, weight, bias)


def conv1d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Sizes = 1,
    padding: Sizes | str = 0,
    dilation: Sizes = 1,
    groups: int = 1,
) -> Tensor:
    """A convolution over the last dimension; padding is a number, "same" or "valid"."""
    return _conv1d(input, weight, bias, stride, padding, dilation, groups)


def conv2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Sizes = 1,
    padding: Sizes | str = 0,
    dilation: Sizes = 1,
    groups: int = 1,
) -> Tensor:
    """A convolution over the last two dimensions."""
    return _conv2d(input, weight, bias, stride, padding, dilation, groups)


def conv3d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Sizes = 1,
    padding: Sizes | str = 0,
    dilation: Sizes = 1,
    groups: int = 1,
) -> Tensor:
    """A convolution over the last three dimensions."""
    return _conv3d(input, weight, bias, stride, padding, dilation, groups)


def conv_tbc(input: Tensor, weight: Tensor, bias: Tensor | None = None, pad: int = 0) -> Tensor:
    """A convolution over the first dimension of (time, batch, channels); the weight is (kernel, in, out)."""
    result = _conv1d(input.transpose((1, 2, 0)), weight.transpose((2, 1, 0)), bias, 1, pad)
    return result.transpose((2, 0, 1))


def conv_transpose1d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Sizes = 1,
    padding: Sizes = 0,
    output_padding: Sizes = 0,
    groups: int = 1,
    dilation: Sizes = 1,
) -> Tensor:
    """The transpose of a convolution over the last dimension."""
    return _conv_transpose1d(input, weight, bias, stride, padding, output_padding, groups, dilation)


def conv_transpose2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Sizes = 1,
    padding: Sizes = 0,
    output_padding: Sizes = 0,
    groups: int = 1,
    dilation: Sizes = 1,
) -> Tensor:
    """The transpose of a convolution over the last two dimensions."""
    return _conv_transpose2d(input, weight, bias, stride, padding, output_padding, groups, dilation)


def conv_transpose3d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Sizes = 1,
    padding: Sizes = 0,
    output_padding: Sizes = 0,
    groups: int = 1,
    dilation: Sizes = 1,
) -> Tensor:
    """The transpose of a convolution over the last three dimensions."""
    return _conv_transpose3d(input, weight, bias, stride, padding, output_padding, groups, dilation)


def fold(input: Tensor, output_size: Sizes, kernel_size: Sizes, dilation: Sizes = 1, padding: Sizes = 0, stride: Sizes = 1) -> Tensor:
    """Windows, one a column, added up to images."""
    return _fold(input, output_size, kernel_size, dilation, padding, stride)


def unfold(input: Tensor, kernel_size: Sizes, dilation: Sizes = 1, padding: Sizes = 0, stride: Sizes = 1) -> Tensor:
    """The windows of images, one a column."""
    return _unfold(input, kernel_size, dilation, padding, stride)
