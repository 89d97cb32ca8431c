"""`torch.no_grad`, `torch.inference_mode`, `torch.enable_grad`, `torch.set_grad_enabled` and `torch.is_grad_enabled`.

MindSpore 2.0 and newer. A graph takes the scopes and does without their effect, but for functions that they decorate: there pass results
through `mindspore.ops.stop_gradient`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import mindspore
from mindspore import Parameter, Tensor, ops
from mindspore.common import api
from mindspore.ops.primitive import constexpr

from mindaudit_data.recipes.scope import Scope, compiled_as


class GradientScope(Scope):
    """A scope that records for gradients or does not; scopes may stand inside each other."""

    def __init__(self, mode: bool) -> None:
        self.mode = mode
        self._before: list[bool] = []

    def enter(self) -> None:
        """Sets whether operations are recorded."""
        self._before.append(gradients_recorded())
        _record(self.mode)

    def leave(self) -> None:
        """Sets it back."""
        _record(self._before.pop())

    def __call__(self, function: Any) -> Any:
        """The function, each call of which is a scope; a graph compiles a form of it that stops gradients at what it gives."""
        scoped = super().__call__(function)
        if self.mode:
            return scoped
        scoped.__signature__ = inspect.signature(function)
        return compiled_as(_stopped(function, next(iter(scoped.__signature__.parameters), "") == "self"))(scoped)


def _stopped(function: Callable[..., Any], is_method: bool) -> Callable[..., Any]:
    """The form of a function or method whose result has no gradient."""

    def of_method(self: Any, *args: Any, **kwargs: Any) -> Any:
        return ops.stop_gradient(function(self, *args, **kwargs))

    def of_function(*args: Any, **kwargs: Any) -> Any:
        return ops.stop_gradient(function(*args, **kwargs))

    return of_method if is_method else of_function


class no_gradients(GradientScope):  # noqa: N801 - it stands where torch.no_grad stood
    """A scope, or with its parentheses a decorator, in which nothing is recorded for gradients."""

    def __init__(self) -> None:
        super().__init__(False)


class gradients_enabled(GradientScope):  # noqa: N801 - it stands where torch.set_grad_enabled stood
    """A scope that records for gradients or does not."""


def gradients_recorded() -> bool:
    """Whether operations are recorded for gradients: `torch.is_grad_enabled`. PyNative mode."""
    executor = getattr(api, "_pynative_executor", None)
    return executor is None or bool(executor.enable_grad())


def carry_gradients(*values: Any) -> bool:
    """Whether what is computed from one of these is recorded for the recipe `backward`. PyNative mode."""
    return gradients_recorded() and any(getattr(value, "_requires_grad", False) for value in values)


def record_gradients(on: bool = True) -> None:
    """Whether what runs from now on is recorded for the recipe `backward`. PyNative mode.

    No longer than needed: meanwhile MindSpore loses stores into `.data` and into views, unless `stores_in_place` is imported.
    """
    Backward.records = on
    executor = getattr(api, "_pynative_executor", None)
    if executor is not None:
        executor.set_grad_flag(on)


def resume_recording() -> None:
    """Records again if the recipes had begun to: an operation that raises an error ends it."""
    if Backward.records:
        record_gradients()


class Backward:
    """How often the recipes computed gradients so that what was recorded is used up, and whether they compute some and keep it now.

    `records`: whether they began to record. `checks`: whether a gradient that is not a number is an error.
    """

    passes = 0
    keeps = False
    records = False
    checks = False


def sum_gradients(tensor: Any) -> Any:
    """The tensor itself; the gradients that `backward` gives it are summed element by element from now on.

    MindSpore sums gradients as they lie in memory: the second one of a transposed weight was added to other elements, and that of the
    second part of a concatenation to those of the first. And it clones a
    gradient that two parameters share, as those of a sum do, for which it has no kernel on CPU. PyNative mode.
    """
    is_leaf = isinstance(tensor, Parameter) or getattr(tensor, "_requires_grad", False)
    if is_leaf and not getattr(tensor, "sums_gradients", False) and mindspore.get_context("mode") == mindspore.PYNATIVE_MODE:
        with suppress(RuntimeError):  # MindSpore refuses it where a tensor gets no gradient yet
            tensor.register_hook(_own)
            tensor.sums_gradients = True
    return tensor


def recorded(tensor: Any, requires_grad: bool = True) -> Any:
    """The tensor itself, which `backward` gives a gradient from now on, or no longer; its attribute `requires_grad` says which."""
    if isinstance(tensor, Parameter):
        if requires_grad:
            record_gradients()
    elif isinstance(tensor, Tensor):
        record_gradients()
        tensor._requires_grad = requires_grad
    tensor.requires_grad = requires_grad
    return sum_gradients(tensor) if isinstance(tensor, Tensor) else tensor


def as_leaf(tensor: Tensor, requires_grad: bool) -> Tensor:
    """The tensor itself, which gets gradients from now on if `requires_grad`, unless a graph is the mode: that has gradients of its own."""
    return recorded(tensor) if requires_grad and _runs_eagerly() else tensor


@constexpr(check=False)
def _runs_eagerly() -> bool:
    """Whether operators run one by one: a graph compiles the hooks of Parameters, too, and gives gradients of their own."""
    return bool(mindspore.get_context("mode") == mindspore.PYNATIVE_MODE)


def _own(gradient: Tensor) -> Tensor:
    """The gradient as a tensor that nothing else holds, with its elements in order. What is recorded of it stays."""
    if not _runs_eagerly():
        return gradient
    if Backward.checks and bool(ops.isnan(gradient).any()):
        raise RuntimeError("A function returned nan values in its backward")
    if getattr(gradient, "_requires_grad", False):
        return gradient * 1
    if not gradient.is_contiguous():
        return gradient.contiguous()
    alone = ops.stop_gradient(gradient)
    return alone.copy() if gradient.storage_offset() else alone


def forget_gradients(parameters: Iterable[Any], set_to_none: bool) -> None:
    """Parameters keep none of the gradients that the recipe `backward` gave them, or zeros; what runs from now on is recorded."""
    record_gradients()
    for parameter in parameters:
        gradient = getattr(sum_gradients(parameter), "_grad", None)
        if gradient is None:
            continue
        if set_to_none or not is_whole(gradient):
            parameter._grad = None if set_to_none else ops.zeros_like(gradient)
        else:
            with GradientScope(False):  # others may hold it
                gradient.copy_(ops.zeros_like(gradient))


def is_whole(x: Tensor) -> bool:
    """Whether a tensor has all of its memory, in order."""
    return bool(x.is_contiguous() and x.untyped_storage().nbytes() == x.nbytes)


def _record(mode: bool) -> None:
    executor = getattr(api, "_pynative_executor", None)
    if executor is not None:
        executor.set_enable_grad(mode)
