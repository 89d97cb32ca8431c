from __future__ import annotations

import pytest

from mindaudit.collect import collect
from mindaudit.model import SourceFile
from mindaudit.resolve.queries.shadowed_names import shadowed_names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "import torch.nn as nn\nfrom torch import Tensor\nimport numpy as np\nimport mindspore as ms\nfrom mindspore import ops, mint",
            set(),
        ),
        ("import torch\nnn = torch.nn", set()),
        ("from . import ops\nimport other.nn as nn\nfrom timm.layers import np", {"ops", "nn", "np"}),
        ("ops = []", {"ops"}),
        ("def f(mint, *ms, **np):\n    pass", {"mint", "ms", "np"}),
        ("def f():\n    ops = 1\n    return lambda: ops", {"ops"}),
        ("x = 1\ny = nn", set()),
    ],
)
def test_names_that_mean_something_else(text: str, names: set[str]) -> None:
    assert shadowed_names(collect(SourceFile("x.py", "x.py", text + "\n"))) == names
