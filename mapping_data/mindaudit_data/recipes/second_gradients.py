"""`torch.autograd.grad`, and `backward` with `create_graph`, whose gradients can be differentiated again.

PyNative mode, MindSpore 2.8 and newer. Where one of these is imported, the program's operators become those of `differentiable_twice`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mindspore import ops

from mindaudit_data.recipes.differentiable_twice import differentiate_twice
from mindaudit_data.recipes.recorded_paths import recorded_nodes
from mindaudit_data.recipes.stored_gradients import backward, differentiated, several

differentiate_twice()


def gradients_by(
    outputs: Any,
    inputs: Any,
    grad_outputs: Any = None,
    retain_graph: Any = None,
    create_graph: bool = False,
    allow_unused: bool | None = None,
    *,
    only_inputs: bool = True,
    is_grads_batched: bool = False,
    materialize_grads: bool = False,
) -> tuple[Any, ...]:
    """The gradients of the outputs by each of the inputs, which keep none; None for an input that is not used, if that is allowed.

    `materialize_grads` gives zeros for it. `only_inputs` has no effect. Raises RuntimeError as `backward` does, and for an unused input
    otherwise; NotImplementedError for `is_grads_batched`.
    """
    if is_grads_batched:
        raise NotImplementedError("is_grads_batched has no counterpart: call it for each of the grad_outputs")
    found = _by_each(outputs, grad_outputs, create_graph if retain_graph is None else bool(retain_graph), create_graph, several(inputs))
    if materialize_grads:
        return tuple([ops.zeros_like(given) if each is None else each for given, each in zip(several(inputs), found, strict=True)])
    if not allow_unused and any(each is None for each in found):
        raise RuntimeError("One of the inputs is not used by the outputs; allow_unused=True gives None for it")
    return found


def _by_each(outputs: Any, grad_outputs: Any, retain: bool, create: bool, inputs: tuple[Any, ...]) -> tuple[Any, ...]:
    """The gradients by each input. MindSpore goes no further than to an input: one that another is computed of is asked for by itself."""
    if not _depend_on_each_other(inputs):
        return tuple(differentiated(outputs, grad_outputs, retain, create, inputs, False))
    found: list[Any] = []
    for place, each in enumerate(inputs, 1):
        is_kept = retain or place < len(inputs)
        found += differentiated(outputs, grad_outputs, is_kept, create, (each,), False, again=place > 1)
    return tuple(found)


def _depend_on_each_other(inputs: Sequence[Any]) -> bool:
    """Whether one of the tensors was computed of another one."""
    nodes = [each._grad_node for each in inputs]
    computed = [node for node in nodes if node is not None and not node.is_leaf()]
    if len(inputs) < 2 or not computed:
        return False
    before = [below for node in computed for below, _ in node.next_functions]
    asked = {node._unique_id() for node in nodes if node is not None}
    return any(node._unique_id() in asked for node in recorded_nodes(before))


def backward_recorded(tensor: Any, gradient: Any = None, retain_graph: Any = None, create_graph: bool = True, inputs: Any = None) -> None:
    """`backward` that is recorded itself."""
    backward(tensor, gradient, retain_graph, create_graph, inputs)
