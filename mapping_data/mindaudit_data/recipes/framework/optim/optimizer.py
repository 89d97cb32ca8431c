"""`torch.optim.optimizer`, with those of its private names that other optimizers import."""

import math
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import mindspore
from mindspore import Tensor

from mindaudit_data.recipes.no_gradients import GradientScope
from mindaudit_data.recipes.optimizer_base import Optimizer

ParamsT = Iterable[Any]
required = object()
_capturable_doc = _differentiable_doc = _foreach_doc = _fused_doc = _maximize_doc = _params_doc = ""


def _use_grad_for_differentiable(func: Callable[..., Any]) -> Callable[..., Any]:
    """A step that records for gradients only if the optimizer is differentiable."""

    @wraps(func)
    def called(self: Any, *args: Any, **kwargs: Any) -> Any:
        with GradientScope(bool(self.defaults.get("differentiable"))):
            return func(self, *args, **kwargs)

    return called


def _get_value(x: Any) -> Any:
    """The number that a tensor holds."""
    return x.item() if isinstance(x, Tensor) else x


def _dispatch_sqrt(x: Any) -> Any:
    """The square root of a tensor or a number."""
    return x.sqrt() if isinstance(x, Tensor) else math.sqrt(x)


def _stack_if_compiling(x: Any) -> Any:
    """What it gets."""
    return x


def _default_to_fused_or_foreach(params: Any, differentiable: bool, use_fused: bool = False) -> tuple[bool, bool]:
    """Neither: parameters are stepped one by one."""
    return False, False


def _get_scalar_dtype(is_fused: bool | None = None) -> Any:
    """The dtype in which steps are counted."""
    return mindspore.float32
