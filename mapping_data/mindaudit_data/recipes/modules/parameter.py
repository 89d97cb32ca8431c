"""`torch.nn.Parameter` and `torch.nn.Buffer`: tensors that belong to the state of a module.

Both are Parameters for MindSpore: optimizers, checkpoints and the graph compiler know them. Only the first kind is trained.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import mindspore
import numpy as np
from mindspore import Tensor

from ..no_gradients import Backward, sum_gradients
from ..overwritten import overwritten


class _StateType(type(Tensor)):  # type: ignore[misc]
    """Makes every Parameter of MindSpore that is no buffer an instance of `Parameter`."""

    def __instancecheck__(cls, instance: Any) -> bool:
        if cls is Parameter:
            return isinstance(instance, mindspore.Parameter) and not isinstance(instance, Buffer)
        return type.__instancecheck__(cls, instance)


class _State(mindspore.Parameter, Tensor, metaclass=_StateType):
    """A Parameter of MindSpore that shares the memory of the tensor that it is made of."""

    def __new__(cls, data: Any = None, requires_grad: bool = True, name: str | None = None, *_: Any, **__: Any) -> Any:
        """The whole tensor, as in torch: a class derived from this one may leave out the call of `__init__`."""
        tensor = _as_tensor(data)
        state = Tensor.__new__(_State)
        Tensor.__init__(state, tensor)
        state.init_mode = None
        state.is_default_input_init = False
        mindspore.Parameter.__init__(state, tensor, name if isinstance(name, str) else None, bool(requires_grad))
        state.__class__ = cls  # only now, so that nothing above meets what a derived class makes of `shape`
        return state

    def __init__(self, *_: Any, **__: Any) -> None:
        """Nothing is left to do."""

    def requires_grad_(self, requires_grad: bool = True) -> Any:
        """The parameter itself, trained or frozen."""
        self.requires_grad = requires_grad
        return self

    def assign_value(self, value: Any) -> Any:
        """Itself with the values of another tensor, which what shares the memory gets too. Cell's `load_state_dict` calls this."""
        if self.has_init or value.shape != self.shape or value.dtype != self.dtype:
            return super().assign_value(value)
        return overwritten(self, value)

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        copied = type(self)(Tensor(self.asnumpy(), self.dtype), self.requires_grad)
        copied.name = self.name
        memo[id(self)] = copied
        return copied

    def __reduce_ex__(self, _: Any) -> Any:
        return type(self), (Tensor(self.asnumpy(), self.dtype), self.requires_grad, self.name)


class Parameter(_State):
    """A tensor that is trained. Takes a tensor, an array or nothing (an empty tensor)."""

    def __new__(cls, data: Any = None, requires_grad: bool = True, name: str | None = None, *_: Any, **__: Any) -> Any:
        """The tensor, whose gradients are its own also without an optimizer."""
        return sum_gradients(super().__new__(cls, data, requires_grad, name))


class Buffer(_State):
    """A tensor of a module's state that is not trained, such as a running mean."""

    registers = True
    """Whether assigning it to an attribute of a module makes it a buffer there; torch's tensors do not that were registered as one."""
    _leaf: Any = None
    _computed: Any = None
    _passes = 0

    def __new__(cls, data: Any = None, persistent: bool = True, name: str | None = None, *_: Any, **__: Any) -> Any:
        """A tensor that gets no gradient."""
        buffer = super().__new__(cls, data, False, name)
        buffer.persistent = persistent
        return buffer

    def remember(self, value: Any) -> None:
        """What the buffer was made of, if gradients flow through that: reading the buffer gives it.

        What was computed is given until it is used up, a tensor that gets a gradient itself always.
        """
        flows = value.requires_grad if isinstance(value, mindspore.Parameter) else getattr(value, "_requires_grad", False)
        if not flows or isinstance(value, Buffer) or not (value.is_floating_point() or value.is_complex()):
            return
        node = value._grad_node
        if isinstance(value, mindspore.Parameter) or node is None or node.is_leaf():
            self._leaf = value
        else:
            self._computed, self._passes = value, Backward.passes
            value.register_hook(self._use_up)

    def _use_up(self, _: Any) -> None:
        if not Backward.keeps:
            self._passes = -1

    def read(self) -> Any:
        """The buffer, or what it was made of."""
        if self._leaf is not None:
            return self._leaf
        if self._passes != Backward.passes:
            self.settled()
        return self if self._computed is None else self._computed

    def settled(self) -> Any:
        """The buffer itself, which has from now on the values of what it was computed as, and no gradients flow through it."""
        if self._leaf is not None:
            self.data = _as_tensor(self._leaf)
        elif self._computed is not None:
            self.data, self._computed = _as_tensor(self._computed), None
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        if self._leaf is not None:
            leaf = deepcopy(self._leaf, memo)
            memo[id(self)] = copied = type(self)(leaf, self.persistent, self.name)
            copied.remember(leaf)
        else:
            copied = _State.__deepcopy__(self.settled(), memo)
        copied.persistent, copied.requires_grad, copied.registers = self.persistent, False, self.registers
        return copied

    def __reduce_ex__(self, _: Any) -> Any:
        own = self.settled()
        return type(own), (Tensor(own.asnumpy(), own.dtype), own.persistent, own.name)


def settled(state: Any) -> Any:
    """A parameter, or a buffer through which no gradients flow any more."""
    return state.settled() if isinstance(state, Buffer) else state


def _as_tensor(data: Any) -> Tensor:
    if data is None:
        return Tensor(np.zeros(0, np.float32))
    if not isinstance(data, Tensor):
        return Tensor(data)
    if data.has_init:
        return data.init_data()
    # what is recorded of the other tensor stays there, or that one would get the gradients of this one
    plain = data.data if getattr(data, "_requires_grad", False) else data
    return plain if plain.is_contiguous() else plain.contiguous()


class UninitializedTensorMixin:
    """A parameter or buffer that gets its shape later."""

    def materialize(self, shape: Any, device: Any = None, dtype: Any = None) -> None:
        """Become a parameter or buffer of zeros of that shape."""
        sizes = (shape,) if isinstance(shape, int) else tuple(shape)
        self.set_data(Tensor(np.zeros(sizes, np.float32), dtype or self.dtype))  # type: ignore[attr-defined]
        self.__class__ = Buffer if isinstance(self, Buffer) else Parameter


class UninitializedParameter(UninitializedTensorMixin, Parameter):
    """A parameter without a shape."""

    def __new__(cls, requires_grad: bool = True, device: Any = None, dtype: Any = None) -> Any:
        """An empty parameter."""
        return super().__new__(cls, None, requires_grad)


class UninitializedBuffer(UninitializedTensorMixin, Buffer):
    """A buffer without a shape."""

    def __new__(cls, requires_grad: bool = False, device: Any = None, dtype: Any = None, persistent: bool = True) -> Any:
        """An empty buffer."""
        return super().__new__(cls, None, persistent)


def is_lazy(param: Any) -> bool:
    """Whether a parameter or buffer has no shape yet."""
    return isinstance(param, UninitializedTensorMixin)
