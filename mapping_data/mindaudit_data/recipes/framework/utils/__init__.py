"""`torch.utils`. What `tensorboard` imports is loaded for programs that use it alone: one may have a module of such a name, `wave`."""

from typing import Any

from mindaudit_data.recipes.framework.utils import _foreach_utils, _pytree, benchmark, checkpoint, data, hooks, model_zoo

__all__ = ["_foreach_utils", "_pytree", "benchmark", "checkpoint", "data", "hooks", "model_zoo"]


def __getattr__(name: str) -> Any:
    """`torch.utils.tensorboard`, which an import of `torch` alone does not load."""
    if name != "tensorboard":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from mindaudit_data.recipes.framework.utils.tensorboard import summary

    return globals()[name]
