"""`torch.nn`: padding."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor

from .. import functional
from .module import Module
from .utils import _ntuple, _pair, _quadruple


class _PadNd(Module):
    """What all paddings share: amounts before and behind, for the last dimension first."""

    padding: Any
    _mode = "constant"

    def forward(self, input: Tensor) -> Tensor:
        """The padded input."""
        return functional.pad(input, self.padding, self._mode)

    def extra_repr(self) -> str:
        """The amounts."""
        return f"{self.padding}"


class _ConstantPadNd(_PadNd):
    """Padding with one value."""

    value: float

    def forward(self, input: Tensor) -> Tensor:
        """The padded input."""
        return functional.pad(input, self.padding, "constant", self.value)

    def extra_repr(self) -> str:
        """Amounts and value."""
        return f"padding={self.padding}, value={self.value}"


class _CircularPadNd(_PadNd):
    """Padding with the other end."""

    _mode = "circular"

    def _check_input_dim(self, input: Tensor) -> None:
        rank = len(self.padding) // 2
        if input.ndim not in (rank + 1, rank + 2):
            raise ValueError(f"expected {rank + 1}D or {rank + 2}D input (got {input.ndim}D input)")

    def forward(self, input: Tensor) -> Tensor:
        """The padded input. Raises ValueError for other ranks."""
        self._check_input_dim(input)
        return functional.pad(input, self.padding, "circular")


class _ReflectionPadNd(_PadNd):
    """Padding with the mirrored input."""

    _mode = "reflect"


class _ReplicationPadNd(_PadNd):
    """Padding with the elements at the edges."""

    _mode = "replicate"


class ConstantPad1d(_ConstantPadNd):
    """Padding of rows with one value."""

    def __init__(self, padding: Any, value: float) -> None:
        super().__init__()
        self.padding = _pair(padding)
        self.value = value


class ConstantPad2d(_ConstantPadNd):
    """Padding of images with one value."""

    def __init__(self, padding: Any, value: float) -> None:
        super().__init__()
        self.padding = _quadruple(padding)
        self.value = value


class ConstantPad3d(_ConstantPadNd):
    """Padding of volumes with one value."""

    def __init__(self, padding: Any, value: float) -> None:
        super().__init__()
        self.padding = _ntuple(6)(padding)
        self.value = value


class ZeroPad1d(ConstantPad1d):
    """Padding of rows with zeros."""

    def __init__(self, padding: Any) -> None:
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        """The amounts."""
        return f"{self.padding}"


class ZeroPad2d(ConstantPad2d):
    """Padding of images with zeros."""

    def __init__(self, padding: Any) -> None:
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        """The amounts."""
        return f"{self.padding}"


class ZeroPad3d(ConstantPad3d):
    """Padding of volumes with zeros."""

    def __init__(self, padding: Any) -> None:
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        """The amounts."""
        return f"{self.padding}"


class CircularPad1d(_CircularPadNd):
    """Padding of rows with the other end."""

    def __init__(self, padding: Any) -> None:
        super().__init__()
        self.padding = _pair(padding)


class CircularPad2d(_CircularPadNd):
    """Padding of images with the other end."""

    def __init__(self, padding: Any) -> None:
        super().__init__()
        self.padding = _quadruple(padding)


class CircularPad3d(_CircularPadNd):
    """Padding of volumes with the other end."""

    def __init__(self, padding: Any) -> None:
        super().__init__()
        self.padding = _ntuple(6)(padding)


class ReflectionPad1d(_ReflectionPadNd):
    """Padding of rows with the mirrored input."""

    def __init__(self, padding: Any) -> None:
        super().__init__()
        self.padding = _pair(padding)


class ReflectionPad2d(_ReflectionPadNd):
    """Padding of images with the mirrored input."""

    def __init__(self, padding: Any) -> None:
        super().__init__()
        self.padding = _quadruple(padding)


class ReflectionPad3d(_ReflectionPadNd):
    """Padding of volumes with the mirrored input."""

    def __init__(self, padding: Any) -> None:
        super().__init__()
        self.padding = _ntuple(6)(padding)


class ReplicationPad1d(_ReplicationPadNd):
    """Padding of rows with the elements at the edges."""

    def __init__(self, padding: Any) -> None:
        super().__init__()
        self.padding = _pair(padding)


class ReplicationPad2d(_ReplicationPadNd):
    """Padding of images with the elements at the edges."""

    def __init__(self, padding: Any) -> None:
        super().__init__()
        self.padding = _quadruple(padding)


class ReplicationPad3d(_ReplicationPadNd):
    """Padding of volumes with the elements at the edges."""

    def __init__(self, padding: Any) -> None:
        super().__init__()
        self.padding = _ntuple(6)(padding)
