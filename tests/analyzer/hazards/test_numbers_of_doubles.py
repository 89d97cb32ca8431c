"""MA528: numbers beside tensors of doubles."""

from __future__ import annotations

from textwrap import indent

import pytest
from hazard_helpers import audit

from mindaudit.model import Target

HEAD = "import math\n\nimport numpy as np\nimport torch\n\n\ndef f(x, n: int, p: float):\n    t = torch.ones(n, dtype=torch.float64)\n"
CPU = Target(backend="cpu")


def told(body: str, head: str = HEAD) -> list[str]:
    text = head + indent(body, "    ") + "\n"
    return [
        text[slice(*(each.mitigation.replaces or each.span))] for each in audit(text, CPU).found if each.code == "MA528" and each.mitigation
    ]


@pytest.mark.parametrize(
    ("body", "numbers"),
    [
        ("return t * 0.1 + 0.5", ["0.1"]),
        ("t -= 1 / 3", ["1 / 3"]),
        ("return 2 * math.pi * t / n", ["2 * math.pi"]),
        ("return torch.sin(t) ** p", ["p"]),
        ("return (t / 2).sum() * -0.1", ["-0.1"]),
        ("return t < 0.1", ["0.1"]),
        ("t[0] = 0.1\nreturn t.t() * 0.3", ["0.1", "0.3"]),
        ("return t.clamp(0, 0.1)", ["0", "0.1"]),
        ("return torch.where(t > 0, 0.1, t)", ["0.1"]),
        ("return t.add_(1e-8)", ["1e-8"]),
        ("return torch.exp(x).double() % 0.3", ["0.3"]),
        ("return torch.from_numpy(np.array([[1.0, 2]])) * 1e300", ["1e300"]),
        ("return torch.tensor(np.random.randn(3)).max(0)[0] * 0.1", ["0.1"]),
        ("return torch.as_tensor(np.zeros(3) + 1) * 0.1", ["0.1"]),
        ("return t * np.sqrt(2.0) + np.zeros(3)[0] - np.zeros(3)", ["np.sqrt(2.0)", "np.zeros(3)[0]"]),
    ],
)
def test_numbers_that_float32_does_not_hold(body: str, numbers: list[str]) -> None:
    assert told(body) == numbers


@pytest.mark.parametrize(
    "body",
    [
        "return t * 0.5 - 2.0 + n",
        "return t * float('inf') > -math.inf",
        "return t.float() * 0.1",
        "return t.to(x.dtype) * torch.tensor(0.1, dtype=torch.float64)",
        "return torch.from_numpy(np.zeros(3, dtype=np.float32)) * 0.1",
        "return torch.from_numpy(np.zeros(3) * 1j) * x",
        "return torch.tensor([0.1]).float() * 0.1",
        "return t * 1j",
        "return t.long() * 0.1",
    ],
)
def test_numbers_that_are_no_matter(body: str) -> None:
    assert told(body) == []


def test_tensors_whose_dtype_is_not_seen_are_told_once() -> None:
    assert told("return x.sum() * 0.1, torch.exp(x) + 0.3") == ["torch.ones(n, dtype=torch.float64)"]
    assert told("return torch.exp(x) + 0.3", HEAD.replace("float64", "float32")) == []
