"""Gradients that tensors keep, as torch has them: `backward`, `.grad`, `zero_grad`, `clip_grad_norm_`, `torch.autograd.grad`.

PyNative mode, MindSpore 2.8 and newer. The engine that differentiates what PyNative mode has recorded is called by names that MindSpore
does not document; its public ways are `mindspore.grad` and `value_and_grad`, which the recipe `TrainStep` uses. Any backend; exact.
Where one of these is imported, the program's products, sums, indices, stores, `zeros_like` and texts become those of
`products_of_ranks`, `sums_of_nothing`, `parts_of_nothing`, `stores_in_place`, `constants_like` and `tensor_text`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from weakref import WeakValueDictionary

from mindspore import Parameter, Tensor, ops
from mindspore._c_expression import run_backward

from mindaudit_data.recipes.accumulated_hooks import call_hooks
from mindaudit_data.recipes.clip_gradients import clip_gradient_values, clip_gradients, clip_gradients_with_norm
from mindaudit_data.recipes.constants_like import leave_constants
from mindaudit_data.recipes.differentiable_twice import keep_recorded
from mindaudit_data.recipes.no_gradients import Backward, GradientScope, forget_gradients, record_gradients, recorded, sum_gradients
from mindaudit_data.recipes.overwritten import overwritten
from mindaudit_data.recipes.parts_of_nothing import stop_at_nothing
from mindaudit_data.recipes.products_of_ranks import multiply_by_rank
from mindaudit_data.recipes.recorded_paths import is_differentiable, node_of
from mindaudit_data.recipes.stores_in_place import store_in_place
from mindaudit_data.recipes.sums_of_nothing import sum_nothing
from mindaudit_data.recipes.tensor_hooks import hook_gradient
from mindaudit_data.recipes.tensor_text import print_as_torch

multiply_by_rank()
sum_nothing()
stop_at_nothing()
leave_constants()
store_in_place()
print_as_torch()

_given_up: WeakValueDictionary[int, Parameter] = WeakValueDictionary()
"""Parameters that were detached, by their ids: what was recorded of them before gives them no gradients."""
_NOTHING = "Nothing was recorded: make the optimizer, or call clear_gradients(network) or recorded(x), before what is differentiated"
_TWICE = "backward the graph twice"
_USED_UP = (
    "What was recorded is used up by an earlier backward: call that with retain_graph=True, or use detach() where something is made of a "
    "parameter and kept for several steps, also by a comparison or argmax, which MindSpore records"
)


def backward(tensor: Any, gradient: Any = None, retain_graph: Any = None, create_graph: bool = False, inputs: Any = None) -> None:
    """Adds the gradients of a tensor, or of several, to those that parameters keep; `gradient` is 1 for a tensor of one element.

    `inputs`: the only tensors that get one. What runs after an optimizer was made is recorded, or after `clear_gradients`, `recorded` or
    `set_gradient`. Raises RuntimeError if nothing was, or if it is used up.
    """
    differentiated(tensor, gradient, retain_graph, create_graph, () if inputs is None else several(inputs), True)


def any_backward(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.backward(…)` of what may be a tensor or something else: any other object gets its own method called."""
    return backward(x, *args, **kwargs) if isinstance(x, Tensor) else x.backward(*args, **kwargs)


def stored_gradient(tensor: Any) -> Any:
    """The gradient that a tensor keeps: None before the first `backward`."""
    return sum_gradients(tensor)._grad


def set_gradient(owner: Any, gradient: Any) -> Any:
    """The gradient itself, which a tensor keeps from now on, or none; another object gets an attribute `grad`."""
    if isinstance(owner, Tensor):
        record_gradients()
        sum_gradients(owner)._grad = gradient
    else:
        owner.grad = gradient
    return gradient


def retained(tensor: Any) -> None:
    """A tensor that was computed keeps the gradient that `backward` gives it, as parameters do. Others have their own method."""
    if not isinstance(tensor, Tensor):
        tensor.retain_grad()
    elif not isinstance(tensor, Parameter) and not vars(tensor).get("retains_gradient"):
        tensor.retains_gradient = True
        hook_gradient(tensor, lambda gradient: _retain(tensor, ops.stop_gradient(gradient).copy()))


def _retain(tensor: Tensor, gradient: Tensor) -> None:
    tensor._grad = gradient if tensor._grad is None else tensor._grad + gradient


def any_requires_grad_(x: Any, requires_grad: bool = True) -> Any:
    """`x.requires_grad_(…)` of what may be a tensor or something else: any other object gets its own method called."""
    return recorded(x, requires_grad) if isinstance(x, Tensor) else x.requires_grad_(requires_grad)


def needs_gradient(tensor: Any) -> bool:
    """Whether a parameter or another leaf is trained, or a result was recorded that depends on such; what is no tensor says it itself."""
    if not isinstance(tensor, Tensor) or isinstance(tensor, Parameter):
        return bool(getattr(tensor, "requires_grad", False))
    return is_differentiable(tensor)


