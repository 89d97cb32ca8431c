"""In-place methods that give a tensor another shape, such as `x.unsqueeze_(0)`, seen by all that hold the tensor.

PyNative mode: no tensor of a graph changes its shape.
"""

from __future__ import annotations

from mindspore import Parameter, Tensor

from mindaudit_data.recipes.any_shape import forget_shape
from mindaudit_data.recipes.overwritten import REFUSED


def becomes(x: Tensor, value: Tensor) -> Tensor:
    """`x` itself, which has the shape and the elements of `value` from now on; what it was a view of stays as it is.

    Where `x` is an input of what is differentiated, MindSpore refuses that: then `value` is given back, and `x` stays.
    """
    try:
        x.assign_value(value)
        if isinstance(x, Parameter):
            forget_shape(x)
            x.assign_value(value)
    except RuntimeError as refused:
        if REFUSED not in str(refused):
            raise
        return value
    return x
