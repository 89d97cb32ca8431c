"""`torch._C`: what programs call of torch's core on their way; it does nothing."""

from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import mindspore

from mindaudit_data.recipes.framework import _functorch
from mindaudit_data.recipes.framework.devices import device
from mindaudit_data.recipes.framework.random import Generator
from mindaudit_data.recipes.framework.unavailable import no, nothing

__all__ = ["Generator", "_functorch"]

DisableTorchFunction = DisableTorchFunctionSubclass = _DisableTorchDispatch = _ExcludeDispatchKeyGuard = nullcontext
_get_tracing_state = _log_api_usage_once = nothing
_jit_override_can_fuse_on_cpu = _jit_override_can_fuse_on_gpu = _jit_set_nvfuser_enabled = _jit_set_profiling_executor = nothing
_jit_set_profiling_mode = _jit_set_texpr_fuser_enabled = nothing
_are_functorch_transforms_active = _is_tracing = no


def _parse_to(*args: Any, **kwargs: Any) -> tuple[Any, Any, bool, Any]:
    """What a call of `to` asks for: device, dtype, whether it may go on at once, memory format; None for what it does not name."""
    place, dtype, flags = kwargs.get("device"), kwargs.get("dtype"), [each for each in args if isinstance(each, bool)]
    for each in (*args, kwargs.get("tensor")):
        if isinstance(each, mindspore.Tensor | mindspore.dtype.Type):
            dtype = each.dtype if isinstance(each, mindspore.Tensor) else each
        elif isinstance(each, str | int | device) and not isinstance(each, bool):
            place = each
    return (
        device(place) if isinstance(place, str | int) else place,
        dtype,
        kwargs.get("non_blocking", any(flags[:1])),
        kwargs.get("memory_format"),
    )


_nn = SimpleNamespace(_parse_to=_parse_to)
