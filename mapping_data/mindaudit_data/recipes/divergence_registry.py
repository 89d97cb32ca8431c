"""`torch.distributions.register_kl`: which function gives the divergence of which classes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mindspore import Tensor

_KL_REGISTRY: dict[tuple[type, type], Callable[[Any, Any], Tensor]] = {}
_KL_MEMOIZE: dict[tuple[type, type], Any] = {}


def register_kl(type_p: type, type_q: type) -> Callable[[Callable[[Any, Any], Tensor]], Callable[[Any, Any], Tensor]]:
    """A decorator: the function gives the divergence of objects of these classes. Raises TypeError for what is no class."""
    for kind in (type_p, type_q):
        if not isinstance(kind, type):
            raise TypeError(f"expected a class, found {kind!r}")

    def registered(function: Callable[[Any, Any], Tensor]) -> Callable[[Any, Any], Tensor]:
        _KL_REGISTRY[type_p, type_q] = function
        _KL_MEMOIZE.clear()
        return function

    return registered
