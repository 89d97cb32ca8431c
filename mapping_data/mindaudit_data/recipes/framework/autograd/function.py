"""`torch.autograd.Function`: a function with a backward of its own. In graph mode it has its forward alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, NoReturn

import mindspore
from mindspore import Tensor
from mindspore.common import _Function

from mindaudit_data.recipes.modules.modules._attributes import Callee


@mindspore.jit_class
class _Context:
    """What forward gets in a graph, where nothing is kept for a backward."""

    def save_for_backward(self, *tensors: Any) -> None:
        """Nothing."""

    def mark_dirty(self, *args: Any) -> None:
        """Nothing."""

    def mark_non_differentiable(self, *args: Any) -> None:
        """Nothing."""

    def set_materialize_grads(self, value: bool) -> None:
        """Nothing."""


class _Apply(Callee):
    """Calls a function. Gradients of it in a graph raise NotImplementedError, since its own backward cannot be used there."""

    def __init__(self, function: Any) -> None:
        super().__init__(auto_prefix=False)
        self._function = function
        # a graph calls a class method without its class
        self._is_class_method = hasattr(function.forward, "__func__")
        self._forward = getattr(function.forward, "__func__", function.forward)
        self._has_setup_context = function.setup_context is not _Function.setup_context
        self._context = _Context()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return _Function.apply.__func__(self._function, *args, **kwargs)

    def construct(self, *args: Any) -> Any:
        """The forward, where a graph is compiled. One with a `setup_context` beside it gets no context."""
        if self._has_setup_context:
            return self._forward(*args)
        if self._is_class_method:
            return self._forward(self._function, self._context, *args)
        return self._forward(self._context, *args)

    def bprop(self, x: Any, out: Any, dout: Any) -> NoReturn:
        """Raises NotImplementedError."""
        raise NotImplementedError("a backward of one's own runs in PyNative mode; in graph mode write a Cell with bprop")

    def __deepcopy__(self, memo: Any) -> Any:
        return self

    def __reduce_ex__(self, _: Any) -> Any:
        return getattr, (self._function, "apply")


def _with_gradients_of_their_own(backward: Callable[..., Any]) -> Callable[..., Any]:
    """The backward of a function, whose gradients share no memory with others: MindSpore sums up gradients in place, and not in parts."""

    @wraps(backward)
    def called(*args: Any, **kwargs: Any) -> Any:
        found = backward(*args, **kwargs)
        return tuple(map(_whole, found)) if isinstance(found, tuple | list) else _whole(found)

    return called


def _whole(gradient: Any) -> Any:
    """A copy of a tensor that is part of another one; anything else as it is."""
    is_part = isinstance(gradient, Tensor) and not (gradient.is_contiguous() and gradient.untyped_storage().nbytes() == gradient.nbytes)
    return gradient.copy() if is_part else gradient


class Function(_Function):
    """Base of functions that define `forward` and `backward`, or `setup_context` too. `apply` calls them."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "apply" not in vars(cls):
            cls.apply = _Apply(cls)
        if isinstance(own := vars(cls).get("backward"), staticmethod):
            cls.backward = staticmethod(_with_gradients_of_their_own(own.__func__))

    def save_for_forward(self, *tensors: Any) -> None:
        """Nothing: no `jvp` is called, for which torch keeps them."""

    @staticmethod
    def jvp(ctx: Any, *grad_inputs: Any) -> NoReturn:
        """Raises NotImplementedError, as in torch, where a derived class may define it."""
        raise NotImplementedError("MindSpore calls no jvp of a function; its backward gives the gradients")

    @staticmethod
    def vmap(info: Any, in_dims: Any, *args: Any) -> NoReturn:
        """Raises NotImplementedError, as in torch, where a derived class may define it."""
        raise NotImplementedError("MindSpore calls no vmap of a function; the recipe vmap calls the function item by item")


Function.vjp = Function.backward


class FunctionCtx:
    """The type of what forward and backward get first, for annotations."""


class InplaceFunction(Function):
    """Base of functions that may change their input; `inplace` says whether."""

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace


def once_differentiable(fn: Any) -> Any:
    """What it gets."""
    return fn
