"""`torch.func.functional_call`: a module called with other parameters and buffers than its own. PyNative mode."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


def called_with(
    module: Any,
    parameter_and_buffer_dicts: Any,
    args: Any = None,
    kwargs: Mapping[str, Any] | None = None,
    *,
    tie_weights: bool = True,
    strict: bool = False,
) -> Any:
    """The module's result with the given tensors in the place of parameters and buffers of these paths; gradients go to them.

    `tie_weights`: also in the place of the same parameter under another path. Raises RuntimeError, if `strict`, for paths that are missing
    or unexpected.
    """
    given: dict[str, Any] = {}
    for tensors in [parameter_and_buffer_dicts] if isinstance(parameter_and_buffer_dicts, Mapping) else parameter_and_buffer_dicts:
        given.update(tensors)
    own = {path: (register, name) for path, register, name in _registered(module)}
    if strict and own.keys() != given.keys():
        raise RuntimeError(f"missing keys: {sorted(own.keys() - given.keys())}, unexpected keys: {sorted(given.keys() - own.keys())}")
    if tie_weights:
        given |= _tied(own, given)
    before = {path: own[path][0][own[path][1]] for path in given if path in own}
    try:
        _store(own, given)
        return module(*(args if isinstance(args, tuple) else () if args is None else (args,)), **(kwargs or {}))
    finally:
        _store(own, before)


def _registered(module: Any) -> Iterator[tuple[str, dict[str, Any], str]]:
    """The path, the register and the name there of each parameter and buffer, also of those that appear twice."""
    for prefix, owner in module.named_modules(remove_duplicate=False):
        for register in (owner._parameters, owner._buffers):
            for name in register:
                yield f"{prefix}.{name}" if prefix else name, register, name


def _tied(own: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """The given tensors under the other paths of what they replace."""
    by_tensor = {id(own[path][0][own[path][1]]): tensor for path, tensor in given.items() if path in own}
    others = {path: register[name] for path, (register, name) in own.items() if path not in given}
    return {path: by_tensor[id(tensor)] for path, tensor in others.items() if tensor is not None and id(tensor) in by_tensor}


def _store(own: Mapping[str, Any], tensors: Mapping[str, Any]) -> None:
    for path, tensor in tensors.items():
        if path in own:
            register, name = own[path]
            register[name] = tensor
