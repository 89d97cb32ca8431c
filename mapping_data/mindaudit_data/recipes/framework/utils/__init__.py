"""`torch.utils`."""

from mindaudit_data.recipes.framework.utils import _foreach_utils, _pytree, benchmark, checkpoint, data, hooks, model_zoo, tensorboard

__all__ = ["_foreach_utils", "_pytree", "benchmark", "checkpoint", "data", "hooks", "model_zoo", "tensorboard"]
