"""Names of torch's modules that a program asks for."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_rewrite import CPU, rewritten

from mindaudit.rewrite.usages.choice import Choice


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("torch.__name__", "module_name(torch)"),
        ("root.__name__", "module_name(root)"),
        ("math.__name__", "math.__name__"),
        ("torch.nn.Linear.__name__", "torch.nn.Linear.__name__"),
        ("given.__name__", "given.__name__"),
    ],
)
def test_the_name_of_a_module_is_torch_s(before: str, after: str, tmp_path: Path) -> None:
    source = f"import math\nimport torch\n\n\ndef f(given, root=torch):\n    return {before}, math, torch.nn.Linear\n"
    assert f"    return {after}, math, " in rewritten(tmp_path, source, Choice(recipes=True), CPU).new
