"""Scopes in both modes: their effect in PyNative mode, and that a graph takes them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

mindspore = pytest.importorskip("mindspore")

from mindspore import nn  # noqa: E402

from mindaudit_data import recipes  # noqa: E402
from mindaudit_data.recipes import framework, gradients_enabled, no_gradients, no_scope  # noqa: E402

pytestmark = pytest.mark.verify


class Net(nn.Cell):
    share = True

    def no_grad(self, x: Any) -> Any:
        with framework.no_grad():
            return x * 2

    def set_grad_enabled(self, x: Any) -> Any:
        with framework.set_grad_enabled(not self.share):
            return x * 2

    def inference_mode(self, x: Any) -> Any:
        with framework.inference_mode():
            return x * 2

    def by_the_recipe(self, x: Any) -> Any:
        with no_gradients():
            return x * 2

    def switched_by_the_recipe(self, x: Any) -> Any:
        with gradients_enabled(not self.share):
            return x * 2

    @framework.no_grad()
    def decorated(self, x: Any) -> Any:
        return x * 2

    @framework.no_grad
    def decorated_plainly(self, x: Any) -> Any:
        return x * 2

    @no_gradients()
    def decorated_by_the_recipe(self, x: Any) -> Any:
        return x * 2

    def enable_grad(self, x: Any) -> Any:
        with framework.enable_grad():
            return x * 2

    def without_effect(self, x: Any) -> Any:
        with no_scope():
            return x * 2

    def autocast(self, x: Any) -> Any:
        with framework.amp.autocast("cpu", enabled=False):
            return x * 2


WITHOUT = [Net.no_grad, Net.set_grad_enabled, Net.inference_mode, Net.by_the_recipe, Net.switched_by_the_recipe]
DECORATED = [Net.decorated, Net.decorated_plainly, Net.decorated_by_the_recipe]
WITH = [Net.enable_grad, Net.without_effect, Net.autocast]


def gradient(method: Callable[[Any, Any], Any], mode: int) -> tuple[float, float]:
    """The value and the gradient of a network that calls the method, and adds its input."""

    class Called(Net):
        inner = method

        def construct(self, x: Any) -> Any:
            return self.inner(x) + x

    mindspore.set_context(mode=mode)
    try:
        net, x = Called(), mindspore.Tensor([1.0])
        return float(net(x)[0]), float(mindspore.grad(net)(x)[0])
    finally:
        mindspore.set_context(mode=mindspore.PYNATIVE_MODE)


@pytest.mark.parametrize("method", WITHOUT + DECORATED)
def test_nothing_is_recorded_where_statements_run_one_by_one(method: Callable[[Any, Any], Any]) -> None:
    assert gradient(method, mindspore.PYNATIVE_MODE) == (3.0, 1.0)
    assert recipes.gradients_recorded()


@pytest.mark.parametrize("method", WITH)
def test_scopes_that_change_nothing(method: Callable[[Any, Any], Any]) -> None:
    assert gradient(method, mindspore.PYNATIVE_MODE) == (3.0, 3.0)


@pytest.mark.parametrize("method", WITHOUT + WITH)
def test_graphs_take_the_scopes_and_gradients_flow_through(method: Callable[[Any, Any], Any]) -> None:
    assert gradient(method, mindspore.GRAPH_MODE) == (3.0, 3.0)
    assert recipes.gradients_recorded()


@pytest.mark.parametrize("method", DECORATED)
def test_in_graphs_no_gradients_flow_through_what_a_scope_decorates(method: Callable[[Any, Any], Any]) -> None:
    assert gradient(method, mindspore.GRAPH_MODE) == (3.0, 1.0)


def named(self: Any, x: int, *, scale: int = 2) -> int:
    """About it."""
    return x * scale


@pytest.mark.parametrize("function", [named, mindspore.Tensor.add])
def test_a_wrapper_looks_like_what_it_wraps(function: Callable[..., Any]) -> None:
    @recipes.wrapper_of(function)
    def wrapper(*args: Any, **options: Any) -> Any:
        return function(*args, **options)

    assert (wrapper.__name__, wrapper.__doc__) == (function.__name__, function.__doc__)
    assert inspect.unwrap(wrapper) is not function
    assert function is not named or inspect.signature(wrapper) == inspect.signature(named)


FACTOR = 3


def test_graphs_look_for_a_wrapper_s_names_where_it_is_defined() -> None:
    def doubled(x: Any) -> Any:
        return x * 2

    doubled.__module__ = "math"  # as if it were imported from there

    @recipes.wrapper_of(doubled)
    def wrapper(x: Any) -> Any:
        return doubled(x) * FACTOR

    def run(x: Any) -> Any:
        return wrapper(x)

    assert wrapper.__module__ == __name__
    assert mindspore.jit(run)(mindspore.Tensor([1.0])).asnumpy().tolist() == [6.0]
