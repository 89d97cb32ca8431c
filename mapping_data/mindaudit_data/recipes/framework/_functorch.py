"""`torch._C._functorch`: what tells tensors apart that torch's transforms wrap. Here they wrap none, since vmap calls item by item."""

from __future__ import annotations

from typing import Any, NoReturn

from mindaudit_data.recipes.framework.unavailable import no, nothing, zero
from mindaudit_data.recipes.unchanged import unchanged

is_batchedtensor = is_gradtrackingtensor = is_functionaltensor = is_functorch_wrapped_tensor = is_legacy_batchedtensor = no
is_dead_tensor_wrapper = _is_vmap_fallback_enabled = no
maybe_current_level = peek_interpreter_stack = get_interpreter_stack = nothing
get_dynamic_layer_stack_depth = zero
unwrap_if_dead = unchanged


def maybe_get_level(tensor: Any) -> int:
    """-1, the level of what is not wrapped."""
    return -1


def maybe_get_bdim(tensor: Any) -> int:
    """-1, the batch dimension of what has none."""
    return -1


def get_unwrapped(tensor: Any) -> NoReturn:
    """Raises RuntimeError, as torch does for what is not wrapped."""
    raise RuntimeError("no tensor is wrapped here")
