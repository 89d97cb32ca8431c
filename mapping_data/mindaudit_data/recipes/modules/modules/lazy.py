"""`torch.nn`: layers that learn the number of their inputs from the first input, before which their weights have no shape."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

from mindspore import Tensor

from ..parameter import UninitializedBuffer, UninitializedParameter, is_lazy
from ._attributes import name_parameters
from .batchnorm import BatchNorm1d, BatchNorm2d, BatchNorm3d
from .conv import Conv1d, Conv2d, Conv3d, ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from .instancenorm import InstanceNorm1d, InstanceNorm2d, InstanceNorm3d
from .linear import Linear


class LazyModuleMixin:
    """Initialises a module's parameters when it is called first, from the arguments of the call."""

    cls_to_become: Any = None

    def has_uninitialized_params(self) -> bool:
        """Whether any parameter or buffer has no shape yet."""
        own = self.__dict__
        return any(is_lazy(state) for state in [*own["_parameters"].values(), *own["_buffers"].values()])

    def initialize_parameters(self, *args: Any, **kwargs: Any) -> None:
        """Give all parameters their shapes. Defined by every lazy layer."""
        raise NotImplementedError(f"initialize_parameters is not implemented for {type(self).__name__}")

    def _initialize_by_state(self, state: Mapping[str, Any]) -> None:
        """Give parameters without a shape those of the values that are to be loaded, by the names of the parameters."""
        own = self.__dict__
        for name, value in {**own["_parameters"], **own["_buffers"]}.items():
            if is_lazy(value) and name in state and not is_lazy(state[name]):
                value.materialize(state[name].shape)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Initialise what has no shape yet, then call the layer."""
        if self.has_uninitialized_params():
            self.initialize_parameters(*args, **kwargs)
        if self.cls_to_become is None:
            return super().__call__(*args, **kwargs)  # type: ignore[misc]
        self.__class__ = self.cls_to_become
        return self(*args, **kwargs)


class _LazyLayer(LazyModuleMixin):
    """A layer made with its options alone, and made anew with the number of inputs at the first call."""

    _size_name = "in_channels"
    _spatial = 0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        options = inspect.signature(self.cls_to_become).bind(1, *args, **kwargs).arguments
        self.cls_to_become.__init__(self, options.get("groups", 1), *args, **kwargs)
        own = self.__dict__
        own["_options"] = args, kwargs
        own[self._size_name] = 0
        for name, parameter in own["_parameters"].items():
            own["_parameters"][name] = None if parameter is None else UninitializedParameter()
        for name in own["_buffers"]:
            if own["_buffers"][name] is not None and name != "num_batches_tracked":
                own["_buffers"][name] = UninitializedBuffer()

    def initialize_parameters(self, input: Tensor, *_: Any, **__: Any) -> None:
        """Make the layer for the number of inputs that the input has."""
        self._made_for(self._size_of(input))

    def _initialize_by_state(self, state: Mapping[str, Any]) -> None:
        """Make the layer for the number of inputs that a weight, or a running mean, was made for."""
        found = next((state[name] for name in ("weight", "running_mean") if name in state), None)
        if found is not None and not is_lazy(found) and self.has_uninitialized_params():
            self._made_for(self._size_by_weight(found.shape))

    def _made_for(self, size: int) -> None:
        args, kwargs = self.__dict__["_options"]
        training, prefix = self.training, self._param_prefix  # type: ignore[attr-defined]
        self.cls_to_become.__init__(self, size, *args, **kwargs)
        self.train(training)  # type: ignore[attr-defined]
        name_parameters(self, prefix)

    def _size_of(self, x: Tensor) -> int:
        """The size of the channels' dimension, the first one of an input without a batch."""
        return x.shape[0] if x.ndim == self._spatial + 1 else x.shape[1]

    def _size_by_weight(self, shape: tuple[int, ...]) -> int:
        """The same by the shape of the weight: of a convolution the second dimension, in as many groups, of others the first."""
        is_turned = len(shape) > 1 and not self.transposed  # type: ignore[attr-defined]
        return shape[1] * self.groups if is_turned else shape[0]  # type: ignore[attr-defined]


class LazyLinear(_LazyLayer, Linear):
    """A linear layer for any number of inputs."""

    cls_to_become = Linear
    _size_name = "in_features"

    def _size_of(self, x: Tensor) -> int:
        return x.shape[-1]

    def _size_by_weight(self, shape: tuple[int, ...]) -> int:
        return shape[-1]


class _LazyNorm(_LazyLayer):
    """A normalization for any number of channels; affine and with running statistics unless told otherwise."""

    _size_name = "num_features"

    def __init__(
        self,
        eps: float = 1e-5,
        momentum: float = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__(eps, momentum, affine, track_running_stats, device, dtype, bias=bias)


class LazyConv1d(_LazyLayer, Conv1d):
    """A convolution for any number of channels."""

    cls_to_become = Conv1d
    _spatial = 1


class LazyConvTranspose1d(_LazyLayer, ConvTranspose1d):
    """A transposed convolution for any number of channels."""

    cls_to_become = ConvTranspose1d
    _spatial = 1


class LazyConv2d(_LazyLayer, Conv2d):
    """A convolution for any number of channels."""

    cls_to_become = Conv2d
    _spatial = 2


class LazyConvTranspose2d(_LazyLayer, ConvTranspose2d):
    """A transposed convolution for any number of channels."""

    cls_to_become = ConvTranspose2d
    _spatial = 2


class LazyConv3d(_LazyLayer, Conv3d):
    """A convolution for any number of channels."""

    cls_to_become = Conv3d
    _spatial = 3


class LazyConvTranspose3d(_LazyLayer, ConvTranspose3d):
    """A transposed convolution for any number of channels."""

    cls_to_become = ConvTranspose3d
    _spatial = 3


class LazyBatchNorm1d(_LazyNorm, BatchNorm1d):
    """Batch normalization for any number of channels."""

    cls_to_become = BatchNorm1d


class LazyInstanceNorm1d(_LazyNorm, InstanceNorm1d):
    """Instance normalization for any number of channels."""

    cls_to_become = InstanceNorm1d
    _spatial = 1


class LazyBatchNorm2d(_LazyNorm, BatchNorm2d):
    """Batch normalization for any number of channels."""

    cls_to_become = BatchNorm2d


class LazyInstanceNorm2d(_LazyNorm, InstanceNorm2d):
    """Instance normalization for any number of channels."""

    cls_to_become = InstanceNorm2d
    _spatial = 2


class LazyBatchNorm3d(_LazyNorm, BatchNorm3d):
    """Batch normalization for any number of channels."""

    cls_to_become = BatchNorm3d


class LazyInstanceNorm3d(_LazyNorm, InstanceNorm3d):
    """Instance normalization for any number of channels."""

    cls_to_become = InstanceNorm3d
    _spatial = 3
