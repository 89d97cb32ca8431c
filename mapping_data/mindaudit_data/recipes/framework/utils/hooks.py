"""`torch.utils.hooks`."""

from mindaudit_data.recipes.tensor_hooks import RemovableHandle

__all__ = ["RemovableHandle"]
