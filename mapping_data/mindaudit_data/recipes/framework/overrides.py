"""`torch.overrides`: no tensor overrides functions."""

from mindaudit_data.recipes.framework.unavailable import no

has_torch_function = has_torch_function_unary = has_torch_function_variadic = is_tensor_method_or_property = no
