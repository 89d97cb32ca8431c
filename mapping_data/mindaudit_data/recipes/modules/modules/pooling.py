"""`torch.nn`: pooling."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor

from .. import functional
from .module import Module
from .utils import _pair, _plain, _single, _triple


class _MaxPoolNd(Module):
    """What all maximum pools share: the options."""

    return_indices: bool
    ceil_mode: bool

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        dilation: Any = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
    ) -> None:
        super().__init__()
        self.kernel_size = _sizes(kernel_size)
        self.stride = self.kernel_size if stride is None else _sizes(stride)
        self.padding = _sizes(padding)
        self.dilation = _sizes(dilation)
        self.return_indices = return_indices
        self.ceil_mode = ceil_mode

    def extra_repr(self) -> str:
        """The options."""
        return (
            f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, "
            f"dilation={self.dilation}, ceil_mode={self.ceil_mode}"
        )


class MaxPool1d(_MaxPoolNd):
    """Maxima over windows of rows; with `return_indices` also where they stand."""

    def forward(self, input: Tensor) -> Any:
        """The maxima."""
        options = self.kernel_size, self.stride, self.padding, self.dilation, self.ceil_mode, self.return_indices
        return functional.max_pool1d(input, *options)


class MaxPool2d(_MaxPoolNd):
    """Maxima over windows of images; with `return_indices` also where they stand."""

    def forward(self, input: Tensor) -> Any:
        """The maxima."""
        options = self.kernel_size, self.stride, self.padding, self.dilation, self.ceil_mode, self.return_indices
        return functional.max_pool2d(input, *options)


class MaxPool3d(_MaxPoolNd):
    """Maxima over windows of volumes; with `return_indices` also where they stand."""

    def forward(self, input: Tensor) -> Any:
        """The maxima."""
        options = self.kernel_size, self.stride, self.padding, self.dilation, self.ceil_mode, self.return_indices
        return functional.max_pool3d(input, *options)


class _MaxUnpoolNd(Module):
    """What all reversed maximum pools share: the options."""

    def extra_repr(self) -> str:
        """The options."""
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class MaxUnpool1d(_MaxUnpoolNd):
    """Puts maxima of rows back at their places, zeros elsewhere."""

    def __init__(self, kernel_size: Any, stride: Any = None, padding: Any = 0) -> None:
        super().__init__()
        self.kernel_size = _single(kernel_size)
        self.stride = _single(kernel_size if stride is None else stride)
        self.padding = _single(padding)

    def forward(self, input: Tensor, indices: Tensor, output_size: Any = None) -> Tensor:
        """The rows."""
        return functional.max_unpool1d(input, indices, self.kernel_size, self.stride, self.padding, output_size)


class MaxUnpool2d(_MaxUnpoolNd):
    """Puts maxima of images back at their places, zeros elsewhere."""

    def __init__(self, kernel_size: Any, stride: Any = None, padding: Any = 0) -> None:
        super().__init__()
        self.kernel_size = _pair(kernel_size)
        self.stride = _pair(kernel_size if stride is None else stride)
        self.padding = _pair(padding)

    def forward(self, input: Tensor, indices: Tensor, output_size: Any = None) -> Tensor:
        """The images."""
        return functional.max_unpool2d(input, indices, self.kernel_size, self.stride, self.padding, output_size)


class MaxUnpool3d(_MaxUnpoolNd):
    """Puts maxima of volumes back at their places, zeros elsewhere."""

    def __init__(self, kernel_size: Any, stride: Any = None, padding: Any = 0) -> None:
        super().__init__()
        self.kernel_size = _triple(kernel_size)
        self.stride = _triple(kernel_size if stride is None else stride)
        self.padding = _triple(padding)

    def forward(self, input: Tensor, indices: Tensor, output_size: Any = None) -> Tensor:
        """The volumes."""
        return functional.max_unpool3d(input, indices, self.kernel_size, self.stride, self.padding, output_size)


class _AvgPoolNd(Module):
    """What all average pools share."""

    def extra_repr(self) -> str:
        """The options."""
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class AvgPool1d(_AvgPoolNd):
    """Means over windows of rows."""

    def __init__(
        self, kernel_size: Any, stride: Any = None, padding: Any = 0, ceil_mode: bool = False, count_include_pad: bool = True
    ) -> None:
        super().__init__()
        self.kernel_size = _single(kernel_size)
        self.stride = _single(kernel_size if stride is None else stride)
        self.padding = _single(padding)
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad

    def forward(self, input: Tensor) -> Tensor:
        """The means."""
        return functional.avg_pool1d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad)


class AvgPool2d(_AvgPoolNd):
    """Means over windows of images."""

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
    ) -> None:
        super().__init__()
        self.kernel_size = _sizes(kernel_size)
        self.stride = self.kernel_size if stride is None else _sizes(stride)
        self.padding = _sizes(padding)
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad
        self.divisor_override = divisor_override

    def forward(self, input: Tensor) -> Tensor:
        """The means."""
        options = self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad, self.divisor_override
        return functional.avg_pool2d(input, *options)


class AvgPool3d(_AvgPoolNd):
    """Means over windows of volumes."""

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
    ) -> None:
        super().__init__()
        self.kernel_size = _sizes(kernel_size)
        self.stride = self.kernel_size if stride is None else _sizes(stride)
        self.padding = _sizes(padding)
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad
        self.divisor_override = divisor_override

    def forward(self, input: Tensor) -> Tensor:
        """The means."""
        options = self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad, self.divisor_override
        return functional.avg_pool3d(input, *options)


class _FractionalMaxPoolNd(Module):
    """What both fractional maximum pools share: the options. Raises ValueError unless exactly one of the two sizes is given."""

    _each: Any = None

    def __init__(
        self, kernel_size: Any, output_size: Any = None, output_ratio: Any = None, return_indices: bool = False, _random_samples: Any = None
    ) -> None:
        super().__init__()
        if (output_size is None) == (output_ratio is None):
            raise ValueError("FractionalMaxPool requires exactly one of output_size and output_ratio")
        each = type(self)._each
        self.kernel_size = each(kernel_size)
        self.return_indices = return_indices
        self.register_buffer("_random_samples", _random_samples)
        self.output_size = None if output_size is None else each(output_size)
        self.output_ratio = None if output_ratio is None else each(output_ratio)
        if self.output_ratio is not None and not all(0 < ratio < 1 for ratio in self.output_ratio):
            raise ValueError(f"output_ratio must be between 0 and 1 (got {output_ratio})")


class FractionalMaxPool2d(_FractionalMaxPoolNd):
    """Maxima over windows at random places."""

    _each = staticmethod(_pair)

    def forward(self, input: Tensor) -> Any:
        """The maxima."""
        options = self.kernel_size, self.output_size, self.output_ratio, self.return_indices, self._random_samples
        return functional.fractional_max_pool2d(input, *options)


class FractionalMaxPool3d(_FractionalMaxPoolNd):
    """Maxima over windows at random places."""

    _each = staticmethod(_triple)

    def forward(self, input: Tensor) -> Any:
        """The maxima."""
        options = self.kernel_size, self.output_size, self.output_ratio, self.return_indices, self._random_samples
        return functional.fractional_max_pool3d(input, *options)


class _LPPoolNd(Module):
    """What all p-norm pools share: the options."""

    def __init__(self, norm_type: float, kernel_size: Any, stride: Any = None, ceil_mode: bool = False) -> None:
        super().__init__()
        self.norm_type = norm_type
        self.kernel_size = _sizes(kernel_size)
        self.stride = _sizes(stride)
        self.ceil_mode = ceil_mode

    def extra_repr(self) -> str:
        """The options."""
        return f"norm_type={self.norm_type}, kernel_size={self.kernel_size}, stride={self.stride}, ceil_mode={self.ceil_mode}"


class LPPool1d(_LPPoolNd):
    """The p-norms of windows of rows."""

    def forward(self, input: Tensor) -> Tensor:
        """The norms."""
        return functional.lp_pool1d(input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode)


class LPPool2d(_LPPoolNd):
    """The p-norms of windows of images."""

    def forward(self, input: Tensor) -> Tensor:
        """The norms."""
        return functional.lp_pool2d(input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode)


class LPPool3d(_LPPoolNd):
    """The p-norms of windows of volumes."""

    def forward(self, input: Tensor) -> Tensor:
        """The norms."""
        return functional.lp_pool3d(input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode)


class _AdaptiveMaxPoolNd(Module):
    """What all adaptive maximum pools share: the options."""

    def __init__(self, output_size: Any, return_indices: bool = False) -> None:
        super().__init__()
        self.output_size = _sizes(output_size)
        self.return_indices = return_indices

    def extra_repr(self) -> str:
        """The size."""
        return f"output_size={self.output_size}"


class AdaptiveMaxPool1d(_AdaptiveMaxPoolNd):
    """So many maxima over nearly equal parts of rows."""

    def forward(self, input: Tensor) -> Any:
        """The maxima."""
        return functional.adaptive_max_pool1d(input, self.output_size, self.return_indices)


class AdaptiveMaxPool2d(_AdaptiveMaxPoolNd):
    """So many maxima over nearly equal parts of images."""

    def forward(self, input: Tensor) -> Any:
        """The maxima."""
        return functional.adaptive_max_pool2d(input, self.output_size, self.return_indices)


class AdaptiveMaxPool3d(_AdaptiveMaxPoolNd):
    """So many maxima over nearly equal parts of volumes."""

    def forward(self, input: Tensor) -> Any:
        """The maxima."""
        return functional.adaptive_max_pool3d(input, self.output_size, self.return_indices)


class _AdaptiveAvgPoolNd(Module):
    """What all adaptive average pools share: the size."""

    def __init__(self, output_size: Any) -> None:
        super().__init__()
        self.output_size = _sizes(output_size)

    def extra_repr(self) -> str:
        """The size."""
        return f"output_size={self.output_size}"


class AdaptiveAvgPool1d(_AdaptiveAvgPoolNd):
    """So many means over nearly equal parts of rows."""

    def forward(self, input: Tensor) -> Tensor:
        """The means."""
        return functional.adaptive_avg_pool1d(input, self.output_size)


class AdaptiveAvgPool2d(_AdaptiveAvgPoolNd):
    """So many means over nearly equal parts of images."""

    def forward(self, input: Tensor) -> Tensor:
        """The means."""
        return functional.adaptive_avg_pool2d(input, self.output_size)


class AdaptiveAvgPool3d(_AdaptiveAvgPoolNd):
    """So many means over nearly equal parts of volumes."""

    def forward(self, input: Tensor) -> Tensor:
        """The means."""
        return functional.adaptive_avg_pool3d(input, self.output_size)


def _sizes(value: Any) -> Any:
    """A size as it was given, numbers of numpy as those of Python and lists as tuples."""
    return tuple([_plain(item) for item in value]) if isinstance(value, (tuple, list)) else _plain(value)
