"""`torch.distributions.register_kl`: which function gives the divergence of which classes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mindspore import Tensor

from mindaudit_data.recipes.distribution_base import Distribution

_KL_REGISTRY: dict[tuple[type, type], Callable[[Any, Any], Tensor]] = {}
_KL_MEMOIZE: dict[tuple[type, type], Any] = {}


def register_kl(type_p: type, type_q: type) -> Callable[[Callable[[Any, Any], Tensor]], Callable[[Any, Any], Tensor]]:
    """A decorator: the function gives the divergence of objects of these classes. Raises TypeError for other kinds of classes."""
    for kind in (type_p, type_q):
        if not (isinstance(kind, type) and issubclass(kind, Distribution)):
            raise TypeError(f"expected a class of distributions, found {kind!r}")

    def registered(function: Callable[[Any, Any], Tensor]) -> Callable[[Any, Any], Tensor]:
        _KL_REGISTRY[type_p, type_q] = function
        _KL_MEMOIZE.clear()
        return function

    return registered
