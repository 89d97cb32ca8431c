"""`torch.autograd`: functions with a backward of their own, and the scopes without recording."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor

from mindaudit_data.recipes.checked_gradients import gradcheck
from mindaudit_data.recipes.detected_anomalies import detect_anomaly, set_detect_anomaly
from mindaudit_data.recipes.framework.autograd import function
from mindaudit_data.recipes.framework.autograd.function import Function
from mindaudit_data.recipes.framework.gradients import enable_grad, inference_mode, no_grad, set_grad_enabled
from mindaudit_data.recipes.framework.missing import Missing
from mindaudit_data.recipes.stored_gradients import backward as _backward

__all__ = ["Function", "Variable", "backward", "enable_grad", "function", "grad", "inference_mode", "no_grad", "set_grad_enabled"]

forward_ad = Missing("torch.autograd.forward_ad")
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


def grad(
    outputs: Any,
    inputs: Any,
    grad_outputs: Any = None,
    retain_graph: Any = None,
    create_graph: bool = False,
    allow_unused: bool | None = None,
    is_grads_batched: bool = False,
    materialize_grads: bool = False,
) -> tuple[Any, ...]:
    """The gradients of the outputs by each of the inputs, which keep none."""
    # imported here: operators that can be differentiated twice, and are slower, come with it
    from mindaudit_data.recipes.second_gradients import gradients_by

    return gradients_by(
        outputs,
        inputs,
        grad_outputs,
        retain_graph,
        create_graph,
        allow_unused,
        is_grads_batched=is_grads_batched,
        materialize_grads=materialize_grads,
    )


class _Type(type):
    """Every tensor is an instance of `Variable`."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, Tensor)


class Variable(metaclass=_Type):
    """Gives the tensor that it gets; every tensor is one."""

    def __new__(cls, data: Any = None, requires_grad: bool = False, volatile: bool = False) -> Any:
        """What it gets."""
        return data
