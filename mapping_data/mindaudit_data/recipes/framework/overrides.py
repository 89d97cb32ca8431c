"""`torch.overrides`: no tensor overrides functions."""

from typing import Any

from mindspore import Tensor

from mindaudit_data.recipes.framework.unavailable import no

has_torch_function = has_torch_function_unary = has_torch_function_variadic = is_tensor_method_or_property = no


def is_tensor_like(inp: Any) -> bool:
    """Whether it is a tensor."""
    return isinstance(inp, Tensor)
