"""`torch.nn.utils.stateless.functional_call`: a module called with other parameters than its own."""

from __future__ import annotations

from typing import Any


def functional_call(
    module: Any, parameters_and_buffers: Any, args: Any = (), kwargs: Any = None, *, tie_weights: bool = True, strict: bool = False
) -> Any:
    """The module's result with the given tensors in the place of parameters and buffers of these paths."""
    given: dict[str, Any] = {}
    for tensors in [parameters_and_buffers] if isinstance(parameters_and_buffers, dict) else parameters_and_buffers:
        given.update(tensors)
    replaced = [_replace(module, path, tensor) for path, tensor in given.items()]
    try:
        return module(*(args if isinstance(args, tuple) else (args,)), **(kwargs or {}))
    finally:
        for register, name, tensor in reversed(replaced):
            register[name] = tensor


def _replace(module: Any, path: str, tensor: Any) -> tuple[Any, str, Any]:
    """Put a tensor in the place of a parameter or buffer; gives what is needed to undo it. Raises AttributeError for a wrong path."""
    parent, _, name = path.rpartition(".")
    owner = module.get_submodule(parent)
    for register in (owner._parameters, owner._buffers):
        if name in register:
            before = register[name]
            register[name] = tensor
            return register, name, before
    raise AttributeError(f"{type(owner).__name__} has no parameter or buffer {name!r}")
