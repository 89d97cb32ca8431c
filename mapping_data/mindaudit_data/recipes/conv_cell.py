"""`torch.nn.Conv1d`, `Conv2d` and `Conv3d`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Parameter, Tensor, nn, ops
from mindspore.common.initializer import HeUniform, Uniform, initializer

from mindaudit_data.recipes.pad_edges import pad_edges


class ConvCell(nn.Cell):
    """Convolution over `dims` (1 to 3) dimensions with torch's weight layout, every padding mode and inputs without batch axis.

    `padding` is an int, one int per dimension, "same" or "valid"; `padding_mode` zeros, reflect, replicate or circular.
    """

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
        dims: int = 2,
    ) -> None:
        super().__init__()
        kernel = self._each(kernel_size, dims)
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = kernel
        self.padding = padding if isinstance(padding, str) else self._each(padding, dims)
        self.dims = dims
        # A spare dimension in front lets 1-d inputs use the 2-d operator.
        spare = (1,) if dims == 1 else ()
        self.stride = spare + self._each(stride, dims)
        self.dilation = spare + self._each(dilation, dims)
        self.groups = self.group = groups
        self.padding_mode = padding_mode
        self.pads = self._pads(padding, kernel, dims)
        self.weight = Parameter(
            initializer(HeUniform(5**0.5), (out_channels, in_channels // groups, *kernel), mindspore.float32), name="weight"
        )
        self.bias = None
        if bias:
            fan_in = in_channels // groups
            for size in kernel:
                fan_in *= size
            self.bias = Parameter(initializer(Uniform(fan_in**-0.5), (out_channels,), mindspore.float32), name="bias")

    @staticmethod
    def _each(value: Any, dims: int) -> tuple[int, ...]:
        values = tuple(value) if isinstance(value, (tuple, list)) else (value,)
        return values * dims if len(values) == 1 else values

    def _pads(self, padding: Any, kernel: tuple[int, ...], dims: int) -> tuple[tuple[int, int], ...]:
        if padding == "valid":
            return ((0, 0),) * dims
        if padding == "same":
            totals = [step * (size - 1) for step, size in zip(self.dilation[-dims:], kernel, strict=True)]
            return tuple((total // 2, total - total // 2) for total in totals)
        return tuple((size, size) for size in self._each(padding, dims))

    def _padded(self, x: Tensor, before: int, after: int, axis: int) -> Tensor:
        size = x.shape[axis]
        if self.padding_mode == "reflect":
            index = list(range(before, 0, -1)) + list(range(size)) + list(range(size - 2, size - 2 - after, -1))
        elif self.padding_mode == "replicate":
            index = [0] * before + list(range(size)) + [size - 1] * after
        else:
            index = [place % size for place in range(-before, size + after)]
        return ops.gather(x, Tensor(index, mindspore.int32), axis)

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """(N, C, …) or (C, …) to the same with `out_channels` channels."""
        batched = input.ndim == self.dims + 2
        output = input if batched else input.expand_dims(0)
        pads = self.pads
        if self.padding_mode != "zeros":
            for axis in range(self.dims):
                before, after = pads[axis]
                if before or after:
                    output = self._padded(output, before, after, axis + 2)
            pads = ((0, 0),) * self.dims
        flat: tuple[int, ...] = ()
        for pair in pads:
            flat = (*flat, pair[0], pair[1])
        weight = self.weight
        if self.dims == 1:
            output, weight, flat = output.expand_dims(2), weight.expand_dims(2), (0, 0, *flat)
        if self.dims == 3:
            output = pad_edges(output, flat[4:] + flat[2:4] + flat[:2])
            output = ops.conv3d(output, weight, self.bias, self.stride, "valid", 0, self.dilation, self.groups)
        else:
            output = pad_edges(output, flat[2:] + flat[:2])
            output = ops.conv2d(output, weight, self.bias, self.stride, "valid", 0, self.dilation, self.groups)
        output = output.squeeze(2) if self.dims == 1 else output
        return output if batched else output.squeeze(0)
