"""`torch.func.grad` and `grad_and_value`, also of dicts and lists of tensors, and inside of each other.

PyNative mode, MindSpore 2.8 and newer; `mindspore.grad` of `mindspore.grad` loses what lies behind a view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import mindspore
from mindspore import Tensor, ops

from mindaudit_data.recipes.function_gradients import without_value
from mindaudit_data.recipes.no_gradients import GradientScope, gradients_recorded, recorded
from mindaudit_data.recipes.scope import compiled_as
from mindaudit_data.recipes.second_gradients import gradients_by


def recorded_gradient_and_value_of(
    func: Callable[..., Any], argnums: int | tuple[int, ...] = 0, has_aux: bool = False
) -> Callable[..., Any]:
    """A function that gives the gradients by the inputs at `argnums`, and what `func` gives."""

    def both(*inputs: Any, **kwargs: Any) -> tuple[Any, Any]:
        wanted = argnums if isinstance(argnums, tuple) else (argnums,)
        places = [place % len(inputs) for place in wanted]
        is_recorded = gradients_recorded()
        with GradientScope(True):
            entered = [mapped_tensors(entered_tensor, each) if place in places else each for place, each in enumerate(inputs)]
            value = func(*entered, **kwargs)
            found = _gradients(value[0] if has_aux else value, [entered[place] for place in places], is_recorded)
        return tuple(found) if isinstance(argnums, tuple) else found[0], value

    return both


def _of_graph(func: Callable[..., Any], argnums: Any = 0, has_aux: bool = False) -> Any:
    return mindspore.grad(func, argnums, has_aux=has_aux)


@compiled_as(_of_graph)
def recorded_gradient_of(func: Callable[..., Any], argnums: int | tuple[int, ...] = 0, has_aux: bool = False) -> Callable[..., Any]:
    """A function that gives the gradients by the inputs at `argnums`; with `has_aux` also what `func` gives beside its value.

    What compiles it, such as `mindspore.vmap`, finds `mindspore.grad` there.
    """

    def compiled(*inputs: Any) -> Any:
        return mindspore.grad(func, argnums, has_aux=has_aux)(*inputs)

    return compiled_as(compiled)(without_value(recorded_gradient_and_value_of(func, argnums, has_aux), has_aux))


def entered_tensor(x: Tensor) -> Tensor:
    """A tensor of its own, by which is differentiated; what it was made of gets gradients, too."""
    return x * 1 if x._requires_grad else recorded(x.copy())


def _gradients(value: Tensor, inputs: list[Any], is_recorded: bool) -> list[Any]:
    """The gradients in the form of the inputs, zeros where they are not used; they are recorded if what is around them is."""
    if not value._requires_grad:
        return [mapped_tensors(ops.zeros_like, each) for each in inputs]
    leaves = [leaf for each in inputs for leaf in tensors_in(each)]
    found = iter(gradients_by(value, leaves, create_graph=is_recorded, allow_unused=True, materialize_grads=True))
    return [mapped_tensors(lambda _: next(found), each) for each in inputs]


def mapped_tensors(function: Callable[[Tensor], Any], tree: Any) -> Any:
    """Dicts, lists and tuples with what a function makes of the tensors in them."""
    if isinstance(tree, Tensor):
        return function(tree)
    if isinstance(tree, dict):
        return type(tree)((key, mapped_tensors(function, each)) for key, each in tree.items())
    return type(tree)(mapped_tensors(function, each) for each in tree) if isinstance(tree, (list, tuple)) else tree


def tensors_in(tree: Any) -> Iterator[Tensor]:
    """The tensors in dicts, lists and tuples, in order."""
    if isinstance(tree, Tensor):
        yield tree
    elif isinstance(tree, (dict, list, tuple)):
        for each in tree.values() if isinstance(tree, dict) else tree:
            yield from tensors_in(each)
