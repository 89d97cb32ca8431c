"""The projections of queries, keys and values against torch's, in PyNative mode and in graphs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
mindspore = pytest.importorskip("mindspore")

from mindaudit_data.recipes.modules import functional  # noqa: E402 - without MindSpore it cannot be imported

pytestmark = pytest.mark.verify
RANDOM = np.random.default_rng(0)


def normal(*shape: int) -> Any:
    return RANDOM.standard_normal(shape).astype("float32")


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("name", ["_in_projection_packed", "_in_projection"])
def test_projections(name: str, bias: bool, compiled: bool) -> None:
    packed = name == "_in_projection_packed"
    weights = [normal(12, 4)] if packed else [normal(4, 4), normal(4, 4), normal(4, 4)]
    biases = ([normal(12)] if packed else [normal(4), normal(4), normal(4)]) if bias else []
    arrays = [normal(5, 2, 4), normal(3, 2, 4), normal(3, 2, 4), *weights, *biases]
    wanted = getattr(torch.nn.functional, name)(*map(torch.from_numpy, arrays))
    run = getattr(functional, name)

    def called(*tensors: Any) -> Any:
        q, k, v = run(*tensors)
        return q, k, v

    found = (mindspore.jit(called) if compiled else called)(*map(mindspore.Tensor, arrays))
    for mine, theirs in zip(found, wanted, strict=True):
        np.testing.assert_allclose(mine.asnumpy(), theirs.numpy(), rtol=1e-4, atol=1e-5)
