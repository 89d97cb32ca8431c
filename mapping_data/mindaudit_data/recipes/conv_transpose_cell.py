"""`torch.nn.ConvTranspose1d`, `ConvTranspose2d` and `ConvTranspose3d`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Parameter, Tensor, nn, ops
from mindspore.common.initializer import HeUniform, Uniform, initializer

from mindaudit_data.recipes.pad_edges import pad_edges


class ConvTransposeCell(nn.Cell):
    """Transposed convolution over `dims` (1 to 3) dimensions with torch's weight layout, output padding, groups and `output_size`.

    Spreads the input by the stride, then convolves with the flipped kernel: the definition of a transposed convolution.
    """

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
        dims: int = 2,
    ) -> None:
        super().__init__()
        self.dims = dims
        self.kernel = self._each(kernel_size, dims)
        self.stride = self._each(stride, dims)
        self.padding = self._each(padding, dims)
        self.output_padding = self._each(output_padding, dims)
        self.dilation = self._each(dilation, dims)
        self.groups = groups
        self.weight = Parameter(
            initializer(HeUniform(5**0.5), (in_channels, out_channels // groups, *self.kernel), mindspore.float32), name="weight"
        )
        self.bias = None
        if bias:
            fan_in = out_channels // groups
            for size in self.kernel:
                fan_in *= size
            self.bias = Parameter(initializer(Uniform(fan_in**-0.5), (out_channels,), mindspore.float32), name="bias")

    @staticmethod
    def _each(value: Any, dims: int) -> tuple[int, ...]:
        values = tuple(value) if isinstance(value, (tuple, list)) else (value,)
        return values * dims if len(values) == 1 else values

    def _spread(self, x: Tensor, axis: int, step: int) -> Tensor:
        """Puts step - 1 zeros between neighbours along an axis."""
        if step == 1:
            return x
        wide = x.expand_dims(axis + 1)
        zeros = ops.zeros((*wide.shape[: axis + 1], step - 1, *wide.shape[axis + 2 :]), x.dtype)
        shape = (*x.shape[:axis], x.shape[axis] * step, *x.shape[axis + 1 :])
        full = ops.cat((wide, zeros), axis + 1).reshape(shape)
        return full.narrow(axis, 0, shape[axis] - step + 1)

    def _flipped(self) -> Tensor:
        """The kernel as that of a plain convolution: (out, in / groups, …), reversed in space."""
        weight = ops.flip(self.weight, tuple(range(2, 2 + self.dims)))
        inside, outside = weight.shape[0] // self.groups, weight.shape[1]
        weight = weight.reshape((self.groups, inside, outside, *self.kernel)).swapaxes(1, 2)
        return weight.reshape((self.groups * outside, inside, *self.kernel))

    def construct(self, input: Tensor, output_size: Any = None) -> Tensor:  # noqa: A002
        """(N, C, …) or (C, …) to the same with `out_channels` channels; `output_size` chooses among the possible sizes."""
        batched = input.ndim == self.dims + 2
        x = input if batched else input.expand_dims(0)
        pads: tuple[int, ...] = ()
        for axis in range(self.dims):
            reach = self.dilation[axis] * (self.kernel[axis] - 1)
            extra = self.output_padding[axis]
            if output_size is not None:
                smallest = (x.shape[axis + 2] - 1) * self.stride[axis] - 2 * self.padding[axis] + reach + 1
                extra = output_size[len(output_size) - self.dims + axis] - smallest
            pads = (reach - self.padding[axis], reach - self.padding[axis] + extra, *pads)
        for axis in range(self.dims):
            x = self._spread(x, axis + 2, self.stride[axis])
        x = pad_edges(x, pads)
        weight = self._flipped()
        if self.dims == 3:
            x = ops.conv3d(x, weight, self.bias, 1, "valid", 0, self.dilation, self.groups)
        elif self.dims == 2:
            x = ops.conv2d(x, weight, self.bias, 1, "valid", 0, self.dilation, self.groups)
        else:
            x = ops.conv2d(x.expand_dims(2), weight.expand_dims(2), self.bias, 1, "valid", 0, (1, *self.dilation), self.groups).squeeze(2)
        return x if batched else x.squeeze(0)
