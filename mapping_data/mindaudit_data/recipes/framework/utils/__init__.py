"""`torch.utils`."""

from mindaudit_data.recipes.framework.utils import _pytree, benchmark, checkpoint, data, hooks, model_zoo

__all__ = ["_pytree", "benchmark", "checkpoint", "data", "hooks", "model_zoo"]
