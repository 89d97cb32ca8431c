"""torch's classes of tensors, one for each dtype: `torch.LongTensor(x)` whose argument is seen only when it runs, and the class as a value.

MindSpore 2.0 and newer; exact, but that tensors of a size hold zeros where torch leaves them unset.
"""

from __future__ import annotations

from typing import Any

import mindspore
import numpy as np
from mindspore import Tensor, ops
from mindspore.ops.primitive import constexpr

from mindaudit_data.recipes.scope import compiled_as


class _OfDtype(type):
    """A class whose instances are all tensors of one dtype."""

    dtype: Any

    def __call__(cls, *data: Any, device: Any = None) -> Tensor:
        """Zeros of a size if `data` are numbers, else the values of the one sequence, array or tensor. Any device is the target."""
        if len(data) != 1 or isinstance(data[0], (int, np.integer)):
            return ops.zeros(tuple(map(int, data)) or (0,), cls.dtype)
        values = data[0] if isinstance(data[0], (Tensor, np.ndarray, list, tuple)) else list(data[0])
        return values.astype(cls.dtype) if isinstance(values, Tensor) else mindspore.tensor(values, dtype=cls.dtype)

    def __instancecheck__(cls, instance: object) -> bool:
        """Whether something is a tensor of the dtype, and does not stand for a sparse one."""
        return isinstance(instance, Tensor) and instance.dtype == cls.dtype and not hasattr(instance, "sparse_parts")

    @property
    def __args__(cls) -> tuple[Any, ...]:
        """What a `Union` holds of the classes of torch that are one class here, such as those of devices."""
        return (cls,)


class _OfAny(_OfDtype):
    """A class whose instances are all tensors."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, Tensor)


class AnyTensor(metaclass=_OfAny):
    """`torch.Tensor` as a value that is called later: of sizes it makes float32."""

    dtype = mindspore.float32


class HalfTensor(metaclass=_OfDtype):
    """Tensors of float16."""

    dtype = mindspore.float16


class BFloat16Tensor(metaclass=_OfDtype):
    """Tensors of bfloat16."""

    dtype = mindspore.bfloat16


class FloatTensor(metaclass=_OfDtype):
    """Tensors of float32."""

    dtype = mindspore.float32


class DoubleTensor(metaclass=_OfDtype):
    """Tensors of float64."""

    dtype = mindspore.float64


class ByteTensor(metaclass=_OfDtype):
    """Tensors of uint8."""

    dtype = mindspore.uint8


class CharTensor(metaclass=_OfDtype):
    """Tensors of int8."""

    dtype = mindspore.int8


class ShortTensor(metaclass=_OfDtype):
    """Tensors of int16."""

    dtype = mindspore.int16


class IntTensor(metaclass=_OfDtype):
    """Tensors of int32."""

    dtype = mindspore.int32


class LongTensor(metaclass=_OfDtype):
    """Tensors of int64."""

    dtype = mindspore.int64


class BoolTensor(metaclass=_OfDtype):
    """Tensors of truth values."""

    dtype = mindspore.bool


__all__ = [
    "BFloat16Tensor",
    "BoolTensor",
    "ByteTensor",
    "CharTensor",
    "DoubleTensor",
    "FloatTensor",
    "HalfTensor",
    "IntTensor",
    "LongTensor",
    "ShortTensor",
]
TENSORS = (HalfTensor, BFloat16Tensor, FloatTensor, DoubleTensor, ByteTensor, CharTensor, ShortTensor, IntTensor, LongTensor, BoolTensor)


@constexpr(check=False)
def _is_tensor(data: Any) -> bool:
    """Whether the compiler knows something to be a tensor; what Python computes in a graph has a shape of no known rank there."""
    return isinstance(data, Tensor) and tuple(data.shape) != (-2,)


def _tensor_in_graph(data: Any) -> Any:
    """What a graph compiles: an array that Python made is copied, since another call of the same code computes where it lies."""
    return data if _is_tensor(data) else FloatTensor(data)  # type: ignore[call-arg]


@compiled_as(_tensor_in_graph)
def tensor_of(data: Any) -> Any:
    """`torch.Tensor` of one argument: a tensor itself, whatever its dtype; zeros of a length; or float32 of the values of a sequence."""
    kind: Any = FloatTensor
    return data if isinstance(data, Tensor) else kind(data)


def _name_of(dtype: Any) -> str:
    return next(f"torch.{each.__name__}" for each in TENSORS if each.dtype == dtype)


def dtype_named(dtype: Any) -> Any:
    """MindSpore's dtype for what `Tensor.type` takes: that itself, a class of tensors, or what torch calls that class."""
    if dtype is Tensor or dtype == "torch.Tensor":
        return mindspore.float32
    if isinstance(dtype, str):
        name = dtype.rpartition(".")[2]
        return next(each.dtype for each in TENSORS if each.__name__ == name)
    return dtype.dtype if isinstance(dtype, _OfDtype) else dtype


_known_name, _known_dtype = constexpr(_name_of), constexpr(dtype_named)


def _compiled(x: Any, dtype: Any = None) -> Any:
    return _known_name(x.dtype) if dtype is None else x.astype(_known_dtype(dtype))


@compiled_as(_compiled)
def tensor_type(x: Tensor, dtype: Any = None) -> Any:
    """A tensor as another dtype, as `Tensor.type` takes it: MindSpore's dtype, a class of tensors, or what torch calls that class.

    `Tensor` itself stands for float32, torch's default. Without a dtype: what torch calls the class of the tensor, `torch.FloatTensor`.
    In a graph it is known while that is compiled.
    """
    return _name_of(x.dtype) if dtype is None else x.astype(dtype_named(dtype))
