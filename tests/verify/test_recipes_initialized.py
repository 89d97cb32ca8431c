"""The recipe `initialized` fills Parameters, tensors and views of them in place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

np = pytest.importorskip("numpy")
mindspore = pytest.importorskip("mindspore")

from mindspore import mint  # noqa: E402
from mindspore.common.initializer import Constant, Uniform  # noqa: E402

from mindaudit_data.recipes import initialized  # noqa: E402

pytestmark = pytest.mark.verify
PARTS: dict[str, Callable[[Any], Any]] = {
    "itself": lambda w: w,
    "row": lambda w: w[1],
    "columns": lambda w: w[:, 1:3],
    "element": lambda w: w[1, 2],
    "unsqueezed": lambda w: w.unsqueeze(0),
    "transposed": lambda w: w.T,
    "viewed": lambda w: w.view(-1)[3:5],
    "chunk": lambda w: w.chunk(2)[1],
}


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("made", [mindspore.Parameter, lambda tensor: tensor])
def test_a_part_is_filled_where_it_lies(part: str, made: Callable[[Any], Any]) -> None:
    torch = pytest.importorskip("torch")
    whole, theirs = made(mint.zeros((4, 4))), torch.zeros(4, 4)
    initialized(PARTS[part](whole), Constant(2.0))
    torch.nn.init.constant_(PARTS[part](theirs), 2.0)
    assert np.array_equal(whole.asnumpy(), theirs.numpy())


def test_values_are_shifted() -> None:
    values = initialized(mint.zeros((50, 50)), Uniform(0.5), 1.5).asnumpy()
    assert 1.0 <= values.min() < 1.1
    assert 1.9 < values.max() <= 2.0
