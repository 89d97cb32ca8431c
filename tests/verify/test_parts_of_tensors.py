"""Stores into parts of tensors while an optimizer exists, and in-place methods of what containers hold, reach the tensor."""

from __future__ import annotations

import pytest
from networks import loaded
from recipe_checks import mindspore, torch
from rewritten_modules import rewritten_module

pytestmark = pytest.mark.verify
BODIES = {
    "chunked": "x, y = t.chunk(2, 0)\n    x.add_(1)\n    y[:, 2:].fill_(9)",
    "split": "x, y = t.split(1)\n    x[0, 0] = 7\n    y += 2",
    "unbound": "a, b, c = t.unbind(1)\n    b[:] = 5\n    c.mul_(3)",
    "turned": "t.T[1].mul_(10)\n    t.transpose(0, 1)[0][1].add_(4)",
    "columns": "for k, c in enumerate(t.t()):\n        c[0] = -k",
    "divided": "a, b, c = t.tensor_split(3, dim=1)\n    b.fill_(5)",
    "of_parts": "parts = t.chunk(2)\n    parts[1][0, 1] = 5\n    parts[0].sub_(1)\n    t.chunk(2)[1][0, 2] = 8",
    "data": "t.data[0, 0] = 5\n    t.data[1].mul_(2)",
    "of_tuples": "d = {'x': (t, 1)}\n    d['x'][0].sub_(3)\n    pair = (t, t)\n    pair[0].mul_(2)",
    "rows": "t[0] = t.sum(0, keepdim=True)\n    t[:, 1] = t[None, :, 2]\n    t[0, 0] = t[None, :1, :1]",
    "masked": "t[t[:, 0] > 3] = t.view(1, 2, 3)[:, 1:] + 1",
    "of_any": "change(t)\n    change((t[1], t))\n    change([t[:, 2]])",
}
SOURCE = "import torch\n\n\ndef change(u):\n    u[0].mul_(3)\n" + "".join(
    f"\n\ndef {name}(t: torch.Tensor):\n    {body}\n    return t\n" for name, body in BODIES.items()
)


@pytest.fixture(scope="module", name="sides")
def _sides(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("parts")
    source = folder / "parts.py"
    source.write_text(SOURCE)
    return loaded(source, "parts_old"), rewritten_module(source, folder)[1]


@pytest.mark.parametrize("name", BODIES)
def test_the_tensor_changes(name: str, sides) -> None:
    old, new = sides
    mindspore.common.api._pynative_executor.set_grad_flag(True)  # as an optimizer does
    try:
        found = getattr(new, name)(mindspore.tensor([[1.0, 2, 3], [4, 5, 6]])).tolist()
    finally:
        mindspore.common.api._pynative_executor.set_grad_flag(False)
    assert found == getattr(old, name)(torch.tensor([[1.0, 2, 3], [4, 5, 6]])).tolist()
