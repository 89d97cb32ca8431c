"""`torch.nn`: convolutions and transposed convolutions."""

from __future__ import annotations

import math
from typing import Any

from mindspore import Tensor

from .. import functional, init
from ._empty import empty_parameter
from .module import Module
from .utils import _pair, _reverse_repeat_tuple, _single, _triple


class _ConvNd(Module):
    """What all convolutions share: options, weight and bias."""

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: tuple[int, ...],
        stride: tuple[int, ...],
        padding: Any,
        dilation: tuple[int, ...],
        transposed: bool,
        output_padding: tuple[int, ...],
        groups: int,
        bias: bool,
        padding_mode: str,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        _check(in_channels, out_channels, stride, padding, groups, padding_mode)
        self.in_channels = int(in_channels)
        self.out_channels = int(out_channels)
        self.kernel_size = kernel_size
        self.stride = stride
        self.padding = padding
        self.dilation = dilation
        self.transposed = transposed
        self.output_padding = output_padding
        self.groups = int(groups)
        self.padding_mode = padding_mode
        self._reversed_padding_repeated_twice = _twice(padding, kernel_size, dilation)
        outer, inner = (in_channels, out_channels) if transposed else (out_channels, in_channels)
        self.weight = empty_parameter((outer, inner // groups, *kernel_size), dtype)
        self.register_parameter("bias", empty_parameter(out_channels, dtype) if bias else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw weight and bias between -1 and 1 over the root of the number of inputs of an output."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in = init._calculate_fan_in_and_fan_out(self.weight)[0]
            if fan_in != 0:
                bound = 1 / math.sqrt(fan_in)
                init.uniform_(self.bias, -bound, bound)

    def extra_repr(self) -> str:
        """Channels, kernel and the options that differ from their defaults."""
        rank = len(self.kernel_size)
        parts = [f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"]
        for name, default in (("padding", (0,) * rank), ("dilation", (1,) * rank), ("output_padding", (0,) * rank), ("groups", 1)):
            if getattr(self, name) != default:
                parts.append(f"{name}={getattr(self, name)}")
        if self.bias is None:
            parts.append("bias=False")
        if self.padding_mode != "zeros":
            parts.append(f"padding_mode={self.padding_mode}")
        return ", ".join(parts)

    def _padded(self, input: Tensor) -> tuple[Tensor, Any]:
        """The input, padded by the layer's mode unless that is zeros, and the padding that is left."""
        if self.padding_mode == "zeros":
            return input, self.padding
        return functional.pad(input, self._reversed_padding_repeated_twice, self.padding_mode), (0,) * len(self.kernel_size)


def _check(in_channels: int, out_channels: int, stride: Any, padding: Any, groups: int, padding_mode: str) -> None:
    if groups <= 0:
        raise ValueError("groups must be a positive integer")
    if in_channels % groups != 0:
        raise ValueError("in_channels must be divisible by groups")
    if out_channels % groups != 0:
        raise ValueError("out_channels must be divisible by groups")
    if isinstance(padding, str) and padding not in ("same", "valid"):
        raise ValueError(f"Invalid padding string {padding!r}, should be one of {{'same', 'valid'}}")
    if padding == "same" and any(step != 1 for step in stride):
        raise ValueError("padding='same' is not supported for strided convolutions")
    if padding_mode not in ("zeros", "reflect", "replicate", "circular"):
        raise ValueError(
            f"padding_mode must be one of {{'zeros', 'reflect', 'replicate', 'circular'}}, but got padding_mode='{padding_mode}'"
        )


def _twice(padding: Any, kernel_size: tuple[int, ...], dilation: tuple[int, ...]) -> Any:
    """The padding before and behind each dimension, the last dimension first."""
    if not isinstance(padding, str):
        return _reverse_repeat_tuple(padding, 2)
    sides: list[int] = []
    for size, gap in zip(reversed(kernel_size), reversed(dilation), strict=True):
        total = gap * (size - 1) if padding == "same" else 0
        sides += [total // 2, total - total // 2]
    return sides


class Conv1d(_ConvNd):
    """Convolution of (N, C, L) or (C, L)."""

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        dilation: Any = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        pad = padding if isinstance(padding, str) else _single(padding)
        sizes = _single(kernel_size), _single(stride), pad, _single(dilation), False, _single(0)
        super().__init__(in_channels, out_channels, *sizes, groups, bias, padding_mode, device, dtype)

    def _conv_forward(self, input: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
        input, padding = self._padded(input)
        return functional.conv1d(input, weight, bias, self.stride, padding, self.dilation, self.groups)

    def forward(self, input: Tensor) -> Tensor:
        """The convolved rows."""
        return self._conv_forward(input, self.weight, self.bias)


class Conv2d(_ConvNd):
    """Convolution of (N, C, H, W) or (C, H, W)."""

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        dilation: Any = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        pad = padding if isinstance(padding, str) else _pair(padding)
        sizes = _pair(kernel_size), _pair(stride), pad, _pair(dilation), False, _pair(0)
        super().__init__(in_channels, out_channels, *sizes, groups, bias, padding_mode, device, dtype)

    def _conv_forward(self, input: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
        input, padding = self._padded(input)
        return functional.conv2d(input, weight, bias, self.stride, padding, self.dilation, self.groups)

    def forward(self, input: Tensor) -> Tensor:
        """The convolved images."""
        return self._conv_forward(input, self.weight, self.bias)


class Conv3d(_ConvNd):
    """Convolution of (N, C, D, H, W) or (C, D, H, W)."""

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        dilation: Any = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        pad = padding if isinstance(padding, str) else _triple(padding)
        sizes = _triple(kernel_size), _triple(stride), pad, _triple(dilation), False, _triple(0)
        super().__init__(in_channels, out_channels, *sizes, groups, bias, padding_mode, device, dtype)

    def _conv_forward(self, input: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
        input, padding = self._padded(input)
        return functional.conv3d(input, weight, bias, self.stride, padding, self.dilation, self.groups)

    def forward(self, input: Tensor) -> Tensor:
        """The convolved volumes."""
        return self._conv_forward(input, self.weight, self.bias)


class _ConvTransposeNd(_ConvNd):
    """What all transposed convolutions share."""

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any,
        padding: Any,
        dilation: Any,
        transposed: bool,
        output_padding: Any,
        groups: int,
        bias: bool,
        padding_mode: str,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        if padding_mode != "zeros":
            raise ValueError(f'Only "zeros" padding mode is supported for {type(self).__name__}')
        sizes = kernel_size, stride, padding, dilation, transposed, output_padding
        super().__init__(in_channels, out_channels, *sizes, groups, bias, padding_mode, device, dtype)

    def _output_padding(
        self, input: Tensor, output_size: Any, stride: Any, padding: Any, kernel_size: Any, num_spatial_dims: int, dilation: Any = None
    ) -> Any:
        """The layer's own output padding, or the one that makes an output of that size. Raises ValueError if none does.

        A class derived from the layer calls it with sizes of its own.
        """
        if output_size is None:
            return self.output_padding
        rank, more = num_spatial_dims, []
        for axis, wanted in enumerate(list(output_size)[-rank:]):
            step = 1 if dilation is None else dilation[axis]
            least = (input.shape[axis - rank] - 1) * stride[axis] - 2 * padding[axis] + step * (kernel_size[axis] - 1) + 1
            if not 0 <= wanted - least < stride[axis]:
                raise ValueError(f"requested an output size of {output_size}, which no output padding gives")
            more.append(wanted - least)
        return more

    def _own_padding(self, input: Tensor, output_size: Any) -> Any:
        """The output padding for the layer's own sizes."""
        return self._output_padding(input, output_size, self.stride, self.padding, self.kernel_size, len(self.kernel_size), self.dilation)


class ConvTranspose1d(_ConvTransposeNd):
    """Transposed convolution of (N, C, L) or (C, L)."""

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        output_padding: Any = 0,
        groups: int = 1,
        bias: bool = True,
        dilation: Any = 1,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        sizes = _single(kernel_size), _single(stride), _single(padding), _single(dilation), True, _single(output_padding)
        super().__init__(in_channels, out_channels, *sizes, groups, bias, padding_mode, device, dtype)

    def forward(self, input: Tensor, output_size: Any = None) -> Tensor:
        """The rows, of `output_size` if it is given."""
        more = self._own_padding(input, output_size)
        return functional.conv_transpose1d(input, self.weight, self.bias, self.stride, self.padding, more, self.groups, self.dilation)


class ConvTranspose2d(_ConvTransposeNd):
    """Transposed convolution of (N, C, H, W) or (C, H, W)."""

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        output_padding: Any = 0,
        groups: int = 1,
        bias: bool = True,
        dilation: Any = 1,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        sizes = _pair(kernel_size), _pair(stride), _pair(padding), _pair(dilation), True, _pair(output_padding)
        super().__init__(in_channels, out_channels, *sizes, groups, bias, padding_mode, device, dtype)

    def forward(self, input: Tensor, output_size: Any = None) -> Tensor:
        """The images, of `output_size` if it is given."""
        more = self._own_padding(input, output_size)
        return functional.conv_transpose2d(input, self.weight, self.bias, self.stride, self.padding, more, self.groups, self.dilation)


class ConvTranspose3d(_ConvTransposeNd):
    """Transposed convolution of (N, C, D, H, W) or (C, D, H, W)."""

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        output_padding: Any = 0,
        groups: int = 1,
        bias: bool = True,
        dilation: Any = 1,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        sizes = _triple(kernel_size), _triple(stride), _triple(padding), _triple(dilation), True, _triple(output_padding)
        super().__init__(in_channels, out_channels, *sizes, groups, bias, padding_mode, device, dtype)

    def forward(self, input: Tensor, output_size: Any = None) -> Tensor:
        """The volumes, of `output_size` if it is given."""
        more = self._own_padding(input, output_size)
        return functional.conv_transpose3d(input, self.weight, self.bias, self.stride, self.padding, more, self.groups, self.dilation)
