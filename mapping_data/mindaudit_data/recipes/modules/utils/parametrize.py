"""`torch.nn.utils.parametrize`: attributes that modules compute from stored parameters."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import mindspore
from mindspore import Tensor

from ..modules.container import ModuleDict, _Numbered
from ..parameter import Parameter
from ._derived import Computed, derive, restore

__all__ = [
    "ParametrizationList",
    "cached",
    "is_parametrized",
    "register_parametrization",
    "remove_parametrizations",
    "transfer_parametrizations_and_params",
    "type_before_parametrizations",
]


class ParametrizationList(_Numbered):
    """The modules that make an attribute, one after the other, and what it is made of: `original`, or `original0`, `original1`, …"""

    def __init__(self, modules: Any, original: Tensor, unsafe: bool = False) -> None:
        super().__init__()
        self.unsafe = unsafe
        value = original
        for module in modules:
            self.append(module)
        for module in reversed(list(modules)):
            if hasattr(module, "right_inverse"):
                value = module.right_inverse(value)
        self.is_tensor = isinstance(value, Tensor)
        self.ntensors = 1 if self.is_tensor else len(value)
        for name, part in zip(self._names(), [value] if self.is_tensor else value, strict=True):
            setattr(self, name, part if isinstance(part, mindspore.Parameter) else Parameter(part, original.requires_grad))

    def _names(self) -> list[str]:
        return ["original"] if self.is_tensor else [f"original{number}" for number in range(self.ntensors)]

    def right_inverse(self, value: Tensor) -> None:
        """Set what is stored so that the attribute gets a value."""
        for module in reversed(list(self)):
            value = module.right_inverse(value)
        for name, part in zip(self._names(), [value] if self.is_tensor else value, strict=True):
            getattr(self, name).set_data(part)

    def forward(self) -> Tensor:
        """The attribute's value."""
        modules = list(self._modules.values())
        value = modules[0](*[getattr(self, name) for name in self._names()])
        for module in modules[1:]:
            value = module(value)
        return value


def register_parametrization(module: Any, tensor_name: str, parametrization: Any, *, unsafe: bool = False) -> Any:
    """Let a module compute an attribute; a second parametrization works on the result of the first. Gives the module."""
    if is_parametrized(module, tensor_name):
        module.parametrizations[tensor_name].append(parametrization)
        return module
    kind = type_before_parametrizations(module)
    original = derive(module, tensor_name, Computed(_parametrized, (tensor_name,)), f"Parametrized{kind.__name__}")
    if "parametrizations" not in module._modules:
        module.parametrizations = ModuleDict()
    module.parametrizations[tensor_name] = ParametrizationList([parametrization], original, unsafe)
    return module


def _parametrized(tensor_name: str) -> property:
    # The graph compiler reads the source of a property: a lambda inside a call is none.
    def compute(owner: Any) -> Tensor:
        return owner.parametrizations[tensor_name]()

    def store(owner: Any, value: Tensor) -> None:
        owner.parametrizations[tensor_name].right_inverse(value)

    return property(compute, store)


def is_parametrized(module: Any, tensor_name: str | None = None) -> bool:
    """Whether a module computes an attribute, or any."""
    parametrizations = getattr(module, "parametrizations", None)
    if not isinstance(parametrizations, ModuleDict):
        return False
    return len(parametrizations) > 0 if tensor_name is None else tensor_name in parametrizations


def remove_parametrizations(module: Any, tensor_name: str, leave_parametrized: bool = True) -> Any:
    """Make an attribute an ordinary parameter again, of the present value or of the stored one. Raises ValueError if it is none."""
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"Module {module} does not have a parametrization on {tensor_name}")
    stored = module.parametrizations[tensor_name]
    if not leave_parametrized and not stored.is_tensor:
        raise ValueError("Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is parametrized in terms of a sequence.")
    value = restore(module, tensor_name)
    parameter = stored.original if stored.is_tensor else Parameter(value, stored.original0.requires_grad)
    if leave_parametrized:
        parameter.set_data(value)
    del module.parametrizations[tensor_name]
    if not len(module.parametrizations):
        del module.parametrizations
    module.register_parameter(tensor_name, parameter)
    return module


def type_before_parametrizations(module: Any) -> type:
    """The class that a module had before it computed attributes."""
    kind = type(module)
    while "_derived" in vars(kind):
        kind = kind.__bases__[0]
    return kind


def transfer_parametrizations_and_params(from_module: Any, to_module: Any, tensor_name: str | None = None) -> Any:
    """Give a module the same parametrizations and stored parameters as another; gives it."""
    names = list(from_module.parametrizations) if tensor_name is None else [tensor_name]
    for name in names:
        source = from_module.parametrizations[name]
        for parametrization in source:
            register_parametrization(to_module, name, parametrization, unsafe=True)
        target = to_module.parametrizations[name]
        for part in source._names():
            setattr(target, part, getattr(source, part))
    return to_module


@contextmanager
def cached() -> Iterator[None]:
    """Nothing: attributes are computed each time."""
    yield