def detached(tensor: Any) -> Any:
    """The tensor itself, whoever else holds it, without what was recorded of it; a parameter is trained no longer."""
    if isinstance(tensor, Parameter):
        tensor.requires_grad = False
        _given_up[id(tensor)] = tensor
    elif node_of(tensor) is not None or not tensor._is_leaf:
        tensor.assign_value(ops.stop_gradient(tensor))
    elif tensor._requires_grad:
        recorded(tensor, False)
    return tensor


def clear_gradients(owner: Any, set_to_none: bool = True) -> None:
    """The parameters of an optimizer or a network keep no gradients any more, or zeros."""
    forget_gradients(_parameters(owner), set_to_none)


def clip_stored_gradients(parameters: Any, max_norm: float, norm_type: float = 2.0, error_if_nonfinite: bool = False) -> Tensor:
    """Shrinks the kept gradients together so that their common norm is at most `max_norm`; gives the norm that they had."""
    owners = _with_gradients(parameters)
    if not owners:
        return ops.zeros(())
    gradients, norm = clip_gradients([owner._grad for owner in owners], float(max_norm), float(norm_type))
    if error_if_nonfinite and not bool(ops.isfinite(norm)):
        raise RuntimeError("The norm of the gradients is not finite")
    _keep(owners, gradients)
    return norm


def clip_stored_gradients_with_norm(parameters: Any, max_norm: float, total_norm: Tensor) -> None:
    """Shrinks the kept gradients together as those must be whose common norm is `total_norm`, so that it is at most `max_norm`."""
    owners = _with_gradients(parameters)
    _keep(owners, clip_gradients_with_norm([owner._grad for owner in owners], float(max_norm), total_norm))


def clip_stored_values(parameters: Any, clip_value: float) -> None:
    """Holds each value of the kept gradients between -clip_value and clip_value."""
    owners = _with_gradients(parameters)
    _keep(owners, clip_gradient_values([owner._grad for owner in owners], float(clip_value)))


def differentiated(
    tensors: Any, gradients: Any, retain: Any, create: bool, inputs: tuple[Any, ...], accumulate: bool, again: bool = False
) -> Any:
    """The gradients of tensors by inputs, or by all that keep them; with `create` they are recorded. Raises as `backward` does.

    `again`: the same was already asked for with other gradients, so that the nodes are prepared.
    """
    roots = several(tensors)
    if not any(root._requires_grad for root in roots):
        raise RuntimeError(_NOTHING)
    given = several(gradients) if gradients is not None else (None,) * len(roots)
    seeds = tuple([_ones(root) if each is None else each for root, each in zip(roots, given, strict=True)])
    if create and not again:
        keep_recorded([root._grad_node for root in roots])
    Backward.keeps = is_kept = create if retain is None else bool(retain)
    Backward.passes += not is_kept
    given_up = [(each, each._grad) for each in _given_up.values() if not each.requires_grad] if accumulate else []
    for parameter, _ in given_up:
        parameter._grad = None  # what was recorded before adds to it in place
    try:
        found = run_backward(roots, seeds, is_kept, create, inputs, True, accumulate_grad=accumulate)
    except RuntimeError as refused:
        call_hooks(False)
        raise RuntimeError(_USED_UP) if _TWICE in str(refused) else refused from None
    finally:
        Backward.keeps = False
        for parameter, gradient in given_up:
            parameter._grad = gradient
    call_hooks(accumulate)
    return found


def _ones(tensor: Tensor) -> Tensor:
    """What a tensor of one element begins with."""
    if tensor.size != 1:
        raise RuntimeError("grad can be implicitly created only for scalar outputs")
    return ops.ones(tensor.shape, tensor.dtype)


def several(tensors: Any) -> tuple[Any, ...]:
    """One tensor or more as a tuple."""
    return (tensors,) if isinstance(tensors, Tensor) else tuple(tensors)


def _parameters(owner: Any) -> Sequence[Any]:
    """Of an optimizer or a network."""
    own = getattr(owner, "parameters", None)
    return tuple(own) if isinstance(own, tuple | list) else tuple(owner.get_parameters())


def _with_gradients(parameters: Any) -> Sequence[Any]:
    return [each for each in several(parameters) if each._grad is not None]


def _keep(owners: Sequence[Any], gradients: Sequence[Any]) -> None:
    """Stores gradients into the memory of those that are kept, which others may hold, such as `gradient = p.grad.data`."""
    with GradientScope(False):
        for owner, gradient in zip(owners, gradients, strict=True):
            if owner._grad.is_contiguous() and owner._grad.dtype == gradient.dtype:
                overwritten(owner._grad, gradient)
            else:
                owner._grad = gradient
