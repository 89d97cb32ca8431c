"""An attribute of one module that is computed from others: the module gets a class of its own with a property."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Computed(NamedTuple):
    """What an attribute is computed by: a function that pickle finds by its name, and the arguments with which it makes the property."""

    make: Callable[..., property]
    arguments: tuple[Any, ...]


def derive(module: Any, name: str, computed: Computed, class_name: str = "") -> Any:
    """Replace an attribute by a property; gives the attribute's last value."""
    value = getattr(module, name)
    delattr(module, name)
    _become(module, type(module), name, computed, class_name)
    return value


def restore(module: Any, name: str) -> Any:
    """Make the attribute an ordinary one again, to be set by the caller; gives its present value. Raises ValueError if it is none."""
    value = getattr(module, name)
    plain, layers = _plain_class(module)
    if all(layer._derived != name for layer in layers):
        raise ValueError(f"{name} of {type(module).__name__} is not computed from other attributes")
    module.__class__ = plain
    for layer in reversed(layers):
        if layer._derived != name:
            _become(module, type(module), layer._derived, layer._computed, layer.__name__)
    return value


def _plain_class(module: Any) -> tuple[type, list[Any]]:
    """The class that a module had at first, and those that it got, the last one first."""
    layers = []
    plain = type(module)
    while "_derived" in vars(plain):
        layers.append(plain)
        plain = plain.__bases__[0]
    return plain, layers


def _become(module: Any, plain: type, name: str, computed: Computed, class_name: str) -> None:
    namespace: dict[str, Any] = {"__module__": plain.__module__, "__doc__": plain.__doc__, "__reduce_ex__": _reduced}
    namespace |= {name: computed.make(*computed.arguments), "_derived": name, "_computed": computed}
    module.__class__ = type(plain)(class_name or plain.__name__, (plain,), namespace)


def _reduced(module: Any, _: Any) -> tuple[Any, ...]:
    """What pickle writes: the class that Python finds by its name, what is computed, and the state."""
    plain, layers = _plain_class(module)
    computed = [(layer._derived, layer._computed, layer.__name__) for layer in reversed(layers)]
    return _made_again, (plain, computed), module.__getstate__()


def _made_again(plain: Any, attributes: list[tuple[str, Computed, str]]) -> Any:
    """A module of a class with properties, without its state."""
    module = plain.__new__(plain)
    for name, computed, class_name in attributes:
        _become(module, type(module), name, computed, class_name)
    return module
