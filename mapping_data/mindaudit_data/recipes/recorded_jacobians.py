"""`torch.func.jacrev`, `jacfwd`, `hessian`, `vjp` and `jvp`, also of dicts and lists of tensors, and inside of each other.

PyNative mode, MindSpore 2.8 and newer; `mindspore.jacrev` takes no functions that give dicts, and its results keep no gradients.
A row of a Jacobian is a gradient of its own, also where torch goes forward: the results are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import mindspore
import numpy as np
from mindspore import Tensor, ops

from mindaudit_data.recipes.differentiable_twice import differentiate_twice
from mindaudit_data.recipes.no_gradients import GradientScope, gradients_recorded, recorded
from mindaudit_data.recipes.recorded_function_gradients import entered_tensor, mapped_tensors, tensors_in
from mindaudit_data.recipes.recorded_paths import recorded_nodes
from mindaudit_data.recipes.scope import compiled_as
from mindaudit_data.recipes.stored_gradients import differentiated

differentiate_twice()


def _of_graph(func: Callable[..., Any], argnums: Any = 0, has_aux: bool = False) -> Any:
    return mindspore.jacrev(func, argnums, has_aux)


@compiled_as(_of_graph)
def recorded_jacobian_of(func: Callable[..., Any], argnums: int | tuple[int, ...] = 0, has_aux: bool = False) -> Callable[..., Any]:
    """A function that gives, for each tensor that `func` gives, the derivatives by the inputs at `argnums`; with `has_aux` also the rest.

    What compiles it, such as `mindspore.vmap`, finds `mindspore.jacrev` there.
    """

    def jacobian(*inputs: Any, **kwargs: Any) -> Any:
        places = [place % len(inputs) for place in (argnums if isinstance(argnums, tuple) else (argnums,))]
        is_recorded = gradients_recorded()
        with GradientScope(True):
            entered = [mapped_tensors(entered_tensor, each) if place in places else each for place, each in enumerate(inputs)]
            value, rest = func(*entered, **kwargs) if has_aux else (func(*entered, **kwargs), None)
            by = tuple([entered[place] for place in places])
            chosen = by if isinstance(argnums, tuple) else by[0]
            found = mapped_tensors(lambda y: jacobian_by(y, chosen, is_recorded and reaches_others(y, by)), value)
        return (found, rest) if has_aux else found

    def compiled(*inputs: Any) -> Any:
        return mindspore.jacrev(func, argnums, has_aux)(*inputs)

    return compiled_as(compiled)(jacobian)


def recorded_hessian_of(func: Callable[..., Any], argnums: int | tuple[int, ...] = 0) -> Callable[..., Any]:
    """A function that gives the second derivatives of `func` by the inputs at `argnums`."""
    return recorded_jacobian_of(recorded_jacobian_of(func, argnums), argnums)


def jacobian_by(output: Tensor, inputs: Any, create_graph: bool) -> Any:
    """The derivatives of each element of a tensor, in the form of the inputs: its shape before that of an input."""
    leaves = list(tensors_in(inputs))
    made = output * 1 if any(output is leaf for leaf in leaves) else output
    if made._requires_grad and made.size:
        rows = [given_gradients(made, leaves, seed, create_graph, number > 0) for number, seed in enumerate(_seeds(made))]
        found = iter(
            [ops.stack(list(row), 0).reshape(made.shape + leaf.shape) for row, leaf in zip(zip(*rows, strict=True), leaves, strict=True)]
        )
    else:
        found = iter([Tensor(np.zeros(made.shape + leaf.shape), leaf.dtype) for leaf in leaves])
    return mapped_tensors(lambda _: next(found), inputs)


def given_gradients(outputs: Any, leaves: Sequence[Tensor], seeds: Any, create_graph: bool, again: bool = False) -> list[Tensor]:
    """The gradients by tensors, zeros by those that are not used; what was recorded is kept."""
    found = differentiated(outputs, seeds, True, create_graph, tuple(leaves), False, again)
    return [ops.zeros_like(leaf) if each is None else each for leaf, each in zip(leaves, found, strict=True)]


def reaches_others(outputs: Any, inputs: Any) -> bool:
    """Whether tensors were computed from leaves that are no inputs, or from what an input was made of: by those, too, is differentiated."""
    own = {leaf._grad_node._unique_id() for leaf in tensors_in(inputs) if leaf._grad_node is not None}
    nodes = recorded_nodes([output._grad_node for output in tensors_in(outputs)])
    return any(node.is_leaf() and node._unique_id() not in own for node in nodes)


def _seeds(output: Tensor) -> list[Tensor]:
    """For each element a tensor that is 1 there and 0 elsewhere."""
    places = np.arange(output.size)
    return [Tensor((places == place).reshape(output.shape), output.dtype) for place in places]


def recorded_vjp(func: Callable[..., Any], *primals: Any, has_aux: bool = False) -> Any:
    """What `func` gives, and a function that gives the products of vectors in that form with the Jacobian, one for each primal."""
    is_recorded = gradients_recorded()
    with GradientScope(True):
        entered = tuple([mapped_tensors(entered_tensor, each) for each in primals])
        value, rest = func(*entered) if has_aux else (func(*entered), None)

    def product(cotangents: Any, retain_graph: bool = True, create_graph: bool | None = None) -> Any:
        with GradientScope(True):
            create = is_recorded and reaches_others(value, entered) if create_graph is None else create_graph
            return vector_products(value, entered, cotangents, create)

    return (value, product, rest) if has_aux else (value, product)


def vector_products(value: Any, inputs: Any, vectors: Any, create_graph: bool) -> Any:
    """The products of vectors with the Jacobian of what was computed, in the form of the inputs."""
    leaves = list(tensors_in(inputs))
    pairs = [(y, seed) for y, seed in zip(tensors_in(value), tensors_in(vectors), strict=True) if y._requires_grad]
    outputs = [y * 1 if any(y is leaf for leaf in leaves) else y for y, _ in pairs]
    found = iter(given_gradients(outputs, leaves, [seed for _, seed in pairs], create_graph) if pairs else map(ops.zeros_like, leaves))
    return mapped_tensors(lambda _: next(found), inputs)


def recorded_jvp(func: Callable[..., Any], primals: tuple[Any, ...], tangents: tuple[Any, ...], *, has_aux: bool = False) -> Any:
    """What `func` gives, and the product of the Jacobian with the tangents in that form."""
    is_recorded = gradients_recorded()
    with GradientScope(True):
        entered = tuple([mapped_tensors(entered_tensor, each) for each in primals])
        value, rest = func(*entered) if has_aux else (func(*entered), None)
        found = tangent_products(value, entered, tangents, is_recorded and reaches_others((value, tangents), entered))
    return (value, found, rest) if has_aux else (value, found)


def tangent_products(value: Any, inputs: Any, tangents: Any, create_graph: bool) -> Any:
    """The product of the Jacobian with tangents, in the form of what was computed: the gradient of products with vectors by the vectors."""
    vectors = mapped_tensors(lambda y: recorded(ops.zeros_like(y)), value)
    products = list(tensors_in(vector_products(value, inputs, vectors, True)))
    pairs = [(product, each) for product, each in zip(products, tensors_in(tangents), strict=True) if product._requires_grad]
    given, seeds = [product for product, _ in pairs], [each for _, each in pairs]
    leaves = list(tensors_in(vectors))
    found = iter(given_gradients(given, leaves, seeds, create_graph) if pairs else map(ops.zeros_like, leaves))
    return mapped_tensors(lambda _: next(found), value)
