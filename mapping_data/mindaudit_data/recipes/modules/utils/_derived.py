"""An attribute of one module that is computed from others: the module gets a class of its own with a property."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def derive(
    module: Any, name: str, compute: Callable[[Any], Any], class_name: str = "", store: Callable[[Any, Any], None] | None = None
) -> Any:
    """Replace an attribute by what `compute` gives for the module; gives the attribute's last value.

    `store` takes the module and the value where the attribute is set; without it that raises AttributeError.
    """
    value = getattr(module, name)
    delattr(module, name)
    _become(module, type(module), name, property(compute, store), class_name)
    return value


def restore(module: Any, name: str) -> Any:
    """Make the attribute an ordinary one again, to be set by the caller; gives its present value. Raises ValueError if it is none."""
    value = getattr(module, name)
    layers = []
    plain = type(module)
    while "_derived" in vars(plain):
        layers.append(plain)
        plain = plain.__bases__[0]
    if all(layer._derived != name for layer in layers):
        raise ValueError(f"{name} of {type(module).__name__} is not computed from other attributes")
    module.__class__ = plain
    for layer in reversed(layers):
        if layer._derived != name:
            _become(module, type(module), layer._derived, vars(layer)[layer._derived], layer.__name__)
    return value


def _become(module: Any, plain: type, name: str, computed: property, class_name: str) -> None:
    namespace = {name: computed, "_derived": name, "__module__": plain.__module__, "__doc__": plain.__doc__}
    module.__class__ = type(plain)(class_name or plain.__name__, (plain,), namespace)
