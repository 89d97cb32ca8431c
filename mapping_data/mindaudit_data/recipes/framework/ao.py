"""`torch.ao`: of its quantization only the class with which networks in floating point add and join tensors."""

from types import SimpleNamespace

from mindaudit_data.recipes.modules import quantized

nn = SimpleNamespace(quantized=quantized)
