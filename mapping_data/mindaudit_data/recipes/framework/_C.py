"""`torch._C`: what programs call of torch's core on their way; it does nothing."""

from contextlib import nullcontext

from mindaudit_data.recipes.framework import _functorch
from mindaudit_data.recipes.framework.random import Generator
from mindaudit_data.recipes.framework.unavailable import no, nothing

__all__ = ["Generator", "_functorch"]

DisableTorchFunction = DisableTorchFunctionSubclass = _DisableTorchDispatch = _ExcludeDispatchKeyGuard = nullcontext
_get_tracing_state = _log_api_usage_once = nothing
_jit_override_can_fuse_on_cpu = _jit_override_can_fuse_on_gpu = _jit_set_nvfuser_enabled = _jit_set_profiling_executor = nothing
_jit_set_profiling_mode = _jit_set_texpr_fuser_enabled = nothing
_are_functorch_transforms_active = _is_tracing = no
