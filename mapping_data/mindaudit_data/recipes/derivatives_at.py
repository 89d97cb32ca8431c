"""`torch.autograd.functional`: `jacobian`, `hessian`, `vjp`, `jvp`, `hvp` and `vhp`, at one or several tensors.

PyNative mode, MindSpore 2.8 and newer. Without `create_graph` nothing of the results is recorded.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mindspore import Tensor, ops

from mindaudit_data.recipes.no_gradients import GradientScope
from mindaudit_data.recipes.recorded_function_gradients import entered_tensor, mapped_tensors
from mindaudit_data.recipes.recorded_jacobians import jacobian_by, tangent_products, vector_products

_Function = Callable[..., Any]


def jacobian_at(func: _Function, inputs: Any, create_graph: bool = False) -> Any:
    """The derivatives of each tensor that `func` gives by each input; tuples where there are several."""
    with GradientScope(True):
        entered, value = _called(func, inputs)
        return _given(mapped_tensors(lambda y: jacobian_by(y, entered, create_graph), value), create_graph)


def hessian_at(func: _Function, inputs: Any, create_graph: bool = False) -> Any:
    """The second derivatives of a function that gives one number."""
    with GradientScope(True):
        entered, value = _called(func, inputs)
        first = jacobian_by(value.reshape(()), entered, True)
        return _given(mapped_tensors(lambda y: jacobian_by(y, entered, create_graph), first), create_graph)


def vjp_at(func: _Function, inputs: Any, v: Any = None, create_graph: bool = False) -> Any:
    """What `func` gives, and the product of `v` with its Jacobian; `v` is 1 for a tensor of one element."""
    with GradientScope(True):
        entered, value = _called(func, inputs)
        return _given((value, vector_products(value, entered, _vectors(v, value), create_graph)), create_graph)


def jvp_at(func: _Function, inputs: Any, v: Any = None, create_graph: bool = False) -> Any:
    """What `func` gives, and the product of its Jacobian with `v`; `v` is 1 for an input of one element."""
    with GradientScope(True):
        entered, value = _called(func, inputs)
        return _given((value, tangent_products(value, entered, _vectors(v, inputs), create_graph)), create_graph)


def hvp_at(func: _Function, inputs: Any, v: Any = None, create_graph: bool = False) -> Any:
    """The number that `func` gives, and the product of its Hessian, which is symmetric, with `v`."""
    with GradientScope(True):
        entered, value = _called(func, inputs)
        first = vector_products(value, entered, ops.ones_like(value), True)
        return _given((value, vector_products(first, entered, _vectors(v, inputs), create_graph)), create_graph)


def _called(func: _Function, inputs: Any) -> tuple[Any, Any]:
    """Inputs by which is differentiated, and what the function gives for them."""
    entered = mapped_tensors(entered_tensor, inputs if isinstance(inputs, Tensor) else tuple(inputs))
    return entered, func(entered) if isinstance(entered, Tensor) else func(*entered)


def _vectors(v: Any, like: Any) -> Any:
    """The vectors that were given, or 1 for one element."""
    if v is not None:
        return v
    if not isinstance(like, Tensor) or like.size != 1:
        raise RuntimeError("The vector v can only be None where there is one element")
    return ops.ones_like(like)


def _given(results: Any, create_graph: bool) -> Any:
    """The results, from which nothing is recorded unless it is asked for."""
    return results if create_graph else mapped_tensors(ops.stop_gradient, results)
