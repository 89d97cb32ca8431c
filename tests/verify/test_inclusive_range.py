"""`torch.range`, whose end is included."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
mindspore = pytest.importorskip("mindspore")

from mindaudit_data import recipes  # noqa: E402 - without MindSpore it cannot be used

pytestmark = [pytest.mark.verify, pytest.mark.filterwarnings("ignore:torch.range is deprecated")]


@pytest.mark.parametrize("bounds", [(0, 3), (1, 2, 0.5), (3, 0, -1), (1, 2.4, 0.3), (2, 2), (0.5, 3.2)], ids=str)
@pytest.mark.parametrize("dtype", [None, "int64", "float64"])
def test_the_numbers_are_torch_s(bounds: tuple[Any, ...], dtype: str | None) -> None:
    if dtype == "int64":
        bounds = tuple(int(each) or 1 for each in bounds)
    ours = recipes.inclusive_range(*bounds, dtype=dtype and getattr(mindspore, dtype))
    theirs = torch.range(*bounds, dtype=dtype and getattr(torch, dtype))
    assert str(ours.dtype).lower() == str(theirs.dtype).removeprefix("torch.")
    np.testing.assert_allclose(ours.asnumpy(), theirs.numpy(), rtol=1e-6)


@pytest.mark.parametrize("bounds", [(0, 3, -1), (3, 0), (0, 1, 0)], ids=str)
def test_steps_that_lead_nowhere_are_refused(bounds: tuple[Any, ...]) -> None:
    for function in (torch.range, recipes.inclusive_range):
        with pytest.raises(RuntimeError, match="step"):
            function(*bounds)
