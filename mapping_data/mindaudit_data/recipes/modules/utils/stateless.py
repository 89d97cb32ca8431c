"""`torch.nn.utils.stateless.functional_call`: a module called with other parameters than its own."""

from __future__ import annotations

from typing import Any

from ...called_with import called_with


def functional_call(
    module: Any, parameters_and_buffers: Any, args: Any = (), kwargs: Any = None, *, tie_weights: bool = True, strict: bool = False
) -> Any:
    """The module's result with the given tensors in the place of parameters and buffers of these paths."""
    return called_with(module, parameters_and_buffers, args, kwargs, tie_weights=tie_weights, strict=strict)
