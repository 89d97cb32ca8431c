"""torch's default dtype: what tensors of floats have for which no dtype is given. MindSpore's own functions always make float32.

The functions of `mindspore_recipes.framework` that make tensors, and new layers, go by it. What MindSpore computes of whole numbers and a
float, or by dividing whole numbers, stays float32. MindSpore 2.0 and newer; a graph goes by the default of when it is compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mindspore
import numpy as np
from mindspore import Tensor

from mindaudit_data.recipes.scope import compiled_as
from mindaudit_data.recipes.typed_tensors import TENSORS

_FLOATING = (mindspore.float16, mindspore.bfloat16, mindspore.float32, mindspore.float64)
_default = [mindspore.float32]


def get_default_dtype() -> Any:
    """The dtype of tensors of floats."""
    return _default[0]


def set_default_dtype(d: Any) -> None:
    """From now on tensors of floats have this dtype."""
    if d not in _FLOATING:
        raise TypeError(f"only floating-point types are supported as the default type, not {d}")
    _default[0] = d


def set_default_tensor_type(t: Any) -> None:
    """From now on tensors of floats have the dtype of this class of tensors, or of the class of that name."""
    name = (t if isinstance(t, str) else t.__name__).rpartition(".")[2]
    set_default_dtype(next((each.dtype for each in TENSORS if each.__name__ == name), t))


def _compiled(make: Callable[..., Tensor], *args: Any, dtype: Any = None, **kwargs: Any) -> Tensor:
    if dtype is not None:
        return make(*args, dtype=dtype, **kwargs)
    made = make(*args, **kwargs)
    return made.astype(_default[0]) if made.dtype == mindspore.float32 else made


@compiled_as(_compiled)
def made_of(make: Callable[..., Tensor], *args: Any, dtype: Any = None, **kwargs: Any) -> Tensor:
    """A tensor made without a dtype: Python's floats, float32 in MindSpore, get the default dtype, complex numbers that of such pairs."""
    if dtype is not None:
        return make(*args, dtype=dtype, **kwargs)
    made = make(*args, **kwargs)
    if made.dtype == mindspore.complex128 and not any(map(_has_dtype, (*args, *kwargs.values()))):
        return made if _default[0] == mindspore.float64 else made.astype(mindspore.complex64)
    if _default[0] == mindspore.float32 or made.dtype != mindspore.float32 or any(map(_has_dtype, (*args, *kwargs.values()))):
        return made
    return make(*args, dtype=_default[0], **kwargs)


def _has_dtype(data: Any) -> bool:
    """Whether data, or the first of its items, is a tensor, an array or a number of NumPy's that has the dtype of the result."""
    while isinstance(data, (list, tuple)) and data:
        data = data[0]
    return isinstance(data, (Tensor, np.ndarray, np.float32, np.complex128))
