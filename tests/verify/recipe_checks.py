"""Holds a recipe against torch: values, dtypes, shapes, gradients, and the same once more in graph mode."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
mindspore = pytest.importorskip("mindspore")

Array = Any
TOLERANCE = 1e-5


def check(
    recipe: Callable[..., Any],
    reference: Callable[..., Any],
    *inputs: Array,
    tolerance: float = TOLERANCE,
    gradient: bool = True,
    graph: bool = True,
    **options: Any,
) -> None:
    """Fails unless the recipe gives what torch gives for these inputs: numpy arrays become tensors, the rest is passed on.

    Gradients are those of a weighted sum of all floating-point results, by every floating-point input.
    """
    tensors = [mindspore.Tensor(value) if isinstance(value, np.ndarray) else value for value in inputs]
    wanted = reference(*map(_torch, inputs), **options)
    same(recipe(*tensors, **options), wanted, tolerance)
    if graph:
        same(mindspore.jit(_Network(recipe, tensors, options).construct)(*_only_tensors(tensors)), wanted, tolerance)
    if gradient:
        compare_gradients(recipe, reference, inputs, options, tolerance)


class _Network(mindspore.nn.Cell):  # type: ignore[misc]
    """Calls the recipe on its tensors; whatever else the recipe gets is constant, as it is in a network."""

    def __init__(self, recipe: Callable[..., Any], arguments: Sequence[Any], options: dict[str, Any]) -> None:
        super().__init__()
        self.recipe = recipe
        self.options = options
        order = [i for i, value in enumerate(arguments) if isinstance(value, mindspore.Tensor)]
        self.places = tuple(order.index(i) if i in order else -1 for i, _ in enumerate(arguments))
        self.constants = tuple(None if i in order else value for i, value in enumerate(arguments))

    def construct(self, *values: Any) -> Any:
        arguments = ()
        for place, constant in zip(self.places, self.constants):  # noqa: B905 - the graph compiler knows no strict
            arguments += (constant,) if place < 0 else (values[place],)
        return self.recipe(*arguments, **self.options)


def same(found: Any, wanted: Any, tolerance: float = TOLERANCE) -> None:
    """Fails unless both hold the same arrays: dtype, shape and values within a relative tolerance."""
    left, right = _leaves(found), _leaves(wanted)
    assert len(left) == len(right)
    for mine, theirs in zip(left, right, strict=True):
        mine, theirs = _numpy(mine), _numpy(theirs)
        assert mine.shape == theirs.shape
        assert mine.dtype == theirs.dtype
        np.testing.assert_allclose(mine, theirs, rtol=tolerance, atol=tolerance / 10)


def compare_gradients(
    recipe: Callable[..., Any], reference: Callable[..., Any], inputs: Sequence[Any], options: dict[str, Any], tolerance: float
) -> None:
    """Fails unless the gradients of both agree."""
    places = [i for i, value in enumerate(inputs) if isinstance(value, np.ndarray) and value.dtype.kind == "f"]
    if not places:
        return
    leaves = [_torch(value) for value in inputs]
    for place in places:
        leaves[place].requires_grad_()
    _weighted(reference(*leaves, **options), torch).backward()
    wanted = [leaves[place].grad for place in places]

    def total(*values: Any) -> Any:
        return _weighted(recipe(*_filled(inputs, values), **options), mindspore)

    tensors = _only_tensors([mindspore.Tensor(value) if isinstance(value, np.ndarray) else value for value in inputs])
    order = [i for i, value in enumerate(inputs) if isinstance(value, np.ndarray)]
    found = mindspore.grad(total, tuple(order.index(place) for place in places))(*tensors)
    for mine, theirs in zip(_leaves(found), wanted, strict=True):
        scale = max(1.0, float(theirs.abs().max()))
        np.testing.assert_allclose(_numpy(mine), _numpy(theirs), rtol=10 * tolerance, atol=tolerance * scale)


def _weighted(result: Any, framework: Any) -> Any:
    """A scalar that every element of every floating-point result takes part in, each with another weight."""
    total = 0.0
    for leaf in _leaves(result):
        if leaf.is_complex():
            leaf = framework.view_as_real(leaf) if framework is torch else mindspore.ops.view_as_real(leaf)
        if leaf.is_floating_point():
            count = int(np.prod(leaf.shape))
            weights = np.linspace(1.0, 2.0, count).astype("float32").reshape(tuple(leaf.shape))
            total = total + (leaf * (torch.from_numpy(weights) if framework is torch else mindspore.Tensor(weights))).sum()
    return total


def _filled(inputs: Sequence[Any], values: Sequence[Any]) -> list[Any]:
    """The inputs with tensors in the places of arrays."""
    left = list(values)
    return [left.pop(0) if isinstance(value, np.ndarray) else value for value in inputs]


def _only_tensors(values: Sequence[Any]) -> list[Any]:
    return [value for value in values if isinstance(value, mindspore.Tensor)]


def _torch(value: Any) -> Any:
    return torch.from_numpy(value.copy()) if isinstance(value, np.ndarray) else value


def _leaves(value: Any) -> list[Any]:
    return [leaf for item in value for leaf in _leaves(item)] if isinstance(value, (tuple, list)) else [value]


def _numpy(value: Any) -> Any:
    return value.detach().resolve_conj().numpy() if isinstance(value, torch.Tensor) else value.asnumpy()
