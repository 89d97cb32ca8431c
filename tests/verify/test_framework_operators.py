"""The operators of the framework that programs register, and its modules that stand for operators, beside torch's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from recipe_checks import mindspore, torch

from mindaudit_data.recipes import framework
from mindaudit_data.recipes.framework import Missing

pytestmark = pytest.mark.verify
BOTH = pytest.mark.parametrize("library", [framework, torch], ids=["mindspore", "torch"])


@BOTH
def test_what_is_forked_has_its_result(library: Any) -> None:
    assert library.jit.wait(library.jit.fork(lambda a, b: a + b, 1, b=2)) == 3


@BOTH
def test_an_operator_made_of_a_function_is_that_function(library: Any) -> None:
    def double(x: Any) -> Any:
        return x * 2

    double.__annotations__ = {"x": library.Tensor, "return": library.Tensor}
    made = library.library.custom_op(f"{library.__name__.replace('.', '_')}::double", double, mutates_args=())

    @made.register_fake
    def fake(x: Any) -> Any:
        return x

    @made.register_vmap
    def batched(info: Any, in_dims: Any, x: Any) -> Any:
        return x, in_dims[0]

    assert callable(fake)
    assert made(library.tensor([1.0, 2.0])).tolist() == [2.0, 4.0]


@pytest.mark.parametrize("name", ["hann", "hamming", "blackman", "bartlett", "kaiser"])
@pytest.mark.parametrize("arguments", [(8,), (7, False), (1,)])
def test_windows_by_their_names(name: str, arguments: tuple[Any, ...]) -> None:
    mine, theirs = (getattr(library, f"{name}_window")(*arguments, device="cpu") for library in (framework, torch))
    np.testing.assert_allclose(mine.asnumpy(), theirs.numpy(), atol=1e-6)


@BOTH
def test_arithmetic_as_methods_of_a_module(library: Any) -> None:
    functional, x = library.nn.quantized.FloatFunctional(), library.tensor([1.0, -3.0])
    assert functional.add(x, x).tolist() == functional.mul_scalar(x, 2).tolist() == [2.0, -6.0]
    assert functional.add_relu(x, x).tolist() == [2.0, 0.0]
    assert functional.mul(x, functional.add_scalar(x, 1)).tolist() == [2.0, 6.0]
    assert functional.cat([x, x]).tolist() == [1.0, -3.0, 1.0, -3.0]
    assert functional.matmul(x, x).item() == 10.0
    assert not list(functional.parameters())


@BOTH
def test_operators_that_a_program_registers(library: Any) -> None:
    space = f"{library.__name__.replace('.', '_')}_own"
    own = library.library.Library(space, "DEF")
    own.define("twice(Tensor x) -> Tensor")
    own.impl("twice", lambda x: x * 2, "CPU")
    own.define("thrice(Tensor x) -> Tensor")

    @library.library.impl(own, "thrice", "CPU")
    def thrice(x: Any) -> Any:
        return x * 3

    found = getattr(library.ops, space)
    x = library.tensor([1.0, 2.0])
    assert found.twice(x).tolist() == found.twice.default(x).tolist() == [2.0, 4.0]
    assert found.thrice(x).tolist() == thrice(x).tolist() == [3.0, 6.0]


def test_operators_that_nobody_registered_are_missing() -> None:
    with pytest.raises(NotImplementedError, match=r"torch\.ops\.other\.twice"):
        framework.ops.other.twice(1)
    with pytest.raises(ImportError, match="has no counterpart"):
        Missing("torch.nothing")()


def test_a_product_of_dense_tensors_by_the_name_of_sparse_ones() -> None:
    x = mindspore.Tensor([[1.0, 2.0], [3.0, 4.0]])
    assert framework.spmm(x, x).asnumpy().tolist() == [[7.0, 10.0], [15.0, 22.0]]
    with pytest.raises(TypeError, match="sparse tensors"):
        framework.spmm(object(), x)
