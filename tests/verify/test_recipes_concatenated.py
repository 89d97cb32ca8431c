"""Concatenation of tensors that differ in dtype, and beside empty ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

mindspore = pytest.importorskip("mindspore")
torch = pytest.importorskip("torch")

from mindaudit_data import recipes  # noqa: E402

pytestmark = pytest.mark.verify
DTYPES = ["float32", "float16", "float64", "int64", "int32", "uint8", "bool"]
ROW = [[1, 0, 2]]


def compiled(x: Any, y: Any) -> Any:
    return recipes.concatenated([x, y])


def compiled_stack(x: Any, y: Any, dim: int) -> Any:
    return recipes.stacked([x, y], dim)


@pytest.mark.parametrize("one", DTYPES)
@pytest.mark.parametrize("other", DTYPES)
@pytest.mark.parametrize("dim", [0, -1])
def test_dtypes_are_promoted_as_torch_does(one: str, other: str, dim: int) -> None:
    wanted = torch.cat([torch.tensor(ROW, dtype=getattr(torch, each)) for each in (one, other)], dim)
    found = recipes.concatenated([mindspore.tensor(np.array(ROW).astype(each)) for each in (one, other)], dim)
    assert str(found.dtype).lower().removeprefix("mindspore.") == str(wanted.dtype).removeprefix("torch.")
    np.testing.assert_array_equal(found.asnumpy(), wanted.numpy())


@pytest.mark.parametrize(("one", "other"), [("float32", "int64"), ("bool", "float16"), ("float64", "float32")])
def test_dtypes_are_promoted_in_graphs(one: str, other: str) -> None:
    parts = [mindspore.tensor(np.array(ROW).astype(each)) for each in (one, other)]
    found, wanted = mindspore.jit(compiled)(*parts), recipes.concatenated(parts)
    assert found.dtype == wanted.dtype
    np.testing.assert_array_equal(found.asnumpy(), wanted.asnumpy())


@pytest.mark.parametrize("dim", [0, 1, -1])
@pytest.mark.parametrize(("one", "other"), [("float32", "int64"), ("bool", "float16"), ("int32", "int32")])
def test_what_is_stacked_is_promoted_too(one: str, other: str, dim: int) -> None:
    wanted = torch.stack([torch.tensor(ROW, dtype=getattr(torch, each)) for each in (one, other)], dim)
    parts = [mindspore.tensor(np.array(ROW).astype(each)) for each in (one, other)]
    for found in (recipes.stacked(parts, dim), mindspore.jit(compiled_stack)(*parts, dim)):
        assert str(found.dtype).lower().removeprefix("mindspore.") == str(wanted.dtype).removeprefix("torch.")
        np.testing.assert_array_equal(found.asnumpy(), wanted.numpy())


def test_empty_tensors_of_one_axis_are_passed_over() -> None:
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    wanted = torch.cat([torch.zeros(0), torch.from_numpy(x)])
    np.testing.assert_array_equal(recipes.concatenated([mindspore.ops.zeros((0,)), mindspore.Tensor(x)]).asnumpy(), wanted.numpy())
    assert recipes.concatenated([mindspore.ops.zeros((0,)), mindspore.ops.zeros((0,))]).shape == (0,)
    np.testing.assert_array_equal(mindspore.jit(compiled)(mindspore.ops.zeros((0,)), mindspore.Tensor(x)).asnumpy(), wanted.numpy())


def test_gradients_reach_every_part() -> None:
    x, y = mindspore.Tensor([1.0, 2.0]), mindspore.Tensor([3.0], mindspore.float64)
    gradients = mindspore.grad(lambda a, b: (recipes.concatenated([a, b]) ** 2).sum(), (0, 1))(x, y)
    assert [each.asnumpy().tolist() for each in gradients] == [[2.0, 4.0], [6.0]]
