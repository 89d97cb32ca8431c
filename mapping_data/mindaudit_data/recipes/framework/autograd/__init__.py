"""`torch.autograd`: functions with a backward of their own, and the scopes without recording."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor

from mindaudit_data.recipes.framework.autograd import function
from mindaudit_data.recipes.framework.autograd.function import Function
from mindaudit_data.recipes.framework.gradients import enable_grad, inference_mode, no_grad, set_grad_enabled
from mindaudit_data.recipes.framework.missing import Missing
from mindaudit_data.recipes.stored_gradients import backward as _backward
from mindaudit_data.recipes.stored_gradients import gradients_by

__all__ = ["Function", "Variable", "backward", "enable_grad", "function", "grad", "inference_mode", "no_grad", "set_grad_enabled"]

forward_ad = Missing("torch.autograd.forward_ad")
grad = gradients_by
gradcheck = Missing("torch.autograd.gradcheck")
profiler = Missing("torch.autograd.profiler")


def backward(
    tensors: Any,
    grad_tensors: Any = None,
    retain_graph: Any = None,
    create_graph: bool = False,
    grad_variables: Any = None,
    inputs: Any = None,
) -> None:
    """Adds the gradients of tensors to those that parameters keep."""
    _backward(tensors, grad_variables if grad_tensors is None else grad_tensors, retain_graph, create_graph, inputs)


class _Type(type):
    """Every tensor is an instance of `Variable`."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, Tensor)


class Variable(metaclass=_Type):
    """Gives the tensor that it gets; every tensor is one."""

    def __new__(cls, data: Any = None, requires_grad: bool = False, volatile: bool = False) -> Any:
        """What it gets."""
        return data
