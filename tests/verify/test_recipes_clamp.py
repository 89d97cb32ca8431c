"""The recipe of `torch.clamp`: bounds that are tensors enlarge what they bound."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from recipe_checks import mindspore, torch

from mindaudit_data import recipes

pytestmark = pytest.mark.verify
ROW = np.array([[-2, 0, 0.5, 9]], "float32")
LOW, HIGH = np.array([[-1], [0], [1]], "float32"), np.array([[0], [1], [0.5]], "float32")


@pytest.mark.parametrize("bounds", [(LOW, HIGH), (LOW, None), (None, HIGH), (LOW[0], HIGH), (-1.0, 1.0)])
@pytest.mark.parametrize("x", [ROW, ROW[0, 3], ROW.astype("float16"), np.array([1, 5]), np.array([[np.nan, 2]], "float32")])
def test_tensors_bound_as_in_torch(x: Any, bounds: tuple[Any, Any]) -> None:
    if np.isnan(x).any() and isinstance(bounds[0], float):
        pytest.skip("MindSpore's clamp passes NaN over")
    wanted = torch.clamp(torch.tensor(x), *(torch.tensor(each) if isinstance(each, np.ndarray) else each for each in bounds))
    found = recipes.clamp(mindspore.Tensor(x), *(mindspore.Tensor(each) if isinstance(each, np.ndarray) else each for each in bounds))
    assert str(found.dtype).lower() == str(wanted.dtype).removeprefix("torch.")
    assert np.array_equal(found.asnumpy(), wanted.numpy(), equal_nan=True)


def test_gradients_go_where_torch_sends_them() -> None:
    given = [torch.tensor(each, requires_grad=True) for each in (ROW, LOW, HIGH)]
    torch.clamp(*given).pow(2).sum().backward()
    found = mindspore.grad(lambda *each: (recipes.clamp(*each) ** 2).sum(), (0, 1, 2))(*map(mindspore.Tensor, (ROW, LOW, HIGH)))
    assert all(np.array_equal(mine.asnumpy(), each.grad.numpy()) for mine, each in zip(found, given, strict=True))
